import type { BulkTables } from './tables-of-bulk.ts'
import type { ImportTables } from './tables-of-imports.ts'
import type { LockerBankTables } from './tables-of-locker-banks.ts'
import type { OrganisationTables } from './tables-of-organisations.ts'
import type { PackageTables } from './tables-of-packages.ts'
import type { PeopleTables } from './tables-of-people.ts'
import type { ReportTables } from './tables-of-reports.ts'

/** The schema as the queries see it; `tables.test.ts` compares it with the migrated database. */
export type Tables = OrganisationTables &
  PeopleTables &
  LockerBankTables &
  PackageTables &
  ImportTables &
  BulkTables &
  ReportTables
