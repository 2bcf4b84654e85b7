/**
 * The most remote openings that can be allowed by whose limit and window: nobody can raise a limit above its ceiling, and a higher
 * stored value is cut to it (decisions "Raising the limits of remote opening").
 */
export const OPENING_CEILINGS = {
  person: { minute: 30, hour: 600 },
  terminal: { minute: 60, hour: 1_200 },
  organisation: { minute: 300, hour: 6_000 },
} as const

/** The settings of a locker bank that limit remote opening at its terminal. */
export const TERMINAL_LIMITS = ['RemoteOpeningsPerMinute', 'RemoteOpeningsPerHour'] as const

/** The general setting of an organisation that limits how many lockers a person may open within a minute. */
export const OPENINGS_SETTING = 'OpeningsPerMinute'

/** Whether any of these numbers is higher after a change. */
export const isAnyRaised = <Name extends string>(
  before: Readonly<Record<Name, number>>,
  after: Readonly<Record<Name, number>>,
): boolean => (Object.keys(after) as Name[]).some((name) => after[name] > before[name])
