import type { Message } from '#platform/define-messages.ts'
import type { BankSettings } from './bank-settings.ts'
import { t } from './messages.ts'
import type { ReplyState } from './protocol.ts'

/** Heartbeats that may be missed before a bank counts as OFFLINE. */
export const HEARTBEATS_MISSED = 3
/** For how long a command may be begun. */
export const COMMAND_LIFETIME_MS = 10_000
/** How often a kiosk retries a door that was not detected, and how long each attempt waits for the door, in ms. */
export type OpeningSettings = { readonly openRetries: number; readonly openTimeoutMs: number }
export const openingOf = ({ OpenRetries, OpenTimeoutSeconds }: BankSettings): OpeningSettings => ({
  openRetries: OpenRetries,
  openTimeoutMs: OpenTimeoutSeconds * 1000,
})
/** Remote openings that a kiosk accepts, from whomever (decisions "Limits of remote opening"). */
export type RemoteOpeningLimits = { readonly perMinute: number; readonly perHour: number }
export const remoteOpeningLimitsOf = (settings: BankSettings): RemoteOpeningLimits => ({
  perMinute: settings.RemoteOpeningsPerMinute,
  perHour: settings.RemoteOpeningsPerHour,
})
/** How long a request waits for the kiosk's reply, in ms: the command's lifetime, all attempts and one second for the network. */
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

/** A kiosk that was heard of within this time, in ms, may be connecting again, as when a node is restarted. */
const JUST_OFFLINE_MS = 60_000
export const isJustOffline = ({ is_online, last_heart_beat }: Presence, now: Date): boolean =>
  !is_online && last_heart_beat !== null && Date.parse(last_heart_beat) > now.getTime() - JUST_OFFLINE_MS

/** Why a bank cannot take commands, or null when it can. */
export function whyNotCommand(bank: Presence & { readonly isAuthorised: boolean }, now: Date): Message | null {
  if (!bank.isAuthorised) return t('MsgLockerBankNotAuthorised')
  return statusOf(bank, now) === 'ONLINE' ? null : t('MsgLockerBankOffline')
}

/**
 * The state of a command: sent, then the kiosk's reply. 'expired' is an assumption until the kiosk replies, so a late reply
 * still counts.
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
/** The states that a reply may replace; a second final reply changes nothing. */
export const statesBefore = (reply: ReplyState): CommandState[] => COMMAND_STATES.filter((state) => RANK[state] < RANK[reply])

/** Wrong PINs in a row that lock a login (decisions "People"). */
export const WRONG_PINS_THAT_LOCK = 10
