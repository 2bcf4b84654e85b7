import type { BankSettings } from '#features/locker-banks/settings.ts'
import type { Log } from '#platform/server/config/log.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { RequestContext, TenantTransactions, TransactionContext } from '#platform/server/http/route.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { CommandDraft, Config, ConfigContent, EventKind, EventOf, Reply } from '../protocol.ts'

/** The command that an event answers, with what it was for. */
export type AskedCommand = {
  readonly id: string
  readonly intent: unknown
  readonly userId: string | null
  readonly userName: string
  /** The device that it has opened; null when it opens none. */
  readonly serialNumber: string | null
}
/** Where and when an event is taken. */
export type BankContext = {
  /** The bank's organisation, and its property alone. */
  readonly tenant: Tenant
  readonly propertyId: string
  readonly lockerBankId: string
  /** When the server took the event; the event's own `At` is when it happened. */
  readonly now: Date
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Runs once the event is committed. */
  afterCommit(work: () => unknown): void
}
export type EventContext = BankContext & {
  /** The command that had the door opened, when one did. */
  readonly command: AskedCommand | null
}
/**
 * Applies one event inside the transaction that takes it, as the bank's tenant. A `Refused` turns the event down for good:
 * nothing is applied and the event is kept with the reason. Any other error is tried again.
 */
export type EventHandler<K extends EventKind> = (db: Db, event: EventOf<K>, context: EventContext) => Promise<void>

/** An event that is kept and not applied: from here on the records differ from what happened at the bank. */
export type NotApplied = {
  readonly id: string
  readonly kind: EventKind
  /** As the kiosk said it; there may be no such locker. Null where it named none. */
  readonly lockerId: string | null
  /** The rule's words for why it was turned down; null when the server failed at it or could not read it. */
  readonly reason: string | null
}
/** Runs inside the transaction that keeps such an event, as the bank's tenant. What it throws has the event tried again. */
export type RefusedHandler = (db: Db, event: NotApplied, context: BankContext) => Promise<void>

export type Prepared = {
  readonly command: CommandDraft
  /** What the opened door means; the handler of 'door-opened' finds it in `context.command.intent` and applies it. */
  readonly intent?: unknown
  /** Runs once the command is kept, before it is sent. */
  readonly kept?: () => void
}
export type ReadyBank = { readonly property_id: string; readonly settings: BankSettings }
/**
 * Runs in the transaction that keeps the command: what refuses keeps it from being sent. It may ask for what it needs while the
 * bank is looked for; `ready` has it, and refuses when the bank is not there or cannot be told anything.
 */
export type Prepare = (asked: TransactionContext & { readonly ready: Promise<ReadyBank> }) => Promise<Prepared>
export type SendOptions = {
  /** How long to wait for the kiosk's word, in ms; as long as the bank's settings ask for unless given. */
  readonly timeout?: number
}
/** A reply that a request can go on with. */
export type Outcome = Reply & { readonly State: 'opened' | 'not-detected' | 'done' }

/** Everything between the server and its kiosks. */
export type KioskLink = {
  /** Lets a kiosk in with its key. Never throws: what the broker missed is mended within minutes. */
  grant(kiosk: { organisationId: string; lockerBankId: string; keyId: string; secret: string }): Promise<void>
  /** Shuts a kiosk out, ends its connection within 5 s and shows its bank OFFLINE. Never throws, as `grant`. */
  revoke(lockerBankId: string): Promise<void>
  /**
   * Sends a command and waits for its end; by then the kiosk's events that came before its word are applied. Not inside a
   * transaction. Refuses with 404 for no such bank, 422 for one that is OFFLINE or says no, 504 for one that is silent.
   */
  sendCommand(
    asked: TenantTransactions & { readonly caller: Caller },
    lockerBankId: string,
    prepare: Prepare,
    options?: SendOptions,
  ): Promise<Outcome>
  /** Keeps a configuration as the bank's next version and sends it once the transaction has committed. */
  publishConfig(
    asked: TransactionContext & Pick<RequestContext<unknown>, 'now' | 'afterCommit'>,
    lockerBankId: string,
    content: ConfigContent,
  ): Promise<Config>
  /** Adds a handler of an event; several of one kind run in the order in which they were added. Before `start`. */
  onEvent<K extends EventKind>(kind: K, handler: EventHandler<K>): void
  /** Adds a handler of events of a known kind that are kept without being applied. Before `start`. */
  onRefused(handler: RefusedHandler): void
}

export { publishedConfig } from './configs.ts'
export { happened } from './happened.ts'
export { keysInUse } from './keys-in-use.ts'
export { changeLogin, deleteLogin, insertLogin, unlockLogin } from './logins.ts'
export { hasCommandUnderWay } from './under-way.ts'
