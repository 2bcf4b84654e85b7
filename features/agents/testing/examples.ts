import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { agents } from '../contract.ts'

const agent = ({ ids }: Place) => ({ params: { agentId: ids.agent } })

const rows = ({ ids }: Place) => ({ input: { Ids: [ids.agent] } })

export const agentsExamples = examplesOf(agents, {
  page: none,
  properties: agent,
  get: agent,
  changes: agent,
  create: none,
  update: agent,
  unlock: agent,
  lock: rows,
  unlockMany: rows,
  removeMany: rows,
  remove: none,
})
