import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { configurationOf } from '#features/locker-banks/server/configuration.ts'
import { newId } from '#platform/ids.ts'
import { column, door, layoutFixtures } from '../testing/layout-fixtures.ts'

const { state, inRiverside, read, save, bankWithLayout, dropOff } = layoutFixtures()

describe('saving a layout', () => {
  test('stores the layout, changes the ETag and updates the capacity', async () => {
    const { bank, columns, etag } = await bankWithLayout()
    expect(etag).toBe('"1"')
    const now = await read(bank)
    expect(now.etag).toBe(etag)
    expect(now.columns).toMatchObject(columns)
    expect(now.columns[1].LockerCollection[0]).toMatchObject({ LockerState: 'Available', IsDeviceAssociated: false })
    const capacity = await inRiverside((db) =>
      db.selectFrom('locker_bank_counts').select('capacity').where('locker_bank_id', '=', bank).executeTakeFirst(),
    )
    expect(capacity?.capacity).toBe(3)
  })

  test('moves, renames, adds and removes in one save, and keeps ids', async () => {
    const { bank, l1, l2, l3, terminal, etag } = await bankWithLayout()
    const added = { LockerName: 'L9', Size: 4, LockerType: 'locker' }
    const swapped = [
      column('Column2', { ...l1, LockerName: 'l3' }, added),
      column('Right', { ...l3, LockerName: 'L1' }, { ...terminal, IsDDAReserved: true, LockerMode: 2 }),
    ]
    const { status, body, headers } = await save(bank, swapped, etag)
    expect([status, body]).toEqual([200, { Message: 'The layout has been saved successfully.', Id: bank, ETag: '"2"' }])
    expect(headers.etag).toBe('"2"')
    const { columns } = await read(bank)
    expect(columns).toMatchObject([
      column('Column2', { ...l1, LockerName: 'l3' }, { LockerName: 'L9', LockerMode: 0, IsDDAReserved: false }),
      column('Right', { ...l3, LockerName: 'L1' }, { ...terminal, IsDDAReserved: false, LockerMode: 0 }),
    ])
    expect(JSON.stringify(columns)).not.toContain(l2.Id)
    const rows = await inRiverside((db) =>
      db
        .selectFrom('locker_columns')
        .select(['name', 'position'])
        .where('locker_bank_id', '=', bank)
        .orderBy('position')
        .execute(),
    )
    expect(rows).toEqual([
      { name: 'Column2', position: 0 },
      { name: 'Right', position: 1 },
    ])
    const trail = await inRiverside((db) =>
      db.selectFrom('audit').select('detail').where('subject_id', '=', bank).orderBy('at', 'desc').executeTakeFirst(),
    )
    expect(trail?.detail).toMatchObject({ added: ['L9'], removed: ['L2'] })
  })

  test('does not change the ETag of an unchanged layout', async () => {
    const { bank, columns, etag } = await bankWithLayout()
    expect((await save(bank, columns, etag)).body).toMatchObject({ ETag: etag })
    expect((await read(bank)).etag).toBe(etag)
  })

  test('allows publishing the new layout', async () => {
    const { bank, columns, etag } = await bankWithLayout()
    const manager = await tokenOf(state.server, 'organisationmanager', 'riverside')
    const ask = (op: keyof typeof lockerBanks) =>
      state.server.ask(lockerBanks[op], { token: manager, params: { lockerBankId: bank } })
    await ask('authorise')
    await inRiverside(async (db) => {
      const of = {
        organisation_id: state.riverside.organisationId,
        locker_bank_id: bank,
        property_id: state.riverside.properties[0]!.id,
      }
      const content = JSON.stringify(await configurationOf(db, bank))
      await db
        .insertInto('kiosk_configs')
        .values({ ...of, version: 1, content, published_at: new Date() })
        .execute()
    })
    expect((await ask('canPublish')).body.CanPublish).toBe(false)
    await save(bank, columns.toReversed(), etag)
    expect((await ask('canPublish')).body.CanPublish).toBe(true)
  })

  test('returns the first reply for a repeated idempotency key', async () => {
    const { bank, columns, etag } = await bankWithLayout()
    const key = { 'idempotency-key': newId() }
    const first = await save(bank, columns.toReversed(), etag, key)
    expect(await save(bank, columns.toReversed(), etag, key)).toMatchObject({ status: 200, body: first.body })
    expect((await read(bank)).etag).toBe('"2"')
  })
})

describe('saving a layout from two tabs', () => {
  test('refuses the second save, which succeeds with the newer ETag', async () => {
    const { bank, columns, etag } = await bankWithLayout()
    const [first, second] = columns
    const theirs = [...columns, column('Column3', door('L7', 6))]
    expect((await save(bank, theirs, etag)).status).toBe(200)
    const mine = [second, first]
    const refused = await save(bank, mine, etag)
    expect(refused).toMatchObject({ status: 409, body: { Code: 'MsgLayoutSavedElsewhere' } })
    const now = await read(bank)
    expect(now.columns).toMatchObject(theirs)
    expect((await save(bank, mine, `W/${now.etag}`)).status).toBe(200)
    expect((await read(bank)).columns).toMatchObject(mine as object)
  })

  test('accepts one of several concurrent saves', async () => {
    const { bank, columns, etag } = await bankWithLayout()
    const all = await Promise.all([1, 2, 3, 4].map((i) => save(bank, [...columns, column('New', door(`N${i}`, 6))], etag)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('adds and changes lockers without an ETag, and removes none', async () => {
    const { bank, columns, l1, l2 } = await bankWithLayout()
    const dropping = [column('Column1', { ...l1, Size: 6 }), columns[1]]
    const { status, body } = await save(bank, dropping)
    expect([status, body.Message]).toEqual([409, 'This would remove L2. Read the layout again and send its ETag as If-Match.'])
    const adding = [column('Column1', l1, l2, door('L4', 3)), column('Column2', ...columns[1]!.LockerCollection, door('L5', 3))]
    expect((await save(bank, adding)).status).toBe(200)
    expect((await save(bank, dropping, '*')).status).toBe(200)
  })
})

test('of a save that removes a locker and a concurrent drop-off into it, one is refused', async () => {
  const outcomes = new Set<string>()
  for (let i = 0; i < 12; i++) {
    const { bank, columns, l1, l2, etag } = await bankWithLayout()
    const without = [column('Column1', { ...l2, Size: 6 }), columns[1]]
    const racing = [
      () => save(bank, without, etag),
      () =>
        dropOff(bank, l1.Id).then(
          () => ({ status: 200 }),
          () => ({ status: 422 }),
        ),
    ]
    if (i % 2) racing.reverse()
    const answers = await Promise.all(racing.map((start) => start()))
    if (i % 2) answers.reverse()
    const [saved, dropped] = answers.map(({ status }) => status)
    expect([saved, dropped].toSorted()).toEqual([200, 422])
    outcomes.add(saved === 200 ? 'save' : 'package')
    const inside = await inRiverside((db) => db.selectFrom('packages').select('id').where('locker_id', '=', l1.Id).execute())
    expect(inside).toHaveLength(dropped === 200 ? 1 : 0)
    expect(JSON.stringify((await read(bank)).columns).includes(l1.Id)).toBe(dropped === 200)
  }
  expect(outcomes).toContain('package')
})
