import type { BankSettings } from '#features/locker-banks/settings.ts'
import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'
import type { ReplyState } from './protocol.ts'

/** Heartbeats that may be missed before a bank counts as OFFLINE. */
export const HEARTBEATS_MISSED = 3
/** For how long a command may be begun. */
export const COMMAND_LIFETIME_MS = 10_000
/** How often a kiosk tries once more to open a door that was not detected, and how long it looks for the door each time, in ms. */
export type OpeningSettings = { readonly openRetries: number; readonly openTimeoutMs: number }
export const openingOf = ({ OpenRetries, OpenTimeoutSeconds }: BankSettings): OpeningSettings => ({
  openRetries: OpenRetries,
  openTimeoutMs: OpenTimeoutSeconds * 1000,
})
/** How long a request waits for the kiosk's word, in ms: begun at the last moment, every try waited for, and the way there and back. */
export function replyWaitMs(settings: BankSettings): number {
  const { openRetries, openTimeoutMs } = openingOf(settings)
  return COMMAND_LIFETIME_MS + (1 + openRetries) * openTimeoutMs + 1_000
}

export type Presence = {
  readonly is_online: boolean
  readonly last_heart_beat: string | null
  readonly heartbeat_seconds: number
}
export type BankStatus = 'ONLINE' | 'OFFLINE'

/** ONLINE while the kiosk's session lives and its heartbeat is younger than three of its heartbeats. */
export function statusOf({ is_online, last_heart_beat, heartbeat_seconds }: Presence, now: Date): BankStatus {
  const oldest = now.getTime() - HEARTBEATS_MISSED * heartbeat_seconds * 1000
  return is_online && last_heart_beat !== null && Date.parse(last_heart_beat) > oldest ? 'ONLINE' : 'OFFLINE'
}

/** Why a bank cannot be told anything, or null when it can. */
export function whyNotCommand(bank: Presence & { readonly isAuthorised: boolean }, now: Date): Message | null {
  if (!bank.isAuthorised) return t('MsgLockerBankNotAuthorised')
  return statusOf(bank, now) === 'ONLINE' ? null : t('MsgLockerBankOffline')
}

/**
 * Where a command stands: sent, then what the kiosk said of it. 'expired' is a guess until the kiosk has spoken, so its
 * later word still counts.
 */
const COMMAND_STATES = ['sent', 'acknowledged', 'expired', 'opened', 'not-detected', 'done', 'refused'] as const
export type CommandState = (typeof COMMAND_STATES)[number]
const RANK: Readonly<Record<CommandState, number>> = {
  sent: 0,
  acknowledged: 1,
  expired: 2,
  opened: 3,
  'not-detected': 3,
  done: 3,
  refused: 3,
}
/** The states that a reply may follow on; a second or late one changes nothing. */
export const statesBefore = (reply: ReplyState): CommandState[] => COMMAND_STATES.filter((state) => RANK[state] < RANK[reply])

const FIRST_PIN_DELAY = 5
const LONGEST_DELAY = 3600
/** Wrong PINs in a row that lock a login (decisions "People"). */
export const WRONG_PINS_THAT_LOCK = 10
/** Wrong access codes that a terminal allows before it delays, and seconds of its first delay. */
const FREE_WRONG_CODES = 5
const FIRST_CODE_DELAY = 60

const doubling = (first: number, times: number) => (times < 0 ? 0 : Math.min(first * 2 ** times, LONGEST_DELAY))
/** Seconds until the next PIN is looked at, after `wrong` wrong ones of one user at one terminal. */
export const pinDelay = (wrong: number): number => doubling(FIRST_PIN_DELAY, wrong - 1)
/** Seconds until the next access code is looked at, after `wrong` wrong ones at one terminal. */
export const codeDelay = (wrong: number): number => doubling(FIRST_CODE_DELAY, wrong - FREE_WRONG_CODES)
/** A terminal forgets its wrong tries after this long without one. */
export const FORGET_WRONG_AFTER_SECONDS = LONGEST_DELAY

/** Name of a property's setting: 'true' asks residents for their unit number beside the access code. */
export const UNIT_NUMBER_SETTING = 'AskUnitNumberWithAccessCode'
