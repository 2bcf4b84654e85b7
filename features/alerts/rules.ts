import type { AlertKind } from '#features/kiosks/alert-kinds.ts'
import type { BankSettings } from '#features/kiosks/bank-settings.ts'
import { type Presence, statusOf } from '#features/kiosks/rules.ts'
import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** An outage ends when the bank has been back for this long, in ms. */
export const STEADY_MS = 2 * 60_000
/** A size is no longer nearly full when its share is below the threshold by more than this, in points of a percent. */
export const FULL_STEP = 10
/** Sizes with fewer ordinary lockers have no nearly-full alert: one package would fill them. */
export const FEWEST_LOCKERS = 2
/** Sweeps run each minute; after a longer gap than this, in ms, watching restarts. */
export const WATCH_GAP_MS = 3 * 60_000
/** Alerts without a state that shows that they are settled are shown for this long, in ms. */
export const SHOWN_MS = 7 * 86_400_000
/** Alerts of wrong attempts at a terminal and of too many openings are shown for this long, in ms; further ones begin a new alert. */
export const TRIES_SHOWN_MS = 86_400_000

/** The lockers of one size that any package may lie in, and how many of them are taken. */
export type SizeFacts = { readonly size: number; readonly lockers: number; readonly taken: number }
export type OpenAlert = {
  readonly id: string
  readonly kind: AlertKind
  readonly subject: string
  readonly beganAt: string
  readonly backAt: string | null
  /** Whether its locker, device or login shows that it is over; null when they do not. Outages and sizes are decided in `verdictOn`. */
  readonly isOver: boolean | null
}
/** The facts of a locker bank that alerts depend on. */
export type BankFacts = Presence & {
  /** Since when it is authorised; null for one that alerts nothing: not authorised, not in use, deleted. */
  readonly authorisedAt: string | null
  readonly sizes: readonly SizeFacts[]
  readonly settings: Pick<BankSettings, 'OfflineAlertMinutes' | 'NearlyFullPercent'>
  readonly open: readonly OpenAlert[]
}
/** `watchingSince`: before it the server was not listening, so silence does not count. */
export type Moment = { readonly now: Date; readonly watchingSince: Date }

export type Begun = { readonly kind: AlertKind; readonly subject: string; readonly beganAt: Date }
/** Alerts to begin, and ids of open alerts to change. `back`: the bank is back, maybe briefly. `away`: it is gone again. */
export type Verdict = {
  readonly begin: readonly Begun[]
  readonly back: readonly string[]
  readonly away: readonly string[]
  readonly end: readonly string[]
}
const NOTHING: Verdict = { begin: [], back: [], away: [], end: [] }

/** Decides which alerts of a bank begin and end. Alerts of doors and of unrecorded events begin with a kiosk's event instead. */
export function verdictOn(bank: BankFacts, moment: Moment): Verdict {
  if (bank.authorisedAt === null) return { ...NOTHING, end: bank.open.map(({ id }) => id) }
  const outage = ofOutage(bank, bank.authorisedAt, moment)
  const sizes = ofSizes(bank, moment)
  return { ...outage, begin: [...outage.begin, ...sizes.begin], end: [...outage.end, ...sizes.end, ...settled(bank, moment)] }
}

/**
 * An outage begins when no heartbeat came for longer than the bank's threshold while the server was listening, and ends when the
 * bank has been back for `STEADY_MS`. A bank without any heartbeat is still being set up.
 */
function ofOutage(bank: BankFacts, authorisedAt: string, { now, watchingSince }: Moment): Verdict {
  const isOffline = statusOf(bank, now) === 'OFFLINE'
  const open = bank.open.find(({ kind }) => kind === 'offline')
  if (open) {
    if (isOffline) return open.backAt ? { ...NOTHING, away: [open.id] } : NOTHING
    if (!open.backAt) return { ...NOTHING, back: [open.id] }
    return now.getTime() - Date.parse(open.backAt) >= STEADY_MS ? { ...NOTHING, end: [open.id] } : NOTHING
  }
  if (!isOffline || bank.last_heart_beat === null) return NOTHING
  const lastHeartbeat = Date.parse(bank.last_heart_beat)
  const silentFor = now.getTime() - Math.max(lastHeartbeat, Date.parse(authorisedAt), watchingSince.getTime())
  if (silentFor <= bank.settings.OfflineAlertMinutes * 60_000) return NOTHING
  return { ...NOTHING, begin: [{ kind: 'offline', subject: '', beganAt: new Date(lastHeartbeat) }] }
}

/** A size is nearly full from the threshold until it is `FULL_STEP` points below it. */
function ofSizes({ sizes, settings, open }: BankFacts, { now }: Moment): Pick<Verdict, 'begin' | 'end'> {
  const shares = new Map(
    sizes
      .filter(({ lockers }) => lockers >= FEWEST_LOCKERS)
      .map(({ size, lockers, taken }) => [`${size}`, (100 * taken) / lockers]),
  )
  const alerted = open.filter(({ kind }) => kind === 'nearly-full')
  const full = [...shares].filter(([, share]) => share >= settings.NearlyFullPercent).map(([size]) => size)
  const isOver = ({ subject }: OpenAlert) => (shares.get(subject) ?? 0) < settings.NearlyFullPercent - FULL_STEP
  return {
    begin: full
      .filter((size) => !alerted.some(({ subject }) => subject === size))
      .map((subject) => ({ kind: 'nearly-full', subject, beganAt: now })),
    end: alerted.filter(isOver).map(({ id }) => id),
  }
}

/** Alerts that are over by the state of their locker, device or login, or that have been shown for their full time. */
const settled = ({ open }: BankFacts, { now }: Moment): string[] =>
  open.filter(({ kind, isOver, beganAt }) => isOver ?? now.getTime() - Date.parse(beganAt) >= shownMs(kind)).map(({ id }) => id)

const TRIES: readonly AlertKind[] = ['codes-tried', 'pins-tried', 'openings-limited']
const shownMs = (kind: AlertKind): number => (TRIES.includes(kind) ? TRIES_SHOWN_MS : SHOWN_MS)

type AlertToEnd = { readonly kind: AlertKind; readonly subject: string; readonly isForStaff: boolean }
/** Why this user cannot end an alert, or null. An alert of too many openings is not ended by the user who caused it. */
export function whyNotEnd({ kind, subject, isForStaff }: AlertToEnd, userId: string): Message | null {
  if (!isForStaff) return t('MsgAlertEndsItself')
  return kind === 'openings-limited' && subject === userId ? t('MsgAlertOfOwn') : null
}

/** Whether all ordinary lockers of a size are taken. */
export const isFull = (sizes: readonly SizeFacts[], size: string): boolean =>
  sizes.some((one) => `${one.size}` === size && one.taken === one.lockers)
