import type pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { CSV_START } from '#platform/csv.ts'
import { newId } from '#platform/ids.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { reportRuns } from '../runs-contract.ts'
import { reportFixtures } from '../testing/report-fixtures.ts'
import { RENDERS_AT_ONCE } from './documents.ts'

const { state, inOwn, open, another } = reportFixtures()

describe('the report service', () => {
  test('begins a document, says when it is ready, and gives its pages', async () => {
    const document = await open({ Report: 'Transaction' }, { render: false })
    expect(document.created.status).toBe(202)
    expect(await document.info()).toMatchObject({ status: 202, body: { documentReady: false } })
    expect(await document.page(1)).toMatchObject({ status: 202, body: { pageReady: false, pageContent: '' } })
    await state.server.work()
    const info = await document.info()
    expect(info).toMatchObject({ status: 200, body: { documentReady: true, pageCount: 1, documentMapAvailable: true } })
    const { body } = await document.page(1)
    expect(body).toMatchObject({ pageReady: true, pageNumber: 1 })
    expect(body.pageContent).toContain('<h2>Transaction</h2>')
    expect(body.pageContent).toContain('Ada Resident1')
    expect(body.pageActions.map(({ Type }: { Type: string }) => Type)).toContain('sorting')
  })

  test('answers the moment a document is ready, without waiting for the end of the hold', async () => {
    const document = await open({ Report: 'Tenants' }, { render: false })
    // The hold never ends by this clock.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const held = document.info()
    await state.server.work()
    expect((await held).body.documentReady).toBe(true)
  })

  test('a document of the same content is made once, where the cache may be used', async () => {
    const document = await open({ Report: 'Tenants' })
    expect((await another(document.ids, { more: { UseCache: true } })).created.status).toBe(201)
    expect((await another(document.ids)).created.status).toBe(202)
  })

  test(`a person makes ${RENDERS_AT_ONCE.person} at once; a deleted one makes room, and is not made`, async () => {
    const token = await tokenOf(state.server, 'superadmin', 'riverside')
    const document = await open({ Report: 'Tenants' }, { token, render: false })
    const more = []
    for (let at = 1; at < RENDERS_AT_ONCE.person; at++) more.push(await another(document.ids, { token, render: false }))
    expect((await another(document.ids, { token, render: false })).created.status).toBe(429)
    expect((await document.remove()).status).toBe(200)
    expect((await document.info()).status).toBe(404)
    expect((await another(document.ids, { token, render: false })).created.status).toBe(202)
    await state.server.work()
    expect((await more[0]!.info()).body.documentReady).toBe(true)
  })

  test(`an organisation makes ${RENDERS_AT_ONCE.organisation} at once`, async () => {
    const document = await open({ Report: 'Tenants' })
    const ofOthers = (add: boolean) =>
      inOwn(async (db) => {
        if (!add) return db.deleteFrom('report_renders').where('content_key', '=', Buffer.from('others')).execute()
        const texts = {
          report: 'Tenants',
          format: 'CSV',
          language: 'en-GB',
          date_format: 'en-GB',
          content_key: Buffer.from('others'),
        }
        const row = { ...texts, organisation_id: state.organisation.organisationId, parameters: '{}', changes: '{}' }
        const rows = Array.from({ length: RENDERS_AT_ONCE.organisation }, () => ({ ...row, id: newId(), user_id: newId() }))
        return db.insertInto('report_renders').values(rows).execute()
      })
    await ofOthers(true)
    expect((await another(document.ids, { render: false })).created).toMatchObject({
      status: 429,
      body: { Message: 'Your organisation is already creating 10 reports. Wait until one is ready.' },
    })
    await ofOthers(false)
    expect((await another(document.ids)).created.status).toBe(202)
  })

  test('a document that is found in the cache stays, though the one that showed it first is deleted meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const document = await open({ Report: 'Tenants' }, { more: { UseCache: false } })
      const ids = (await open({ Report: 'Tenants' }, { more: { UseCache: true } })).ids
      const [again] = await Promise.all([another(ids, { more: { UseCache: true }, render: false }), document.remove()])
      expect([201, 202]).toContain(again.created.status)
      expect([200, 202]).toContain((await again.info()).status)
      await state.server.work()
    }
  })

  test('a render that was killed is taken over from its beginning', async () => {
    const document = await open({ Report: 'Tenants' }, { format: 'CSV', render: false })
    // What a killed run leaves: a part, and its number.
    await inOwn(async (db) => {
      const { id } = await db.selectFrom('report_renders').select('id').where('state', '=', 'Working').executeTakeFirstOrThrow()
      await db.updateTable('report_renders').set({ run_id: newId(), parts: 1 }).where('id', '=', id).execute()
      await db
        .insertInto('report_parts')
        .values({ organisation_id: state.organisation.organisationId, render_id: id, number: 1, content: Buffer.from('half') })
        .execute()
    })
    await state.server.work()
    expect((await document.file()).body).toMatch(new RegExp(`^${CSV_START}Building,Unit,Resident,`))
  })
})

test('a download whose document is deleted meanwhile fails, and is never half a file', async () => {
  const document = await open({ Report: 'Tenants' }, { format: 'CSV' })
  expect((await document.file()).status).toBe(200)
  await inOwn(async (db) => {
    await db.updateTable('report_renders').set({ parts: 2 }).where('format', '=', 'CSV').execute()
  })
  await expect(document.file()).rejects.toThrow()
})

/** Begins a report whose query would take longer than a test; `work` gets its document. Returns when the render has ended. */
async function whileRendering(work: (document: Awaited<ReturnType<typeof open>>) => Promise<unknown>): Promise<void> {
  const waiting = async (client: pg.Client) => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep' and query like '%from rows'`,
    )
    return rows.length
  }
  const document = await open({ Report: 'Tenants' }, { render: false })
  await withConnection(state.server.store.superuserUrl, async (client) => {
    await client.query('create policy slow on residents as restrictive using (pg_sleep(600) is not null)')
    onTestFinished(() =>
      withConnection(state.server.store.superuserUrl, async (after) => {
        await after.query('drop policy slow on residents')
      }),
    )
    const rendered = state.server.work()
    await soon(async () => expect(await waiting(client)).toBe(1))
    await work(document)
    await rendered
    expect(await waiting(client)).toBe(0)
  })
}

test('deleting a document ends its query', () =>
  whileRendering(async (document) => expect((await document.remove()).status).toBe(200)))

test('a report whose viewers are gone ends, and its run is cancelled', async () => {
  await whileRendering(({ ids }) =>
    inOwn((db) =>
      db
        .updateTable('report_clients')
        .set({ used_at: new Date(Date.now() - 200_000) })
        .where('id', '=', ids.clientId)
        .execute(),
    ),
  )
  const { Data } = (await state.server.ask(reportRuns.page, { token: state.manager, input: {} })).body
  expect(Data[0]).toMatchObject({ State: 'Cancelled', Report: 'Tenants' })
})

test('an action of a document that is gone is 404', async () => {
  const document = await open({ Report: 'Tenants' })
  const more = { BaseDocumentID: newId(), ActionID: 'sort:Unit:asc' }
  expect((await another(document.ids, { more, render: false })).created.status).toBe(404)
})
