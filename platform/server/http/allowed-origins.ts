import type { FastifyInstance } from 'fastify'

/** How long a browser keeps the answer of a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of the listed origins call the paths below `prefixes` (CORS). They send no cookies: a page gives a token. Requests of
 * other origins get no permission, and their browsers refuse the reply.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[], prefixes: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const path = url.toLowerCase()
    if (!prefixes.some((prefix) => path.startsWith(prefix))) return
    reply.header('vary', 'Origin')
    const { origin } = headers
    if (!origin || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'content-disposition, retry-after')
    if (method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, POST, DELETE')
    reply.header('access-control-allow-headers', 'authorization, content-type, accept-language')
    reply.header('access-control-max-age', String(PREFLIGHT_SECONDS))
    return reply.status(204).send()
  })
}
