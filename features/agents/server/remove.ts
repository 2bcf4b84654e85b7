import { deleteLogin } from '#features/kiosks/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { t as sayCommon } from '#platform/messages.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { whyNotDelete } from '../rules.ts'
import { otherProperties, visibleAgents } from './store.ts'

/**
 * Deletes the agents who may be deleted: they are hidden, their ids stay in histories, their logins are gone. The others are
 * given with the reason.
 */
export async function removeAgents(db: Db, tenant: Tenant, ids: readonly string[], now: Date) {
  const wanted = [...new Set(ids)].sort()
  const agents = await visibleAgents(db, tenant)
    .select(['a.id', 'a.full_name'])
    .where((eb) => eb('a.id', '=', eb.fn.any(eb.val(wanted))))
    .orderBy('a.id')
    .forUpdate()
    .execute()
  const removed: string[] = []
  const refused: { id: string; whyNot: Message }[] = []
  for (const id of wanted) {
    const agent = agents.find((one) => one.id === id)
    const whyNot = agent ? whyNotDelete({ others: await otherProperties(db, tenant, id) }) : sayCommon('MsgNotFound')
    if (whyNot) refused.push({ id, whyNot: agent ? { ...whyNot, text: `${agent.full_name}: ${whyNot.text}` } : whyNot })
    else {
      await db.updateTable('agents').set({ deleted_at: now }).where('id', '=', id).execute()
      await deleteLogin(db, { agent_id: id })
      removed.push(id)
    }
  }
  return { removed, refused }
}
