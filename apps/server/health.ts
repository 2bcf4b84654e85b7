import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/server/postgres/db.ts'

/** How long the database may take to answer before this node counts as not ready, in ms. */
const PATIENCE_MS = 2_000

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve, so its database answers; migrations are done before
 * anything is listened on. 503 otherwise, for a load balancer to look elsewhere.
 */
export function healthRoutes(app: FastifyInstance, database: Database) {
  app.get('/health/live', () => ({ Status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const answers = database.pool.query('select').then(
      () => true,
      () => false,
    )
    const ready = await Promise.race([answers, wait(PATIENCE_MS, false, { ref: false })])
    return reply.status(ready ? 200 : 503).send({ Status: ready ? 'ready' : 'the database does not answer' })
  })
}
