import { type Expression, type InferResult, type SqlBool, sql } from 'kysely'
import { existing, versionOf } from '#platform/server/entities.ts'
import { conflict } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { REGISTRATION_STATUS, type RegistrationStatus, type RegistrationType, statusMessage, whyNotDecide } from '../rules.ts'

/** Whether the registration `g` of a query requests one of these properties. */
const requestsOneOf = (propertyIds: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from registration_properties gp where gp.organisation_id = g.organisation_id
    and gp.registration_id = g.id and gp.property_id = any(${propertyIds}))`

/** The registrations that a reviewer sees: a resident's by its property (row security), an agent's by one of them. */
export function visibleRegistrations(db: Db, { propertyIds }: Tenant, kind: RegistrationType) {
  const rows = db.selectFrom('registrations as g').where('g.kind', '=', kind)
  return kind === 'resident' || propertyIds === '*' ? rows : rows.where(requestsOneOf(propertyIds))
}

/** The registration's row, locked against another review; 404 for one that is missing, foreign or not the caller's. */
export async function lockedRegistration(db: Db, tenant: Tenant, kind: RegistrationType, id: string) {
  const row = visibleRegistrations(db, tenant, kind)
    .select(['g.id', 'g.status', 'g.reviewer_name', 'g.email', 'g.first_name', 'g.last_name', 'g.language'])
    .select(['g.email_verified_at', 'g.pin_hash', 'g.courier_id'])
    .where('g.id', '=', id)
    .forUpdate()
  return existing(row)
}
export type LockedRegistration = Awaited<ReturnType<typeof lockedRegistration>>

/** The locked row of an undecided registration; 409 with the reviewer's name for a decided one. */
export async function openRegistration(db: Db, tenant: Tenant, kind: RegistrationType, id: string): Promise<LockedRegistration> {
  const row = await lockedRegistration(db, tenant, kind, id)
  const whyNot = whyNotDecide({ status: row.status, reviewer: row.reviewer_name })
  if (whyNot) throw conflict(whyNot)
  return row
}

type Decision = {
  readonly status: Exclude<RegistrationStatus, 1>
  readonly reviewer: { readonly id: string; readonly name: string }
  readonly now: Date
  /** The resident or agent that the approval created or updated. */
  readonly approved?: { readonly resident_id: string } | { readonly agent_id: string }
  /** Whether it can be taken back: the hash of the PIN is kept until it is completed. */
  readonly isDue?: boolean
}
/** Stores a decision; deletes the hash of the PIN unless the decision can be taken back. */
export async function closeRegistration(
  db: Db,
  id: string,
  { status, reviewer, now, approved, isDue = false }: Decision,
): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ status, reviewer_id: reviewer.id, reviewer_name: reviewer.name, decided_at: now, ...approved })
    .set(isDue ? { rejection_due: true } : { rejection_due: false, pin_hash: null })
    .where('id', '=', id)
    .execute()
}

/** The columns that both kinds share. */
const COMMON_COLUMNS = [
  'g.id',
  'g.organisation_id',
  'g.first_name',
  'g.last_name',
  'g.email',
  'g.phone_number',
  'g.status',
  'g.reviewer_id',
  'g.reviewer_name',
  'g.comments',
  'g.created_at',
  'g.email_verified_at',
  'g.decided_at',
] as const
/** The registration as a query of the columns that both kinds share. */
export const oneRegistration = (db: Db, tenant: Tenant, kind: RegistrationType, id: string) =>
  visibleRegistrations(db, tenant, kind).select(COMMON_COLUMNS).where('g.id', '=', id)

const DECISIONS: Readonly<Record<number, number>> = { [REGISTRATION_STATUS.Approved]: 1, [REGISTRATION_STATUS.Rejected]: -1 }
/** What both kinds have; `form` are the fields of the form that one kind has. */
export const commonOf = (row: InferResult<ReturnType<typeof oneRegistration>>[number], form: object) => ({
  Id: row.id,
  OrganisationId: row.organisation_id,
  FirstName: row.first_name,
  LastName: row.last_name,
  Email: row.email,
  PhoneNumber: row.phone_number,
  RegistrationStatusId: row.status as RegistrationStatus,
  RegistrationStatus: statusMessage(row.status),
  ReviewerId: row.reviewer_id,
  ReviewerName: row.reviewer_name,
  Comments: row.comments,
  Version: versionOf([row.first_name, row.last_name, row.email, row.phone_number, row.comments, form]),
  ApprovalStatus: DECISIONS[row.status] ?? 0,
  SubmittedAt: row.created_at,
  EmailVerifiedAt: row.email_verified_at,
  LastModifiedTime: row.decided_at,
  Editable: row.status === REGISTRATION_STATUS.Pending,
  IsRegister: false,
})

export type Person = {
  readonly FirstName: string
  readonly LastName: string
  readonly Email: string
  readonly PhoneNumber: string
}
/** The registrant's columns. */
export const personColumns = (input: Person) => ({
  first_name: input.FirstName,
  last_name: input.LastName,
  email: input.Email,
  phone_number: input.PhoneNumber,
})

type Home = {
  readonly PropertyId: string
  readonly BuildingId: string
  readonly UnitNumber: string
  readonly PhoneNumber1: string
  readonly PhoneNumber2: string
  readonly IsDDA: boolean
}
/** The columns that only a resident's registration has. */
export const homeColumns = (input: Home) => ({
  property_id: input.PropertyId,
  building_id: input.BuildingId,
  unit_number: input.UnitNumber,
  phone1: input.PhoneNumber1,
  phone2: input.PhoneNumber2,
  is_dda: input.IsDDA,
})

/** The columns that only an agent's registration has. */
export const workColumns = (input: { readonly CourierId: string; readonly UserName: string }, role_id: number) => ({
  courier_id: input.CourierId,
  user_name: input.UserName,
  role_id,
})
