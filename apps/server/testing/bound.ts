import { createIdentify } from '#features/session/server/identify.ts'
import { createHttp } from '#platform/server/http/http.ts'
import { createRouter, type Router } from '#platform/server/http/route.ts'
import { asking, type TestServer } from './server.ts'

/** Operations of a test's own, bound as the product binds its own, beside a test server whose database and tokens they share. */
export async function boundApp({ database, keys }: TestServer, bind: (route: Router) => void) {
  const app = await createHttp({ logger: false, trustProxy: false, secure: false })
  const route = createRouter(app, { database, identify: createIdentify(database, keys) })
  bind(route)
  await app.ready()
  return { app, ask: asking(app), stop: () => app.close() }
}
export type BoundApp = Awaited<ReturnType<typeof boundApp>>
