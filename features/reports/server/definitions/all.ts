import type { ReportName } from '../../reports.ts'
import type { Definition } from '../engine/definition.ts'
import { activePackages } from './active-packages.ts'
import { collection } from './collection.ts'
import { propertySummary } from './property-summary.ts'
import { resident } from './resident.ts'
import { residentUsage } from './resident-usage.ts'
import { tenants } from './tenants.ts'
import { transaction } from './transaction.ts'

/** What each report consists of. */
export const DEFINITIONS: Readonly<Record<ReportName, Definition>> = {
  Transaction: transaction,
  Tenants: tenants,
  ResidentUsage: residentUsage,
  Resident: resident,
  PropertySummary: propertySummary,
  Collection: collection,
  ActivePackages: activePackages,
}
