import { changeLogin, deleteUserLogins, insertLogin, whyNotUserName } from '#features/kiosks/server/api.ts'
import { areProperties } from '#features/properties/server/api.ts'
import { endPasswordLinks, endSignInsOf } from '#features/session/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { settle } from '#platform/given-twice.ts'
import type { InputOf } from '#platform/operation.ts'
import { ROLES } from '#platform/permissions.ts'
import { existing, lockNames, refuseStale } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { refuseFields, refuseIf, refuseWrong } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { sameText } from '#platform/server/postgres/sql-helpers.ts'
import type { portalUsers } from '../contract.ts'
import { settledDraft } from '../fields.ts'
import { t as tMail } from '../mail-messages.ts'
import { t } from '../messages.ts'
import { grantableRoles, whyNotChange } from '../rules.ts'
import { type InvitationDeps, notifyFormerAddress } from './invitation.ts'
import { notifyManagers } from './notify-managers.ts'
import { activeByRole, canSignIn, readUserRecord, roleOf, userRows, visibleUsers } from './store.ts'

type Draft = InputOf<typeof portalUsers.save>
type Saving = {
  readonly id: string
  readonly draft: Draft
  readonly caller: Caller
  readonly deps: InvitationDeps
  readonly now: Date
  /** Of a typed first password, and of a new PIN. */
  readonly passwordHash: string | null
  readonly pinHash: string | undefined
  /** Of a typed first password. */
  readonly whyNotPassword: Message | null
}

const columnsOf = (draft: Draft) => ({
  first_name: draft.FirstName,
  last_name: draft.LastName,
  email: draft.Email,
  phone_number: draft.PhoneNumber,
  role_id: ROLES[draft.UserRole].id,
  is_active: draft.IsActive ?? true,
})

type Audited = { readonly role: string; readonly isActive: boolean; readonly propertyIds: readonly string[] }
type Person = Pick<Draft, 'FirstName' | 'LastName' | 'Email' | 'PhoneNumber' | 'KioskUserName'>
/** What the audit trail records of a user, who is staff: also personal values, but neither password nor PIN. */
const auditOf = (
  { FirstName, LastName, Email, PhoneNumber, KioskUserName }: Person,
  { role, isActive, propertyIds }: Audited,
) => ({
  ...{ FirstName, LastName, Email, PhoneNumber, KioskUserName },
  ...{ role, active: isActive, properties: propertyIds },
})

/** Adds a user. Refuses with 422 at every field that is wrong. */
export async function createUser({ db, tenant, audit }: TransactionContext, saving: Saving): Promise<void> {
  const { id, draft, passwordHash, pinHash } = saving
  await lockNames(db, tenant, 'portal users')
  refuseFields(...(await whyNotValues(db, saving, null)))
  await db
    .insertInto('portal_users')
    .values({
      organisation_id: tenant.organisationId,
      id,
      ...columnsOf(draft),
      password_hash: passwordHash,
      must_change_password: passwordHash !== null,
    })
    .execute()
  const propertyIds = await setProperties(db, tenant, id, draft)
  const login = { userName: draft.KioskUserName, pinHash: pinHash ?? '' }
  if (draft.KioskUserName) await insertLogin(db, tenant, { portal_user_id: id }, login, 'KioskUserName')
  const after = auditOf(draft, { role: draft.UserRole, isActive: draft.IsActive ?? true, propertyIds })
  await audit('portal user created', id, {
    after,
    ...(passwordHash !== null && { Password: 'changed' }),
    ...(draft.KioskPin && { KioskPin: 'changed' }),
  })
}

/**
 * Changes a user. A disabled one, and one with another address, is signed out; another role or other properties apply within 2 s. Refuses with 422 at the field,
 * and 404 for a missing or foreign user.
 */
