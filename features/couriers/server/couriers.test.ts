import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { rowsByCursor } from '#apps/server/testing/server.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { type Courier, couriers } from '../contract.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (organisations) => {
  ;({ server, riverside, harbour, manager, ofProperty } = organisations)
})

const save = (input: object, token = manager) => server.ask(couriers.save, { token, input: { sortOrder: 1, ...input } })
const created = async (input: object): Promise<string> => (await save(input)).body.Id
const get = (courierId: string, token = manager) => server.ask(couriers.get, { token, params: { courierId } })
const remove = (ids: string[], token = manager) => server.ask(couriers.remove, { token, input: ids })
const page = async (input: object = {}) =>
  (await server.ask(couriers.page, { token: manager, input })).body as { Data: Courier[]; Total: number; After: string | null }
const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)
const addAgent = (courierId: string) =>
  inRiverside((db) =>
    db
      .insertInto('agents')
      .values({
        organisation_id: riverside.organisationId,
        id: newId(),
        courier_id: courierId,
        role_id: 6,
        first_name: 'Ann',
        last_name: 'Agent',
        email: 'ann@a.test',
      })
      .execute(),
  )

describe('saving a courier', () => {
  test('that somebody else has changed meanwhile is refused, and their change stays', async () => {
    const read = (await get(await created({ name: 'Watched' }))).body
    await save({ ...read, Description: 'of a colleague' })
    const { status, body } = await save({ ...read, SortOrder: 9 })
    expect([status, body.Message]).toEqual([409, 'Somebody else has changed this since you opened it.'])
    expect((await get(read.Id)).body).toMatchObject({ Description: 'of a colleague', SortOrder: 1 })
  })

  test('without an id adds it, with one changes it, and both are audited', async () => {
    const { body } = await save({ name: ' Swift ', description: 'Daily', isDryCleaning: true, id: EMPTY_GUID })
    expect(body.Message).toBe('Courier has been saved successfully.')
    const saved = { Id: body.Id, Name: 'Swift', Description: 'Daily', SortOrder: 1, IsDryCleaning: true }
    expect((await get(body.Id)).body).toEqual({ ...saved, Version: expect.any(String) })
    await save({ ...saved, Name: 'Swifter', SortOrder: 7, Description: null })
    expect((await get(body.Id)).body).toMatchObject({ ...saved, Name: 'Swifter', SortOrder: 7, Description: '' })
    const actions = await inRiverside((db) =>
      db.selectFrom('audit').select('action').where('subject_id', '=', body.Id).orderBy('id').execute(),
    )
    expect(actions).toEqual([{ action: 'courier created' }, { action: 'courier changed' }])
  })

  test('is listed in its changes, the latest first, in its organisation only', async () => {
    const id = await created({ name: 'Traced' })
    await save({ id, name: 'Traced again' })
    const changes = (token: string) => server.ask(couriers.changes, { token, params: { courierId: id } })
    const { body } = await changes(manager)
    expect(body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
    expect(body[0]).toMatchObject({ UserName: expect.stringMatching(/./), At: expect.stringMatching(/Z$/) })
    expect((await changes(await tokenOf(server, 'organisationmanager', 'harbour'))).status).toBe(404)
  })

  const long = (length: number) => 'x'.repeat(length)
  test.each([
    [{ name: ' ' }, 'Name', 'Courier name cannot be empty'],
    [{ name: long(101) }, 'Name', 'Courier name cannot be more than 100 characters!'],
    [{ name: 'N', description: long(1025) }, 'Description', 'Description cannot be more than 1024 characters!'],
    [{ name: 'N', sortOrder: 'first' }, 'SortOrder', 'Sort order must be a whole number, 0 or greater.'],
    [{ name: 'N', sortOrder: -1 }, 'SortOrder', 'Sort order must be a whole number, 0 or greater.'],
    [{ name: 'N', sortOrder: 2147483648 }, 'SortOrder', 'Sort order must be a whole number, 0 or greater.'],
  ])('is refused for %o', async (input, Field, Message) => {
    expect(await save(input)).toMatchObject({ status: 400, body: { Field, Message } })
  })

  test('refuses a name that another courier has, ignoring case, also in a race', async () => {
    const id = await created({ name: 'Åre Parcel' })
    const taken = { status: 422, body: { Field: 'Name', Message: 'Another courier already has this name.' } }
    expect(await save({ name: ' åre parcel ' })).toMatchObject(taken)
    const other = await created({ name: 'Åre Parcels' })
    expect(await save({ id: other, name: 'ÅRE PARCEL' })).toMatchObject(taken)
    expect((await save({ id, name: 'ÅRE Parcel' })).status).toBe(200)
    const raced = await Promise.all(['Twin', 'twin', 'TWIN'].map((name) => save({ name })))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    await remove([id])
    expect((await save({ name: 'åre parcel' })).status).toBe(200)
  })

  test('an older duplicate name stays valid until it is changed', async () => {
    const id = await created({ name: 'Old Twin' })
    const other = await created({ name: 'Old Twins' })
    await inRiverside((db) => db.updateTable('couriers').set({ name: 'Old Twin' }).where('id', '=', other).execute())
    expect((await save({ id, name: 'Old Twin', description: 'The first' })).status).toBe(200)
    expect((await save({ id, name: 'old twin' })).status).toBe(422)
  })

  test('accepts a name of 100 and a description of 1024 characters', async () => {
    expect((await save({ name: long(100), description: long(1024) })).status).toBe(200)
  })

  test('refuses a foreign, unknown or deleted courier with the same message', async () => {
    const id = await created({ name: 'Short-lived' })
    await remove([id])
    const missing = await save({ id: newId(), name: 'N' })
    expect(missing.status).toBe(404)
    for (const other of [id, harbour.first.ids.courier]) {
      expect(await save({ id: other, name: 'N' })).toMatchObject({ status: 404, body: missing.body })
      expect(await get(other)).toMatchObject({ status: 404, body: missing.body })
    }
  })

  test('refuses to change dry cleaning while the courier has agents', async () => {
    const id = await created({ name: 'Fixed' })
    await addAgent(id)
    const fixed = { status: 422, body: { Field: 'IsDryCleaning', Code: 'MsgDryCleaningFixed' } }
    expect(await save({ id, name: 'Fixed', isDryCleaning: true })).toMatchObject(fixed)
    expect((await save({ id, name: 'Renamed' })).status).toBe(200)
  })
})

describe('the list of couriers', () => {
  test('is sorted by name in natural order, and by every sortable column, page by page', async () => {
    await created({ name: 'Parcel 10', sortOrder: 2 })
    await created({ name: 'Parcel 9', sortOrder: 10, isDryCleaning: true })
    await created({ name: 'Parcel 11', sortOrder: 3, description: `bulky ${'x'.repeat(1018)}` })
    await created({ name: 'Parcel 12', sortOrder: 3, description: 'Small' })
    const descriptions = (rows: Courier[]) => rows.map(({ Description }) => Description.slice(0, 100))
    const inOrder = (texts: string[], way: string) => {
      const sorted = texts.toSorted(new Intl.Collator('en', { numeric: true }).compare)
      return way === 'asc' ? sorted : sorted.toReversed()
    }
    const names = ({ Data }: { Data: Courier[] }) => Data.map(({ Name }) => Name)
    const byName = names(await page())
    expect(byName.indexOf('Parcel 9')).toBe(byName.indexOf('Parcel 10') - 1)
    const values = {
      Name: null,
      Description: null,
      SortOrder: (c: Courier) => c.SortOrder,
      IsDryCleaning: (c: Courier) => Number(c.IsDryCleaning),
    }
    for (const [SortColumn, value] of Object.entries(values))
      for (const SortDirectionText of ['asc', 'desc']) {
        const whole = await page({ SortColumn, SortDirectionText })
        const sorted = whole.Data.map(value ?? (() => 0))
        expect(sorted).toEqual(sorted.toSorted((a, b) => (SortDirectionText === 'asc' ? a - b : b - a)))
        const found = await rowsByCursor((After) => page({ SortColumn, SortDirectionText, PageSize: 2, After }))
        expect(found).toEqual(whole.Data)
        if (SortColumn === 'Description') expect(descriptions(found)).toEqual(inOrder(descriptions(found), SortDirectionText))
        expect(whole.Total).toBe(found.length)
      }
  })

  test('is filtered by a part of the name, and includes sort order zero', async () => {
    await created({ name: 'Old_Post', sortOrder: 0 })
    expect((await page({ SearchText: 'd_p' })).Data).toMatchObject([{ Name: 'Old_Post', SortOrder: 0 }])
    expect((await page({ SearchText: '%' })).Total).toBe(0)
  })
})

describe('deleting couriers', () => {
  test('records the deletion of many couriers with one statement', async () => {
    const ids: string[] = []
    for (const Name of ['Many 1', 'Many 2', 'Many 3']) ids.push((await save({ Name })).body.Id)
    await remove(ids)
    const entries = await inOrganisation(server, riverside.organisationId, (db) =>
      db
        .selectFrom('audit')
        .select(['subject_id', 'detail', sql<string>`cmin::text`.as('statement')])
        .where('action', '=', 'courier deleted')
        .where('subject_id', 'in', ids)
        .orderBy('id')
        .execute(),
    )
    expect(entries.map(({ detail }) => detail)).toEqual([{ name: 'Many 1' }, { name: 'Many 2' }, { name: 'Many 3' }])
    expect(new Set(entries.map(({ statement }) => statement)).size).toBe(1)
  })

  test('deletes couriers without agents and packages, and names the others with the reason', async () => {
    const [free, withAgent] = [await created({ name: 'Free' }), await created({ name: 'Busy' })]
    await addAgent(withAgent)
    const missing = newId()
    const { body } = await remove([free, withAgent, missing, free])
    expect(body).toMatchObject({ Message: '1 deleted.', Removed: [free] })
    expect(body.Refused.toSorted((a: { Id: string }, b: { Id: string }) => a.Id.localeCompare(b.Id))).toEqual([
      { Id: withAgent, Reason: 'Busy: The courier still has agents.' },
      { Id: missing, Reason: 'Not found. It may have been deleted.' },
    ])
    expect((await get(free)).status).toBe(404)
    expect(await inRiverside((db) => db.selectFrom('couriers').select('name').where('id', '=', free).execute())).toEqual([
      { name: 'Free' },
    ])
  })

  test('is refused while the courier has live packages, also in properties that the caller does not see', async () => {
    const elsewhere = riverside.second.ids.courier
    await inRiverside((db) =>
      db.updateTable('agents').set({ deleted_at: new Date() }).where('courier_id', '=', elsewhere).execute(),
    )
    const expected = {
      status: 200,
      body: { Removed: [], Refused: [{ Id: elsewhere, Reason: expect.stringContaining('packages') }] },
    }
    expect(await remove([elsewhere], ofProperty)).toMatchObject(expected)
    await inRiverside((db) =>
      db
        .updateTable('packages')
        .set({ status_id: 8, status_group: 2, locker_id: null, collection_time: new Date() })
        .where('id', '=', riverside.second.ids.package)
        .execute(),
    )
    expect(await remove([elsewhere], ofProperty)).toMatchObject({ body: { Removed: [elsewhere], Refused: [] } })
  })
})

test('deleting a courier waits for an agent who is being added, and is then refused', async () => {
  const id = await created({ name: 'Raced' })
  const inserted = Promise.withResolvers<void>()
  const added = Promise.withResolvers<void>()
  const adding = inRiverside(async (db) => {
    await db
      .insertInto('agents')
      .values({
        organisation_id: riverside.organisationId,
        id: newId(),
        courier_id: id,
        role_id: 6,
        first_name: 'Ann',
        last_name: 'Agent',
        email: 'ann@a.test',
      })
      .execute()
    inserted.resolve()
    await added.promise
  })
  await inserted.promise
  const isWaiting = async () =>
    (
      await server.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%couriers%'`,
      )
    ).rowCount
  const deleting = remove([id])
  await eventually(isWaiting).toBe(1)
  added.resolve()
  await adding
  expect((await deleting).body).toMatchObject({
    Removed: [],
    Refused: [{ Id: id, Reason: 'Raced: The courier still has agents.' }],
  })
})
