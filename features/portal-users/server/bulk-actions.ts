import { endPasswordLinks, endSignInsOf } from '#features/session/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import {
  type BulkAction,
  type BulkContext,
  type BulkOutcome,
  bulkAction,
  orderedIds,
  restored,
  type UndoRow,
} from '#platform/server/bulk/action.ts'
import { lockNames } from '#platform/server/entities.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import { type Limit, tooManyAttempts } from '#platform/server/security/limits.ts'
import { portalUsers } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotChange, whyNotInvite } from '../rules.ts'
import { invitationsOf, sendInvitation } from './invitation.ts'
import type { PortalUsersDeps } from './second-step.ts'
import { activeByRole, canSignIn, invitedOf, lockUsers, matchingUsers, roleOf, visibleUsers } from './store.ts'

type Query = InputOf<typeof portalUsers.page>
const ofUsers = {
  list: 'portal users',
  matching: (db: Db, _: Tenant, query: Query, most: number) => orderedIds(db, matchingUsers(db, query).select('u.id'), most),
  names: async (db: Db, _: Tenant, ids: readonly string[]) => {
    const rows = await visibleUsers(db).select(['u.id', 'u.first_name', 'u.last_name']).where('u.id', '=', anyOf(ids)).execute()
    return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]))
  },
}

/** The actions on many portal users. */
export const portalUserActions = (deps: PortalUsersDeps): readonly BulkAction[] => [
  bulkAction({
    ...ofUsers,
    operation: portalUsers.disable,
    run: (context, ids) => setActive(context, ids, false),
    undo: (context, rows) => undoActive(context, rows, true),
    message: (count) => t('MsgUsersDisabled', { count }),
  }),
  bulkAction({
    ...ofUsers,
    operation: portalUsers.enable,
    run: (context, ids) => setActive(context, ids, true),
    undo: (context, rows) => undoActive(context, rows, false),
    message: (count) => t('MsgUsersEnabled', { count }),
  }),
  bulkAction({
    ...ofUsers,
    operation: portalUsers.inviteMany,
    run: (context, ids) => inviteEach(context, ids, deps),
    message: (count) => t('MsgInvitationsSent', { count }),
  }),
]

type Version = { readonly version: string }
type Changed = BulkOutcome & { readonly before: ReadonlyMap<string, Version> }

/** Disables or enables users by the rules of a single change. Disabled ones are signed out, and their links end. */
async function setActive(context: BulkContext, ids: readonly string[], isActive: boolean): Promise<Changed> {
  const { db, tenant, caller, now, auditEach } = context
  // Orders changes of users, so that two of them cannot remove the last manager.
  await lockNames(db, tenant, 'portal users')
  const users = await lockUsers(db, ids)
  const active = await activeByRole(db)
  const refused = new Map<string, Message>()
  const changed: string[] = []
  for (const user of users) {
    const role = roleOf(user.role_id)
    const others = (active.get(user.role_id) ?? 0) - (canSignIn(user) ? 1 : 0)
    const change = { isSelf: user.id === caller.id, role, after: isActive ? role : null, hasOthers: others > 0 }
    const isDone = user.is_active === isActive ? t(isActive ? 'MsgUserIsActive' : 'MsgUserIsDisabled') : null
    const reason = whyNotChange(caller, { ...change, isActive: canSignIn(user) }) ?? isDone
    if (reason) refused.set(user.id, reason)
    else changed.push(user.id)
    // The next row sees one user less.
    if (!reason && canSignIn(user)) active.set(user.role_id, others)
  }
  await db.updateTable('portal_users').set({ is_active: isActive }).where('id', '=', anyOf(changed)).execute()
  if (!isActive) {
    await endPasswordLinks(db, changed, now)
    await endSignInsOf(db, changed, now)
  }
  await auditEach('portal user changed', changed, { before: { active: !isActive }, after: { active: isActive } })
  return { changed, refused, before: await versionsOf(db, changed) }
}

/** Sign-ins and links that a change ended do not return. */
async function undoActive(context: BulkContext, rows: readonly UndoRow<Version>[], isActive: boolean): Promise<BulkOutcome> {
  await lockNames(context.db, context.tenant, 'portal users')
  const versions = await versionsOf(
    context.db,
    rows.map(({ id }) => id),
  )
  const unchanged = rows.filter(({ id, before }) => versions.get(id)?.version === before.version).map(({ id }) => id)
  const { changed, refused } = await setActive(context, unchanged, isActive)
  return { changed, refused: new Map([...restored(rows, unchanged).refused, ...refused]) }
}

async function versionsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Version>> {
  const rows = await visibleUsers(db)
    .select(['u.id', rowVersion('u').as('version')])
    .where('u.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, version }) => [id, { version }]))
}

/** Sends invitations to those who have not accepted theirs, as many as the limit of the person who invites allows. */
async function inviteEach(context: BulkContext, ids: readonly string[], deps: PortalUsersDeps): Promise<BulkOutcome> {
  const invitations = invitationsOf(deps)
  const refused = new Map<string, Message>()
  const changed: string[] = []
  for (const user of await lockUsers(context.db, ids)) {
    const reason = whyNotInvite(context.caller, invitedOf(user)) ?? (await whyNotNow(invitations, context.caller.id))
    if (reason) refused.set(user.id, reason)
    else {
      await sendInvitation(context, deps, { id: user.id, firstName: user.first_name, email: user.email }, context)
      changed.push(user.id)
    }
  }
  return { changed, refused }
}

/** Counts one invitation; above the limit the reason, which says when the next one is possible. */
async function whyNotNow(invitations: Limit, callerId: string): Promise<Message | null> {
  const seconds = await invitations.take(callerId)
  return seconds > 0 ? tooManyAttempts(seconds).reason : null
}
