import type { Permission } from '#platform/permissions.ts'
import { fillPath } from '../api/call.ts'

/** A screen that shows a record, and who may open it. */
type Way = readonly [needs: Permission, path: string]

/**
 * The screens that a link to each kind of record leads to; the first that the user may open is used. `{id}` is the record's id, a
 * locker's name; `{of}` is what it belongs to: the property of a building, the locker bank of a locker. Places without a screen of
 * their own lead to the list that is filtered by them.
 */
export const RECORD_KINDS = {
  resident: [
    ['EditResident', '/resident/{id}/edit'],
    ['ViewResident', '/resident/{id}/detail'],
  ],
  residentRegistration: [['EditResidentRegistration', '/resident/{id}/review']],
  agent: [['EditAgent', '/agent/{id}/edit']],
  agentRegistration: [['EditAgentRegistration', '/agent/{id}/review']],
  courier: [['EditCourier', '/courier/{id}/edit']],
  package: [['ViewPackage', '/search?package={id}']],
  lockerBank: [
    ['ViewLockerBankDashboard', '/dashboard/lockerbank/{id}'],
    ['EditLockerBank', '/lockerbank/{id}/editView'],
    ['SetupLockerBank', '/lockerbank/{id}/layout'],
  ],
  locker: [['ViewLockerBankDashboard', '/dashboard/lockerbank/{of}?locker={id}']],
  import: [['ManualImportResident', '/importfile/{id}/detail']],
  property: [
    ['EditProperty', '/property/{id}/edit'],
    ['ViewResident', '/resident/list?PropertyId={id}'],
  ],
  building: [
    ['EditBuilding', '/building/{id}/edit'],
    ['ViewResident', '/resident/list?PropertyId={of}&BuildingId={id}'],
  ],
  mailroom: [['EditMailroom', '/mailroom/{id}/edit']],
  region: [['EditRegion', '/region/{id}/eidt']],
  reportSchedule: [['PropertyReport', '/reportschedule/{id}/edit']],
  portalUser: [['EditPortalUser', '/portaluser/{id}/edit']],
  adviceTag: [['EditGeneralSetting', '/advicetag/{id}/']],
  auditOf: [['ViewAudit', '/audit/list?SubjectId={id}']],
  auditEntry: [['ViewAudit', '/audit/{id}/detail']],
  organisation: [['EditOrganisation', '/organisation/{id}/']],
} as const satisfies Record<string, readonly Way[]>

/** A record that is named somewhere; null ids are of records that the server does not show to the user. */
export type RecordRef = {
  readonly kind: keyof typeof RECORD_KINDS
  readonly id: string | null | undefined
  readonly of?: string | null | undefined
}

/** The address of the first screen of the record that these permissions open; null if there is none or an id is missing. */
export function recordPath({ kind, id, of }: RecordRef, permissions: ReadonlySet<Permission>): string | null {
  const ways: readonly Way[] = RECORD_KINDS[kind]
  const path = ways.find(([needs]) => permissions.has(needs))?.[1]
  if (!path || !id || (path.includes('{of}') && !of)) return null
  return fillPath(path, { id, of })
}
