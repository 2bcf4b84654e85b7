import { describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import { MAX_VIEWS, savedViews, type View } from '../contract.ts'
import { emptyView } from '../testing/examples.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<OrganisationFixtures>
onTwoOrganisations(
  (server, systemName) => seedOrganisation(server, systemName, { isSuperAdmin: systemName === 'riverside' }),
  (organisations) => {
    ;({ server, riverside, harbour, manager } = organisations)
  },
)

const put = (viewId: string, input: object, token = manager, headers = {}) =>
  server.ask(savedViews.save, { token, params: { viewId }, input: { ...emptyView, ...input }, headers })
/** Saves a new view and returns its id. */
async function created(input: object, token = manager): Promise<string> {
  const { status, body } = await put(newId(), input, token)
  expect([status, body]).toEqual([200, expect.anything()])
  return body.Id
}
const arrange = (List: string, Ids: string[], DefaultId: string | null, token = manager) =>
  server.ask(savedViews.arrange, { token, input: { List, Ids, DefaultId } })
const remove = (viewId: string, token = manager) => server.ask(savedViews.remove, { token, params: { viewId } })
const viewsOf = async (list: string, token = manager): Promise<View[]> =>
  (await server.ask(session.preload, { token })).body.SavedViews.filter(({ List }: View) => List === list)
const namesOf = async (list: string, token = manager) => (await viewsOf(list, token)).map(({ Name }) => Name)

const CONTENT = {
  Filters: [
    { Name: 'PropertyId', Value: newId() },
    { Name: 'registrationStatusTypeId', Value: '*' },
  ],
  Columns: {
    Shown: [{ Id: 'AppVersion', IsShown: false }],
    Order: ['Status', 'LockerbankName'],
    Widths: [{ Id: 'Status', Width: 220 }],
  },
  Sort: '-Status',
  PageSize: 50,
}

describe('a saved view', () => {
  test('is returned by preload as it was saved, and replaced by its id', async () => {
    const id = await created({ List: 'locker-banks', Name: ' Offline banks ', ...CONTENT })
    const view = { Id: id, List: 'locker-banks', Name: 'Offline banks', IsDefault: false, ...CONTENT }
    expect(await viewsOf('locker-banks')).toEqual([view])
    const { body } = await put(id, { List: 'locker-banks', Name: 'OFFLINE BANKS' })
    expect(body).toEqual({ Message: 'View “OFFLINE BANKS” has been saved.', Id: id })
    expect(await viewsOf('locker-banks')).toEqual([{ ...view, ...emptyView, List: 'locker-banks', Name: 'OFFLINE BANKS' }])
  })

  test('is not called as the list without a view, in any language', async () => {
    for (const Name of ['all', 'Alle', ' TODO ']) {
      const { status, body } = await put(newId(), { List: 'regions', Name })
      expect([status, body.Code, body.Field]).toEqual([422, 'MsgViewNameReserved', 'Name'])
    }
  })

  test('has each filter and each column once', async () => {
    const id = await created({
      List: 'regions',
      Name: 'Repeated',
      Filters: [...CONTENT.Filters, { Name: 'PropertyId', Value: '*' }],
      Columns: {
        Shown: [...CONTENT.Columns.Shown, { Id: 'AppVersion', IsShown: true }],
        Order: ['Status', 'Name', 'Status'],
        Widths: [...CONTENT.Columns.Widths, { Id: 'Status', Width: 90 }],
      },
    })
    expect((await viewsOf('regions')).find(({ Id }) => Id === id)).toMatchObject({
      Filters: [{ Name: 'PropertyId', Value: '*' }, CONTENT.Filters[1]],
      Columns: {
        Shown: [{ Id: 'AppVersion', IsShown: true }],
        Order: ['Status', 'Name'],
        Widths: [{ Id: 'Status', Width: 90 }],
      },
    })
  })

  test('is deleted, and saved again with the same id', async () => {
    const id = await created({ List: 'agents', Name: 'Locked' })
    expect((await remove(id)).body.Message).toBe('View “Locked” has been deleted.')
    expect(await namesOf('agents')).toEqual([])
    expect((await remove(id)).status).toBe(404)
    expect((await put(id, { List: 'agents', Name: 'Locked' })).status).toBe(200)
    expect(await namesOf('agents')).toEqual(['Locked'])
  })

  test('follows those of its list until they are arranged, one of them as the default', async () => {
    const ids = [await created({ List: 'imports', Name: 'A' }), await created({ List: 'imports', Name: 'B' })]
    const [a, b] = ids as [string, string]
    const c = await created({ List: 'imports', Name: 'C' })
    expect(await namesOf('imports')).toEqual(['A', 'B', 'C'])
    await arrange('imports', [c, a], a)
    expect((await viewsOf('imports')).map(({ Name, IsDefault }) => [Name, IsDefault])).toEqual([
      ['C', false],
      ['A', true],
      ['B', false],
    ])
    await arrange('imports', [b, c, a], b)
    expect((await viewsOf('imports')).filter(({ IsDefault }) => IsDefault).map(({ Name }) => Name)).toEqual(['B'])
    await put(b, { List: 'imports', Name: 'B2' })
    expect((await viewsOf('imports'))[0]).toMatchObject({ Name: 'B2', IsDefault: true })
    await arrange('imports', [a, newId()], null)
    expect((await viewsOf('imports')).some(({ IsDefault }) => IsDefault)).toBe(false)
    expect(await namesOf('imports')).toEqual(['A', 'B2', 'C'])
  })

  test('has a name that no other view of the list has, whatever its case', async () => {
    const id = await created({ List: 'packages', Name: 'Expired' })
    const taken = { status: 422, body: { Field: 'Name', Code: 'MsgViewNameTaken' } }
    expect(await put(newId(), { List: 'packages', Name: ' EXPIRED' })).toMatchObject(taken)
    const other = await created({ List: 'packages', Name: 'Expired today' })
    expect(await put(other, { List: 'packages', Name: 'expired' })).toMatchObject(taken)
    expect((await put(id, { List: 'packages', Name: 'EXPIRED' })).status).toBe(200)
    // JavaScript would write the last letter of the first one differently in lower case.
    await created({ List: 'packages', Name: 'ΑΣ' })
    expect(await put(newId(), { List: 'packages', Name: 'ασ' })).toMatchObject(taken)
    const raced = await Promise.all(['Twin', 'twin', 'TWIN'].map((Name) => put(newId(), { List: 'packages', Name })))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  test('is refused above the number of views of a list', async () => {
    const token = await tokenOf(server, 'leasingspecialist', 'riverside')
    for (let i = 0; i < MAX_VIEWS - 1; i++) await created({ List: 'residents', Name: `View ${i}` }, token)
    const raced = await Promise.all([1, 2].map((i) => put(newId(), { List: 'residents', Name: `Last ${i}` }, token)))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422])
    const [first] = await viewsOf('residents', token)
    expect((await put(first!.Id, { List: 'residents', Name: 'Replaced' }, token)).status).toBe(200)
    expect(await namesOf('residents', token)).toHaveLength(MAX_VIEWS)
  })
})

describe('the views of a user', () => {
  test('are neither seen nor changed by others, of the organisation or not', async () => {
    const id = await created({ List: 'dashboard', Name: 'Mine' })
    const others = [
      await tokenOf(server, 'propertymanager', 'riverside'),
      await tokenOf(server, 'superadmin', 'riverside'),
      await tokenOf(server, 'organisationmanager', 'harbour'),
    ]
    for (const token of others) {
      expect(await viewsOf('dashboard', token)).toEqual([])
      expect((await remove(id, token)).status).toBe(404)
      await arrange('dashboard', [id], id, token)
    }
    for (const token of others.slice(0, 2)) expect((await put(id, { List: 'dashboard', Name: 'Taken' }, token)).status).toBe(404)
    // In another organisation the id is free.
    expect((await put(id, { List: 'dashboard', Name: 'Other' }, others[2])).status).toBe(200)
    expect(await viewsOf('dashboard')).toMatchObject([{ Id: id, Name: 'Mine', IsDefault: false }])
  })

  test('do not change their list', async () => {
    const id = await created({ List: 'couriers', Name: 'Fixed' })
    expect((await put(id, { List: 'agents', Name: 'Moved' })).status).toBe(404)
    expect(await namesOf('couriers')).toEqual(['Fixed'])
  })

  test('of a super administrator belong to the organisation that was selected', async () => {
    const token = await tokenOf(server, 'superadmin', 'riverside')
    const headers = { 'x-organisation-id': harbour.organisationId }
    expect((await put(newId(), { List: 'couriers', Name: 'Of harbour' }, token, headers)).status).toBe(200)
    expect(await namesOf('couriers', token)).toEqual([])
    const { body } = await server.ask(session.preload, { token, headers })
    expect(body.SavedViews).toMatchObject([{ Name: 'Of harbour' }])
    const rows = await inOrganisation(server, harbour.organisationId, (db) =>
      db.selectFrom('saved_views').select('name').where('list', '=', 'couriers').execute(),
    )
    expect(rows).toEqual([])
  })

  test('are deleted with the user', async () => {
    const token = await tokenOf(server, 'mailroomstaff', 'riverside')
    await created({ Name: 'Erased' }, token)
    const stored = () =>
      inOrganisation(server, riverside.organisationId, (db) =>
        db.selectFrom('saved_views').select('user_id').where('name', '=', 'Erased').execute(),
      )
    const [view] = await stored()
    const removed = await server.ask(portalUsers.remove, {
      token: await tokenOf(server, 'organisationmanager', 'riverside'),
      input: [view!.user_id],
    })
    expect(removed.body.Removed).toEqual([view!.user_id])
    expect(await stored()).toEqual([])
  })
})

describe('a view is refused', () => {
  const parts = (count: number) => Array.from({ length: count }, (_, i) => ({ Name: `F${i}`, Value: 'x' }))
  const widths = (Width: unknown) => ({ Columns: { ...emptyView.Columns, Widths: [{ Id: 'A', Width }] } })
  test.each([
    [{ Name: '' }, 'Name'],
    [{ Name: 'x'.repeat(61) }, 'Name'],
    [{ Name: 'a\u0000b' }, 'Name'],
    [{ List: '../couriers' }, 'List'],
    [{ List: 'x'.repeat(41) }, 'List'],
    [{ Filters: parts(51) }, 'Filters'],
    [{ Filters: { PropertyId: 'x' } }, 'Filters'],
    [{ Filters: [{ Name: 'Q', Value: 'x'.repeat(2001) }] }, /^Filters/],
    [{ Filters: [{ Name: 'Q', Value: '\u0000' }] }, /^Filters/],
    [{ Filters: [{ Name: 'Q', Value: { $ne: 1 } }] }, /^Filters/],
    [widths(47), /^Columns/],
    [widths(801), /^Columns/],
    [widths('100'), /^Columns/],
    [{ Columns: null }, 'Columns'],
    [{ PageSize: 501 }, 'PageSize'],
    [{ PageSize: 0 }, 'PageSize'],
    [{ Sort: 1 }, 'Sort'],
  ])('for %j', async (input, field) => {
    const { status, body } = await put(newId(), { List: 'hostile', Name: 'Hostile', ...input })
    expect([status, body.Field]).toEqual([400, typeof field === 'string' ? field : expect.stringMatching(field)])
  })

  test('with more content in all than preload should return', async () => {
    const Filters = Array.from({ length: 9 }, (_, i) => ({ Name: `F${i}`, Value: 'x'.repeat(2000) }))
    const { status, body } = await put(newId(), { List: 'hostile', Name: 'Long', Filters })
    const reason = expect.stringMatching(/content cannot be longer than 16.?000 characters/)
    expect([status, body.Field, body.Message]).toEqual([400, 'Filters', reason])
    expect((await put(newId(), { List: 'hostile', Name: 'Long', Filters: Filters.slice(2) })).status).toBe(200)
  })

  test('with a half of a character, which the database cannot store, and saved with a whole one', async () => {
    const of = (Value: string) => ({ List: 'hostile', Name: 'Odd', Filters: [{ Name: 'Q', Value }] })
    expect((await put(newId(), of('\ud800'))).status).toBe(400)
    expect((await put(newId(), of('😀'))).status).toBe(200)
  })

  test('but not with names that no list has, nor at its limits', async () => {
    const content = { ...widths(48), Filters: parts(50), Sort: '-Nothing', PageSize: 500 }
    const id = await created({ List: 'no-such-list', Name: 'x'.repeat(60), ...content })
    expect(await viewsOf('no-such-list')).toMatchObject([{ Id: id, ...content }])
  })

  test('together with more ids than a list has views', async () => {
    const ids = (count: number) => Array.from({ length: count }, newId)
    expect((await arrange('couriers', ids(MAX_VIEWS), null)).status).toBe(200)
    expect((await arrange('couriers', ids(MAX_VIEWS + 1), null)).status).toBe(400)
  })
})
