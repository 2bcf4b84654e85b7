import type { Tables } from '#database/tables.ts'
import type { AuditWords } from '#platform/audit.ts'
import type { MessageTable } from '#platform/define-messages.ts'
import type { BulkAction } from './bulk/action.ts'
import type { Caller } from './http/caller.ts'
import type { Router, TransactionContext } from './http/route.ts'
import type { Jobs, Queue, Schedule } from './jobs/jobs.ts'
import type { Db } from './postgres/db.ts'

/** A person who is erased, as they were stored before. */
export type Erased = {
  readonly id: string
  readonly propertyId: string
  readonly email: string
  /** The ids of those who acted for them. */
  readonly delegateIds: readonly string[]
}
export type Erasing = TransactionContext & { readonly now: Date; readonly caller: Caller; readonly sendJob: Jobs['send'] }

type Rows = Readonly<Record<string, unknown>>

/** What a feature stores about people who do not sign in. */
export type PersonalData = {
  /** All of a person's data by the names under which they get it, not more than `limit` rows of a list. */
  readonly read?: (db: Db, person: { readonly id: string; readonly limit: number; readonly reader: Caller }) => Promise<Rows>
  /** Erases it in the transaction in which the person is erased; ids, numbers and times stay. */
  readonly erase?: (context: Erasing, person: Erased) => Promise<void>
}

/** A table whose records are shown by name where the audit trail has their ids. */
export type NamedTable = {
  readonly table: keyof Tables
  /** The name as an SQL expression on the row `x`. */
  readonly name: string
  /** In place of ids among the values of entries, as the present name of what an entry is about, or as both. */
  readonly shown: 'value' | 'subject' | 'both'
}
/** The name in a table of people. */
export const PERSON_NAME = 'person_name(x.first_name, x.last_name)'

/** What one feature contributes to the server. `Deps`: what its functions need; the application passes more than that. */
export type ServerFeature<Deps> = {
  /** Message tables, each a language file; their translations are the JSON files of the feature's folder. */
  readonly texts?: readonly MessageTable[]
  /** Binds the feature's operations and subscribes to the events of other features. */
  readonly routes?: (route: Router, deps: Deps) => void
  /** Actions on many rows of a list; their operations are bound with them. */
  readonly bulkActions?: (deps: Deps) => readonly BulkAction[]
  readonly queues?: (deps: Deps) => readonly Queue[]
  readonly schedules?: (deps: Deps) => readonly Schedule[]
  readonly personalData?: PersonalData
  /** Its words of the audit trail, and its tables with names. */
  readonly audit?: AuditWords
  readonly named?: readonly NamedTable[]
  /** Each deletes expired rows of one organisation, every night. */
  readonly retention?: readonly ((db: Db, now: Date) => Promise<void>)[]
}
