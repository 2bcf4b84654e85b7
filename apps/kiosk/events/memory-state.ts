import type { Config, EventDraft, EventOf, KioskEvent, Reply } from '#features/kiosks/protocol.ts'

/**
 * What is about to happen at a door, stored before the door opens. If the kiosk stops in between, the next start records
 * the events known at that point: `unopened` if the door was never seen to open, `opened` if it was.
 */
export type Intent = { readonly Id: string; readonly unopened: readonly EventDraft[]; readonly opened: readonly EventDraft[] }

/** The journal's format on disk. */
export type Entry =
  | { readonly is: 'intent'; readonly intent: Intent }
  | { readonly is: 'opened'; readonly intentId: string }
  /** Events that happened; `ends` is the id of the intent that they complete. */
  | { readonly is: 'events'; readonly events: readonly KioskEvent[]; readonly ends?: string }
  | { readonly is: 'acked'; readonly ids: readonly string[] }
  /** `openedAt`: when a remote opening began; absent for other commands. */
  | { readonly is: 'begun'; readonly commandId: string; readonly expiresAt: string; readonly openedAt?: string | undefined }
  | { readonly is: 'answered'; readonly reply: Reply; readonly expiresAt: string }
  /** Compacted from remote openings that limits still count. */
  | { readonly is: 'openings'; readonly at: readonly string[] }
  /** Compacted from an acknowledged event 'locker-mapped'. */
  | { readonly is: 'mapped'; readonly lockerId: string; readonly serialNumber: string | null }
  /** Compacted from an acknowledged event 'door-left-open', until the door is closed. */
  | { readonly is: 'left-open'; readonly door: Door }
  | { readonly is: 'configured'; readonly config: Config }

export type Door = Pick<EventOf<'door-left-open'>, 'LockerId' | 'SerialNumber'>

/** How long a command is remembered after its expiry, in ms: a duplicate may still arrive until then. */
const COMMAND_RETENTION_MS = 3_600_000
/** How long a remote opening is counted, in ms. */
const OPENINGS_COUNTED_MS = 3_600_000

/** The kiosk's state as the entries of the journal give it. */
export function createMemoryState(now: () => Date) {
  const events = new Map<string, KioskEvent>()
  const intents = new Map<string, { intent: Intent; isOpened: boolean }>()
  const commands = new Map<string, { expiresAt: string; reply: Reply | null }>()
  /** Mappings that differ from the configuration. */
  const mappings = new Map<string, string | null>()
  const leftOpen = new Map<string, Door>()
  /** When remote openings began, in ms since 1970. */
  let openings: number[] = []
  let config: Config | null = null

  function apply(entry: Entry) {
    if (entry.is === 'intent') intents.set(entry.intent.Id, { intent: entry.intent, isOpened: false })
    else if (entry.is === 'opened') {
      const known = intents.get(entry.intentId)
      if (known) known.isOpened = true
    } else if (entry.is === 'events') {
      for (const event of entry.events) {
        events.set(event.Id, event)
        if (event.Kind === 'locker-mapped') applyMapping(event)
        else if (event.Kind === 'door-left-open') leftOpen.set(event.SerialNumber, doorOf(event))
        else if (event.Kind === 'door-closed') leftOpen.delete(event.SerialNumber)
      }
      if (entry.ends) intents.delete(entry.ends)
    } else if (entry.is === 'acked') for (const id of entry.ids) events.delete(id)
    else if (entry.is === 'begun') {
      commands.set(entry.commandId, { expiresAt: entry.expiresAt, reply: null })
      if (entry.openedAt) openings.push(Date.parse(entry.openedAt))
    } else if (entry.is === 'openings') openings.push(...entry.at.map(Date.parse))
    else if (entry.is === 'answered') commands.set(entry.reply.CommandId, { expiresAt: entry.expiresAt, reply: entry.reply })
    else if (entry.is === 'mapped') mappings.set(entry.lockerId, entry.serialNumber)
    else if (entry.is === 'left-open') leftOpen.set(entry.door.SerialNumber, entry.door)
    else applyConfig(entry.config)
  }
  const doorOf = ({ LockerId, SerialNumber }: Door): Door => ({ LockerId, SerialNumber })
  /** A device opens one locker, so its previous locker loses it. */
  function applyMapping({ LockerId, SerialNumber }: EventOf<'locker-mapped'>) {
    const previous = SerialNumber === null ? undefined : lockerOf(SerialNumber)
    if (previous) mappings.set(previous, null)
    mappings.set(LockerId, SerialNumber)
  }
  /**
   * Every mapping reaches the server through this kiosk, so a configuration never has a newer one, unless the server was
   * restored from a backup. Its version is lower than the previous one then.
   */
  function applyConfig(next: Config) {
    const isRestored = config !== null && next.Version < config.Version
    config = next
    if (isRestored) {
      mappings.clear()
      for (const event of events.values()) if (event.Kind === 'locker-mapped') applyMapping(event)
    }
    for (const { Id, SerialNumber } of configured()) if (mappings.get(Id) === SerialNumber) mappings.delete(Id)
  }
  const configured = () => config?.Layout.flatMap(({ LockerCollection }) => LockerCollection) ?? []
  /** Remote openings within the last `ms`. The clock may have been corrected: a time far in the future does not count. */
  function openingsWithin(ms: number): number {
    const present = now().getTime()
    openings = openings.filter((at) => Math.abs(present - at) < OPENINGS_COUNTED_MS)
    return openings.filter((at) => present - at < ms).length
  }
  /** The device that opens a locker, null if none does, undefined if the locker is unknown. */
  function deviceOf(lockerId: string): string | null | undefined {
    const mapped = mappings.get(lockerId)
    return mapped === undefined ? configured().find(({ Id }) => Id === lockerId)?.SerialNumber : mapped
  }
  /** The locker that a device opens, or null. */
  function lockerOf(serialNumber: string): string | null {
    const mapped = [...mappings].find(([, device]) => device === serialNumber)?.[0]
    return mapped ?? configured().find(({ Id, SerialNumber }) => SerialNumber === serialNumber && !mappings.has(Id))?.Id ?? null
  }

  /** The entries that restore the current state. */
  function compacted(): Entry[] {
    const oldest = now().getTime() - COMMAND_RETENTION_MS
    for (const [id, { expiresAt }] of commands) if (Date.parse(expiresAt) < oldest) commands.delete(id)
    return [
      ...(config ? [{ is: 'configured', config } as const] : []),
      ...[...mappings].map(([lockerId, serialNumber]): Entry => ({ is: 'mapped', lockerId, serialNumber })),
      ...[...leftOpen.values()].map((door): Entry => ({ is: 'left-open', door })),
      { is: 'openings', at: openings.map((at) => new Date(at).toISOString()) },
      ...[...commands].map(
        ([commandId, { expiresAt, reply }]): Entry =>
          reply ? { is: 'answered', reply, expiresAt } : { is: 'begun', commandId, expiresAt },
      ),
      ...[...intents.values()].flatMap(({ intent, isOpened }): Entry[] => [
        { is: 'intent', intent },
        ...(isOpened ? [{ is: 'opened', intentId: intent.Id } as const] : []),
      ]),
      ...[...events.values()].map((event): Entry => ({ is: 'events', events: [event] })),
    ]
  }

  return {
    events,
    intents,
    commands,
    leftOpen,
    config: () => config,
    apply,
    compacted,
    openingsWithin,
    deviceOf,
    lockerOf,
  }
}
