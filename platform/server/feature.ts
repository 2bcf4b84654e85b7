import type { MessageTable } from '#platform/define-messages.ts'
import type { BulkAction } from './bulk/action.ts'
import type { Router } from './http/route.ts'
import type { Queue, Schedule } from './jobs/jobs.ts'
import type { Db } from './postgres/db.ts'

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
  /** Each deletes expired rows of one organisation, every night. */
  readonly retention?: readonly ((db: Db, now: Date) => Promise<void>)[]
}
