import type pg from 'pg'
import type { Process } from './processes.ts'

export type Bench = {
  /** The product on a million packages, and on ten thousand. */
  readonly product: Process
  readonly small: Process
  readonly bare: Process
  /** The organisation with half of everything. */
  readonly organisationId: string
  readonly appUrl: string
  readonly superuserUrl: string
  connect(as: 'app' | 'superuser'): Promise<pg.Client>
}
