import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal, refused } from '#platform/server/http/refusal.ts'
import { t } from '#platform/server/messages.ts'
import type { Database } from '#platform/server/postgres/db.ts'

const TIMEOUT_MS = 2_000

/**
 * `/health/live`: the process responds. `/health/ready`: it is not stopping and the database responds too, or 503 for the load
 * balancer. Migrations are complete before the server listens. Returns a function that announces the stop.
 */
export function healthRoutes(app: FastifyInstance, database: Database): () => void {
  let isStopping = false
  async function whyNotReady(): Promise<string | null> {
    if (isStopping) return 'the server is stopping'
    const responds = database.pool.query('select').then(
      () => true,
      () => false,
    )
    const isReady = await Promise.race([responds, wait(TIMEOUT_MS, false, { ref: false })])
    return isReady ? null : 'the database does not respond'
  }
  app.get('/health/live', () => ({ Status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const whyNot = await whyNotReady()
    return whyNot ? refused(reply, new Refusal(503, t('MsgBusy'))).send({ Status: whyNot }) : { Status: 'ready' }
  })
  return () => {
    isStopping = true
  }
}
