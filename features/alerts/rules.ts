import { type Presence, statusOf } from '#features/kiosks/rules.ts'
import type { BankSettings } from '#features/locker-banks/settings.ts'
import type { AlertKind } from './contract.ts'

/** A bank that is back for a shorter time has not come back, in ms: the outage goes on. */
export const STEADY_MS = 2 * 60_000
/** A size is no longer nearly full when its share is below the threshold by more than this, in points of a percent. */
export const FULL_STEP = 10
/** A size with fewer ordinary lockers is empty or full with every package: nearly full says nothing of it. */
export const FEWEST_LOCKERS = 2
/** Looked for alerts each minute; when nobody has for longer than this, in ms, watching begins anew. */
export const WATCH_GAP_MS = 3 * 60_000
/** Of what could not be recorded and leaves no trace at a locker, nothing tells that it is settled: it is shown for so long, in ms. */
export const SHOWN_MS = 7 * 86_400_000
/** What was tried at a terminal is shown for so long, in ms; who goes on then is told of anew. */
export const TRIES_SHOWN_MS = 86_400_000

/** The lockers of one size that any package may lie in, and how many of them are taken. */
export type SizeFacts = { readonly size: number; readonly lockers: number; readonly taken: number }
export type OpenAlert = {
  readonly id: string
  readonly kind: AlertKind
  readonly subject: string
  readonly beganAt: string
  readonly backAt: string | null
  /** What its locker, device or login says; null where neither tells. An outage and a size are judged here. */
  readonly isOver: boolean | null
}
/** A locker bank as far as alerts hang on it. */
export type BankFacts = Presence & {
  /** Since when it is authorised; null for one that alerts nothing: not authorised, not in use, deleted. */
  readonly authorisedAt: string | null
  readonly sizes: readonly SizeFacts[]
  readonly settings: Pick<BankSettings, 'OfflineAlertMinutes' | 'NearlyFullPercent'>
  readonly open: readonly OpenAlert[]
}
/** `watchingSince`: from when on a silence was a bank's own, and not the server's. */
export type Moment = { readonly now: Date; readonly watchingSince: Date }

export type Begun = { readonly kind: AlertKind; readonly subject: string; readonly beganAt: Date }
/** What is to be done; all but what begins by the id of an open alert. `back`: looks over. `away`: does not any more. */
export type Verdict = {
  readonly begin: readonly Begun[]
  readonly back: readonly string[]
  readonly away: readonly string[]
  readonly end: readonly string[]
}
const NOTHING: Verdict = { begin: [], back: [], away: [], end: [] }

/** What the facts of a bank mean for its alerts. Those of doors and of what could not be recorded begin with a kiosk's word. */
export function verdictOn(bank: BankFacts, moment: Moment): Verdict {
  if (bank.authorisedAt === null) return { ...NOTHING, end: bank.open.map(({ id }) => id) }
  const outage = ofOutage(bank, bank.authorisedAt, moment)
  const sizes = ofSizes(bank, moment)
  return { ...outage, begin: [...outage.begin, ...sizes.begin], end: [...outage.end, ...sizes.end, ...settled(bank, moment)] }
}

/**
 * An outage begins when nothing was heard for longer than the bank's threshold, counted from when it could have been, and
 * ends when the bank has been back for as long as a flap lasts. One that was never there is being set up.
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
  const heard = Date.parse(bank.last_heart_beat)
  const silentFor = now.getTime() - Math.max(heard, Date.parse(authorisedAt), watchingSince.getTime())
  if (silentFor <= bank.settings.OfflineAlertMinutes * 60_000) return NOTHING
  return { ...NOTHING, begin: [{ kind: 'offline', subject: '', beganAt: new Date(heard) }] }
}

/** A size is nearly full from the threshold on, until it is clearly below. */
function ofSizes({ sizes, settings, open }: BankFacts, { now }: Moment): Pick<Verdict, 'begin' | 'end'> {
  const shares = new Map(
    sizes
      .filter(({ lockers }) => lockers >= FEWEST_LOCKERS)
      .map(({ size, lockers, taken }) => [`${size}`, (100 * taken) / lockers]),
  )
  const told = open.filter(({ kind }) => kind === 'nearly-full')
  const full = [...shares].filter(([, share]) => share >= settings.NearlyFullPercent).map(([size]) => size)
  const isOver = ({ subject }: OpenAlert) => (shares.get(subject) ?? 0) < settings.NearlyFullPercent - FULL_STEP
  return {
    begin: full
      .filter((size) => !told.some(({ subject }) => subject === size))
      .map((subject) => ({ kind: 'nearly-full', subject, beganAt: now })),
    end: told.filter(isOver).map(({ id }) => id),
  }
}

/** What is over as its locker, device or login stands, and what has been shown for long enough where neither tells. */
const settled = ({ open }: BankFacts, { now }: Moment): string[] =>
  open.filter(({ kind, isOver, beganAt }) => isOver ?? now.getTime() - Date.parse(beganAt) >= shownMs(kind)).map(({ id }) => id)

const shownMs = (kind: AlertKind): number => (kind === 'codes-tried' || kind === 'pins-tried' ? TRIES_SHOWN_MS : SHOWN_MS)
