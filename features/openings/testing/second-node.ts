import { createApp } from '#apps/server/app.ts'
import { asking, type TestServer } from '#apps/server/testing/server.ts'
import { createMailer } from '#platform/server/mail/mail.ts'

/** A second node of a test server, on the same database and broker. */
export async function secondNode({ database, broker, keys, sendJob }: TestServer) {
  const { app } = await createApp({
    database,
    broker,
    keys,
    mailer: createMailer(async () => {}),
    sendJob,
    publicUrl: 'http://127.0.0.1',
    logger: false,
    trustProxy: false,
    smsApiUrl: 'http://127.0.0.1:9',
  })
  await app.ready()
  return { ask: asking(app), stop: () => app.close() }
}
