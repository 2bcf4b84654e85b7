import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/server/postgres/db.ts'

const TIMEOUT_MS = 2_000

/**
 * `/health/live`: the process responds. `/health/ready`: the database responds too, or 503 for the load balancer. Migrations
 * are complete before the server listens.
 */
export function healthRoutes(app: FastifyInstance, database: Database) {
  app.get('/health/live', () => ({ Status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    const responds = database.pool.query('select').then(
      () => true,
      () => false,
    )
    const ready = await Promise.race([responds, wait(TIMEOUT_MS, false, { ref: false })])
    return reply.status(ready ? 200 : 503).send({ Status: ready ? 'ready' : 'the database does not respond' })
  })
}
