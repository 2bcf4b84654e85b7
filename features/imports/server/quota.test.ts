import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { boundApp } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import { API } from '#platform/server/http/route.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { imports } from '../contract.ts'
import { MAX_FILE_BYTES, MAX_WAITING_BYTES, MAX_WAITING_FILES } from '../rules.ts'
import { ADA, applied, file, multipart, upload } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'
import { importsRoutes } from './routes.ts'

let { server, fixtures, token, sent } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent } = there)
})

const LARGE = Buffer.alloc(MAX_FILE_BYTES, 'x')
const REFUSED = [422, 'MsgTooManyWaiting']
const reply = ({ status, body }: { status: number; body: { Code?: string } }) => [status, body.Code]
/** Bytes of files and of reservations that the database holds for the organisation. */
const storedBytes = () =>
  inOrganisation(server, fixtures.organisationId, async (db) => [
    (await db.selectFrom('import_files').select('bytes').execute()).reduce((sum, { bytes }) => sum + bytes.length, 0),
    (await db.selectFrom('import_uploads').select('bytes').execute()).reduce((sum, { bytes }) => sum + bytes, 0),
  ])

/** Reserves the whole quota, like uploads under way. */
const reserve = (created_at: Date) =>
  inOrganisation(server, fixtures.organisationId, (db) =>
    db
      .insertInto('import_uploads')
      .values({ organisation_id: fixtures.organisationId, id: newId(), bytes: MAX_WAITING_BYTES, created_at })
      .execute(),
  )

describe('files that wait for their import', () => {
  test('are limited in number; one more can be uploaded once one has been imported or discarded', async () => {
    const ids: string[] = []
    for (let i = 0; i < MAX_WAITING_FILES; i += 1) ids.push((await upload(server, sent, file(ADA))).body.Id)
    const { status, body } = await upload(server, sent, file(ADA))
    expect([status, body.Message]).toEqual([
      422,
      'At most 20 files with 50 MB in total can wait in an organisation. Import or discard uploaded files first.',
    ])
    await server.ask(imports.remove, { token, input: [ids[0]] })
    expect(reply(await upload(server, sent, file(ADA)))).toEqual([200, undefined])
    expect(reply(await upload(server, sent, file(ADA)))).toEqual(REFUSED)
    await server.work()
    expect(await applied(server, token, ids[1]!)).toMatchObject({ Status: 'Done' })
    expect(reply(await upload(server, sent, file(ADA)))).toEqual([200, undefined])
  })

  test('count for users who do not see them', async () => {
    for (let i = 0; i < MAX_WAITING_FILES; i += 1) await upload(server, sent, file(ADA))
    const manager = await tokenOf(server, 'propertymanager', fixtures.systemName)
    expect(reply(await upload(server, { ...sent, token: manager }, file(ADA)))).toEqual(REFUSED)
  })

  test('are limited in bytes when many are uploaded at once to two nodes', async () => {
    const database = openDatabase(server.store.url)
    const node = await boundApp({ ...server, database }, (route) => importsRoutes(route, { sendJob: server.sendJob }))
    const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => upload(i % 2 ? server : node, sent, LARGE)))
    await node.stop()
    await database.close()
    const codes = replies.map(reply)
    expect(codes.filter(([status]) => status === 200)).toHaveLength(MAX_WAITING_BYTES / MAX_FILE_BYTES)
    expect(codes.filter(([status]) => status !== 200)).toEqual(Array(19).fill(REFUSED))
    expect(await storedBytes()).toEqual([MAX_WAITING_BYTES, 0])
  })
})

test('an upload above the quota is refused before its content arrives', async () => {
  await reserve(new Date())
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { payload, headers } = multipart('residents.csv', LARGE)
  const address = `${origin}${API}/organisation/${fixtures.organisationId}/residents`
  const options = { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } }
  const waiting = request(address, { ...options, headers: { ...options.headers, 'content-length': payload.length } })
  waiting.flushHeaders()
  const [answer] = (await once(waiting, 'response')) as [IncomingMessage]
  expect([answer.statusCode, ((await json(answer)) as { Code: string }).Code]).toEqual(REFUSED)
  waiting.destroy()
  const whole = await fetch(address, { ...options, body: payload })
  expect([whole.status, (await whole.json()).Code]).toEqual(REFUSED)
})

test('an upload that fails gives its reservation back, one of a killed node expires', async () => {
  expect(reply(await upload(server, { ...sent, name: 'residents.txt' }, LARGE))).toEqual([400, 'MsgOnlyCsv'])
  expect(await storedBytes()).toEqual([0, 0])
  await reserve(new Date(Date.now() - 150_000))
  expect(reply(await upload(server, sent, file(ADA)))).toEqual([200, undefined])
  await reserve(new Date())
  expect(reply(await upload(server, sent, file(ADA)))).toEqual(REFUSED)
})
