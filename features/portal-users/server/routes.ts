import { deleteUserLogins } from '#features/kiosks/server/api.ts'
import { propertyChoices } from '#features/properties/server/api.ts'
import { deleteViewsOf } from '#features/saved-views/server/api.ts'
import { ratePassword } from '#features/session/password-policy.ts'
import { endPasswordLinks, endSignInsOf, readSecondSteps } from '#features/session/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { t as label } from '#platform/labels.ts'
import type { InputOf } from '#platform/operation.ts'
import { ROLE_PERMISSIONS, ROLES } from '#platform/permissions.ts'
import { existing, lockNames, removeEach, saved } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router, TenantTransactions } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import type { Limit } from '#platform/server/security/limits.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { portalUsers } from '../contract.ts'
import { t } from '../messages.ts'
import { grantableRoles, mayUseKiosk, roleName, whyNotChange, whyNotInvite } from '../rules.ts'
import { invitationsOf, sendInvitation } from './invitation.ts'
import { createUser, updateUser } from './save.ts'
import { type PortalUsersDeps, secondStepRules } from './second-step.ts'
import {
  activeByRole,
  canSignIn,
  hideUsers,
  invitedOf,
  lockUsers,
  matchingUsers,
  ROW,
  readUserRecord,
  roleOf,
  rowOf,
  SORTS,
  userRows,
  visibleUsers,
} from './store.ts'

/** Portal users (spec 3 §2, §5, §7; decisions "Structure and users"). */
export function portalUsersRoutes(route: Router, deps: PortalUsersDeps) {
  secondStepRules(route, deps)
  readingRoutes(route)
  savingRoutes(route, deps)

  route(portalUsers.remove, async ({ db, tenant, caller, input, now, auditEach }) => {
    await lockNames(db, tenant, 'portal users')
    const { removed, reply } = await removeEach(input, {
      lock: (ids) => lockUsers(db, ids),
      whyNot: async () => {
        const active = await activeByRole(db)
        return (user) => {
          const others = (active.get(user.role_id) ?? 0) - (canSignIn(user) ? 1 : 0)
          const change = { isSelf: user.id === caller.id, role: roleOf(user.role_id), after: null, hasOthers: others > 0 }
          const reason = whyNotChange(caller, { ...change, isActive: canSignIn(user) })
          // The next row of the same request sees one user less.
          if (!reason && canSignIn(user)) active.set(user.role_id, others)
          return reason
        }
      },
      remove: async (ids) => {
        await hideUsers(db, ids, now)
        await deleteUserLogins(db, ids)
        await deleteViewsOf(db, ids)
        await endPasswordLinks(db, ids, now)
        await endSignInsOf(db, ids, now)
      },
    })
    await auditEach(
      'portal user deleted',
      removed.map(({ id }) => id),
    )
    return { Message: label('MsgCountDeleted', { count: removed.length }), ...reply }
  })
}

function readingRoutes(route: Router) {
  route(portalUsers.page, ({ db, input }) =>
    readPage(db, matchingUsers(db, input).select(ROW), input, { sorts: SORTS, id: 'u.id', row: rowOf }),
  )

  route(portalUsers.choices, ({ db, caller }) => choicesOf(db, caller))

  route(portalUsers.get, ({ db, caller, params }) => readUser(db, caller, params.portalUserId))
  route(portalUsers.getOf, ({ db, caller, params }) => readUser(db, caller, params.portalUserId))

  route(portalUsers.changes, async ({ db, params: { portalUserId } }) => {
    await existing(visibleUsers(db).select('u.id').where('u.id', '=', portalUserId))
    return readChanges(db, portalUserId)
  })
}

/** The roles that the caller may give, and the properties, those of `ids` first. */
const choicesOf = async (db: Db, caller: Caller, ids: readonly string[] = []) => ({
  AllRoles: grantableRoles(caller).map((role) => ({
    SystemName: role,
    Name: roleName(role),
    EveryProperty: ROLES[role].everyProperty,
    MayUseKiosk: mayUseKiosk(role),
    Permissions: [...ROLE_PERMISSIONS[role]],
  })),
  AllProperties: await propertyChoices(db, { ids, most: MOST_LISTED }),
})