export async function updateUser({ db, tenant, audit }: TransactionContext, given: Saving): Promise<void> {
  const { id, caller, now } = given
  // Also orders changes of users, so that two of them cannot remove the last manager.
  await lockNames(db, tenant, 'portal users')
  await existing(userRows(db).where('u.id', '=', id).forUpdate())
  const before = await readUserRecord(db, id)
  refuseStale({ Version: before.version }, given.draft)
  const saved = { KioskUserName: before.user_name ?? '', PropertyIds: before.propertyIds }
  const { draft, wrong } = settledDraft(given.draft, saved)
  const { UserName } = draft.Specified
  // A user name is the address, also the one before the change.
  const isFormer = UserName === before.email.toLowerCase()
  const names = settle(['Email', draft.Email.toLowerCase()], ['PortalLogin.Username', isFormer ? null : UserName])
  refuseWrong([...names.wrong, ...wrong])
  const saving = { ...given, draft }
  const isActive = draft.IsActive === true
  const role = roleOf(before.role_id)
  const others = ((await activeByRole(db)).get(before.role_id) ?? 0) - (canSignIn(before) ? 1 : 0)
  const after = isActive ? draft.UserRole : null
  const change = { isSelf: id === caller.id, role, after, hasOthers: others > 0, isActive: canSignIn(before) }
  refuseIf(whyNotChange(caller, change), draft.UserRole === role && isActive ? undefined : 'UserRole')
  refuseFields(...(await whyNotValues(db, saving, before)))
  await db.updateTable('portal_users').set(columnsOf(draft)).where('id', '=', id).execute()
  const propertyIds = await setProperties(db, tenant, id, draft)
  await saveLogin(db, tenant, saving, before.user_name)
  const isOtherEmail = before.email.toLowerCase() !== draft.Email.toLowerCase()
  if (!isActive || isOtherEmail) {
    await endPasswordLinks(db, [id], now)
    await endSignInsOf(db, [id], now)
  }
  if (isOtherEmail) {
    const { mailer } = saving.deps
    await notifyFormerAddress(db, tenant, saving.deps, { firstName: before.first_name, email: before.email, actor: caller.name })
    const what = { actor: caller.name, name: `${draft.FirstName} ${draft.LastName}`, former: before.email, email: draft.Email }
    const isManager = [role, draft.UserRole].includes('organisationmanager')
    if (isManager) await notifyManagers(db, mailer, tenant, tMail('WhatManagerAddress', what))
  }
  await audit('portal user changed', id, {
    before: auditOf(personOf(before), { role, isActive: before.is_active, propertyIds: before.propertyIds }),
    after: auditOf(draft, { role: draft.UserRole, isActive, propertyIds }),
    ...(draft.KioskPin && { KioskPin: 'changed' }),
  })
}

const personOf = (user: Awaited<ReturnType<typeof readUserRecord>>): Person => ({
  FirstName: user.first_name,
  LastName: user.last_name,
  Email: user.email,
  PhoneNumber: user.phone_number,
  KioskUserName: user.user_name ?? '',
})

/** What speaks against the values of a user by what is stored, each reason at its field. */
async function whyNotValues(
  db: Db,
  { id, draft, caller, pinHash, whyNotPassword }: Saving,
  before: Awaited<ReturnType<typeof readUserRecord>> | null,
) {
  const isOtherEmail = before?.email.toLowerCase() !== draft.Email.toLowerCase()
  const twin = visibleUsers(db).select('u.id').where(sameText('u.email', draft.Email)).where('u.id', '<>', id)
  const isTaken = isOtherEmail && (await twin.executeTakeFirst()) !== undefined
  const isHalf = draft.KioskUserName !== '' && pinHash === undefined && (before?.user_name ?? null) === null
  return [
    // A disabled user may still get a role.
    { field: 'UserRole', reason: grantableRoles(caller).includes(draft.UserRole) ? null : t('MsgUserNoSuchRole') },
    { field: 'Email', reason: isTaken ? t('MsgUserEmailTaken') : null },
    { field: 'Password', reason: whyNotPassword },
    { field: 'PropertyIds', reason: (await areProperties(db, propertiesOf(draft))) ? null : t('MsgUserNoSuchProperty') },
    { field: 'KioskUserName', reason: await whyNotUserName(db, { portal_user_id: id }, draft.KioskUserName) },
    { field: 'KioskPin', reason: isHalf ? t('MsgKioskLoginHalf') : null },
  ]
}

/** A role with every property has none of its own. */
const propertiesOf = ({ UserRole, PropertyIds }: Draft): readonly string[] =>
  ROLES[UserRole].everyProperty ? [] : [...new Set(PropertyIds)]

/** Replaces the user's properties. */
async function setProperties(db: Db, { organisationId }: Tenant, id: string, draft: Draft): Promise<readonly string[]> {
  const chosen = propertiesOf(draft)
  await db.deleteFrom('portal_user_properties').where('portal_user_id', '=', id).execute()
  const rows = chosen.map((property_id) => ({ organisation_id: organisationId, portal_user_id: id, property_id }))
  if (rows.length > 0) await db.insertInto('portal_user_properties').values(rows).execute()
  return chosen
}

async function saveLogin(db: Db, tenant: Tenant, { id, draft, deps, pinHash }: Saving, savedName: string | null): Promise<void> {
  const owner = { portal_user_id: id }
  if (!draft.KioskUserName) return deleteUserLogins(db, [id])
  if (savedName !== null) return changeLogin(db, deps.keys, owner, { userName: draft.KioskUserName, pinHash }, 'KioskUserName')
  await insertLogin(db, tenant, owner, { userName: draft.KioskUserName, pinHash: pinHash! }, 'KioskUserName')
}
