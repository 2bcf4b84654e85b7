import { type LockState, lockAgentLogins, lockStates, setLocks, unlockAgents } from '#features/kiosks/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import {
  type BulkAction,
  type BulkContext,
  type BulkOutcome,
  bulkAction,
  orderedIds,
  restored,
  type UndoRow,
} from '#platform/server/bulk/action.ts'
import { removeInBulk } from '#platform/server/entities.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { type AgentQuery, agents } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotLock, whyNotUnlock } from '../rules.ts'
import { matchingAgents } from './list.ts'
import { agentRemoval, lockAgents, visibleAgents } from './store.ts'

const ofAgents = {
  list: 'agents',
  matching: async (db: Db, tenant: Tenant, query: AgentQuery, most: number) =>
    orderedIds(db, (await matchingAgents(db, tenant, query)).rows.select('a.id'), most),
  names: async (db: Db, tenant: Tenant, ids: readonly string[]) => {
    const rows = await visibleAgents(db, tenant).select(['a.id', 'a.full_name']).where('a.id', '=', anyOf(ids)).execute()
    return new Map(rows.map((row) => [row.id, row.full_name]))
  },
}

/** The actions on many agents. */
export const agentActions = ({ keys }: { readonly keys: Keys }): readonly BulkAction[] => [
  bulkAction({
    ...ofAgents,
    operation: agents.lock,
    run: async (context, ids) => {
      const lock = (some: readonly string[]) => lockAgentLogins(context.db, some)
      const outcome = await changeLocks(context, ids, { whyNot: whyNotLock, change: lock })
      await context.auditEach('agent locked', outcome.changed)
      return outcome
    },
    undo: undoLocks,
    message: (count) => (count === 1 ? t('MsgAgentLocked') : t('MsgAgentsLocked', { count })),
  }),
  bulkAction({
    ...ofAgents,
    operation: agents.unlockMany,
    run: async (context, ids) => {
      const unlock = (some: readonly string[]) => unlockAgents(context.db, keys, some)
      const outcome = await changeLocks(context, ids, { whyNot: whyNotUnlock, change: unlock })
      await context.auditEach('agent unlocked', outcome.changed)
      return outcome
    },
    undo: undoLocks,
    message: (count) => (count === 1 ? t('MsgAgentUnlocked') : t('MsgAgentsUnlocked', { count })),
  }),
  bulkAction({
    ...ofAgents,
    operation: agents.removeMany,
    run: async ({ db, tenant, now, auditEach }, ids) => {
      const outcome = await removeInBulk(ids, agentRemoval(db, tenant, now))
      await auditEach('agent deleted', outcome.changed)
      return outcome
    },
    message: (count) => t('MsgAgentsDeleted', { count }),
  }),
]

type Change = {
  readonly whyNot: (state: { readonly isLocked: boolean }) => Message | null
  readonly change: (ids: readonly string[]) => Promise<void>
}

/** Locks or unlocks the agents that the tenant sees. */
async function changeLocks({ db, tenant }: BulkContext, ids: readonly string[], { whyNot, change }: Change) {
  const found = await lockAgents(db, tenant, ids)
  const states = await lockStates(
    db,
    found.map(({ id }) => id),
  )
  const refused = new Map<string, Message>()
  for (const [id, { is_locked }] of states) {
    const reason = whyNot({ isLocked: is_locked })
    if (reason) refused.set(id, reason)
  }
  const changed = [...states.keys()].filter((id) => !refused.has(id))
  await change(changed)
  const versions = await lockStates(db, changed)
  const before = new Map(changed.map((id) => [id, { ...states.get(id)!, version: versions.get(id)!.version }]))
  return { changed, refused, before }
}

/** Restores the locks. Sessions that were ended, and waiting times after wrong PINs, do not return. */
async function undoLocks({ db, tenant, auditEach }: BulkContext, rows: readonly UndoRow<LockState>[]): Promise<BulkOutcome> {
  const found = await lockAgents(
    db,
    tenant,
    rows.map(({ id }) => id),
  )
  const states = await lockStates(
    db,
    found.map(({ id }) => id),
  )
  const unchanged = rows.filter(({ id, before }) => states.get(id)?.version === before.version)
  await setLocks(
    db,
    unchanged.map(({ id, before }) => ({ ...before, agentId: id })),
  )
  const ids = unchanged.map(({ id }) => id)
  await auditEach({ action: 'change undone', kind: 'agent' }, ids)
  return restored(rows, ids)
}