/** A user as the form shows it. */
async function readUser(db: Db, caller: Caller, id: string) {
  const user = await readUserRecord(db, id)
  const row = rowOf(user)
  return {
    ...row,
    ...(await choicesOf(db, caller, user.propertyIds)),
    UserRole: { SystemName: row.UserRole, Name: roleName(row.UserRole) },
    PhoneNumber: user.phone_number,
    IsActive: user.is_active,
    PortalLogin: { Username: row.Email },
    KioskLogin: { Username: user.user_name ?? '' },
    UserToProperties: user.propertyIds.map((PropertyId) => ({ UserId: id, PropertyId })),
    KioskUserName: user.user_name ?? '',
    PropertyIds: user.propertyIds,
    HasSecondStep: (await readSecondSteps(db, user.id)).hasAny,
    Version: user.version,
    InvitedAt: user.password_hash === null ? user.invited_at : null,
    IsFixed: user.id === caller.id || !grantableRoles(caller).includes(row.UserRole),
  }
}

function savingRoutes(route: Router, deps: PortalUsersDeps) {
  const invitations = invitationsOf(deps)
  route.withoutTransaction(portalUsers.save, async ({ input, caller, now, inTenant }) => {
    const id = input.Id ?? newId()
    const typed = input.Id ? '' : (input.Password ?? '')
    const whyNotPassword = typed ? await whyWeak(inTenant, input, typed) : null
    const passwordHash = typed && !whyNotPassword ? await hashPassword(typed) : null
    const pinHash = input.KioskPin ? await hashPassword(input.KioskPin) : undefined
    const saving = { id, draft: input, caller, deps, now, passwordHash, pinHash, whyNotPassword }
    const isInvited = !input.Id && !typed && input.IsActive !== false
    if (isInvited) await invitations.spend(caller.id)
    const save = () =>
      inTenant(async (transaction) => {
        if (input.Id) return updateUser(transaction, saving)
        await createUser(transaction, saving)
        const invited = { id, firstName: input.FirstName, email: input.Email }
        if (isInvited) await sendInvitation(transaction, deps, invited, { caller, now })
      })
    await (isInvited ? refunded(invitations, caller.id, save) : save())
    return saved(isInvited ? t('MsgUserInvited', { email: input.Email }) : t('MsgUserSaved'), id)
  })

  route.withoutTransaction(portalUsers.invite, async ({ caller, params: { portalUserId: id }, now, inTenant }) => {
    await invitations.spend(caller.id)
    const email = await refunded(invitations, caller.id, () =>
      inTenant(async (transaction) => {
        const user = await existing(userRows(transaction.db).where('u.id', '=', id).forUpdate())
        refuseIf(whyNotInvite(caller, invitedOf(user)))
        await sendInvitation(transaction, deps, { id, firstName: user.first_name, email: user.email }, { caller, now })
        return user.email
      }),
    )
    return { Message: t('MsgInvitationSent', { email }) }
  })
}

/** An invitation that was refused does not count. */
async function refunded<T>(invitations: Limit, key: string, invite: () => Promise<T>): Promise<T> {
  try {
    return await invite()
  } catch (error) {
    await invitations.refund(key)
    throw error
  }
}

/** Why the policy refuses a first password, or null. */
async function whyWeak(
  inTenant: TenantTransactions['inTenant'],
  { FirstName, LastName, Email }: InputOf<typeof portalUsers.save>,
  password: string,
): Promise<Message | null> {
  const { name, system_name } = await inTenant(({ db, tenant }) =>
    db
      .selectFrom('organisations')
      .select(['name', 'system_name'])
      .where('id', '=', tenant.organisationId)
      .executeTakeFirstOrThrow(),
  )
  return (await ratePassword(password, [FirstName, LastName, Email, name, system_name])).reason
}
