import type { Log } from '#platform/server/config/log.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Config, ConfigContent, EventKind, EventOf } from '../protocol.ts'
import type { Theme } from '../theme.ts'
import type { EventCommand, PendingCommand } from './commands/store.ts'
import type { Outcome, WaitOptions } from './commands/wait.ts'

/** The locker bank of an event and the time when the server took it. */
export type BankContext = {
  /** The bank's organisation and only its property. */
  readonly tenant: Tenant
  readonly propertyId: string
  readonly lockerBankId: string
  /** When the server took the event; the event's `At` is when it happened. */
  readonly now: Date
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Runs once the event is committed. */
  afterCommit(work: () => unknown): void
}
export type EventContext = BankContext & {
  /** The command that the event answers, or null. */
  readonly command: EventCommand | null
}
/**
 * Applies one event inside the transaction that takes it, as the bank's tenant. A `Refusal` is final: nothing is applied and the
 * event is stored with the reason. After any other error the event is retried.
 */
export type EventHandler<K extends EventKind> = (db: Db, event: EventOf<K>, context: EventContext) => Promise<void>

/** An event that is stored but not applied: the records now differ from what happened at the bank. */
export type NotApplied = {
  readonly id: string
  readonly kind: EventKind
  /** As the kiosk sent it; the locker may not exist. Null when it named none. */
  readonly lockerId: string | null
  /** The message of the refusal; null when the server failed or could not read the event. */
  readonly reason: string | null
}
/** Runs inside the transaction that stores such an event, as the bank's tenant. When it throws, the event is retried. */
export type RefusedHandler = (db: Db, event: NotApplied, context: BankContext) => Promise<void>

/** The link between the server and its kiosks. */
export type KioskLink = {
  /** Admits a kiosk with its key. Never throws: an error of the broker is logged and repaired within minutes. */
  grant(kiosk: { organisationId: string; lockerBankId: string; keyId: string; secret: string }): Promise<void>
  /** Disconnects a kiosk within 5 s, refuses it from then on and shows its bank OFFLINE. Never throws, like `grant`. */
  revoke(lockerBankId: string): Promise<void>
  /**
   * Publishes a committed command and waits for its final reply; the events that the kiosk sent before the reply are applied by
   * then. Not inside a transaction. Refuses with 422 when the kiosk refuses, 503 when nothing was sent, 504 when no final reply comes in time.
   */
  waitForReply(command: PendingCommand, options?: WaitOptions): Promise<Outcome>
  /** Tells the kiosks not to begin these commands. Never throws and does not wait: a command that is not cancelled expires. */
  cancelCommands(commands: readonly { readonly id: string; readonly lockerBankId: string }[]): void
  /** Saves a configuration as the bank's next version and publishes it after the commit. */
  publishConfig(
    context: TransactionContext & Pick<RequestContext<unknown>, 'now' | 'afterCommit'>,
    lockerBankId: string,
    content: ConfigContent,
  ): Promise<Config>
  /**
   * Saves a theme in the published configurations of a property's authorised banks, as their next versions, and publishes them
   * after the commit. Returns the ids of the banks whose theme has changed.
   */
  publishTheme(
    context: Pick<TransactionContext, 'db' | 'tenant'> & Pick<RequestContext<unknown>, 'now' | 'afterCommit'>,
    propertyId: string,
    theme: Theme,
  ): Promise<readonly string[]>
  /** Adds a handler of an event; handlers of one kind run in the order in which they were added. Call before `start`. */
  onEvent<K extends EventKind>(kind: K, handler: EventHandler<K>): void
  /** Adds a handler of events of a known kind that are stored but not applied. Call before `start`. */
  onRefused(handler: RefusedHandler): void
}

export { type AlertPlace, beginAlert, notifyAlerts } from './begin-alert.ts'
export { remoteOpenings } from './commands/opened.ts'
export { hasPendingCommand, insertCommand, readyBank, whenBack } from './commands/store.ts'
export { OpeningRefusal } from './commands/take-opening.ts'
export { publishedConfig, publishedSettings } from './configs.ts'
export { keysInUse } from './connection/bank.ts'
export { eventTime } from './events/store.ts'
export {
  CLOCK,
  changeLogin,
  deleteAgentLogins,
  deleteUserLogins,
  insertLogin,
  type LockState,
  lockAgentLogins,
  lockStates,
  PINS_SUBJECT,
  pinSubject,
  setLocks,
  unlockAgents,
  unlockLogin,
  whyNotUserName,
} from './logins.ts'
