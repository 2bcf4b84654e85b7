import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { FULL_SECONDS, isStorageFull, Refusal, refused } from '#platform/server/http/refusal.ts'
import { t } from '#platform/server/messages.ts'
import type { Database } from '#platform/server/postgres/db.ts'

const TIMEOUT_MS = 2_000

/**
 * `/health/live`: the process responds. `/health/ready`: it is not stopping, the database responds and no request found a disk full
 * lately, or 503 for the load balancer. Migrations are complete before the server listens. Returns a function that announces the stop.
 */
export function healthRoutes(app: FastifyInstance, database: Database): () => void {
  let isStopping = false
  let fullAt = Number.NEGATIVE_INFINITY
  app.addHook('onError', async (_request, _reply, error) => {
    if (isStorageFull(error)) fullAt = performance.now()
  })
  async function whyNotReady(): Promise<string | null> {
    if (isStopping) return 'the server is stopping'
    const responds = database.pool.query('select').then(
      () => true,
      () => false,
    )
    const isReady = await Promise.race([responds, wait(TIMEOUT_MS, false, { ref: false })])
    if (!isReady) return 'the database does not respond'
    return performance.now() - fullAt < FULL_SECONDS * 1000 ? 'the disk is full' : null
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
