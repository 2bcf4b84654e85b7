import { describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { configurationOf } from '#features/locker-banks/server/configuration.ts'
import { reserveLocker } from '#features/packages/server/api.ts'
import { newId } from '#platform/ids.ts'
import { layouts } from '../contract.ts'

let { server, riverside, harbour, ofProperty: staff } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (organisations) => {
  ;({ server, riverside, harbour, ofProperty: staff } = organisations)
})

type Draft = { Id?: string; LockerName: string; Size?: number; LockerType?: string; LockerMode?: number; IsDDAReserved?: boolean }
const door = (LockerName: string, Size = 2, more: Partial<Draft> = {}) => ({
  Id: newId(),
  LockerName,
  Size,
  LockerType: 'locker',
  ...more,
})
const column = (ColumnName: string, ...LockerCollection: Draft[]) => ({ ColumnName, LockerCollection })

const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)

/** A bank of the first property, without a layout. */
async function emptyBank(): Promise<string> {
  const { id, buildingId } = riverside.properties[0]!
  const bank = newId()
  await inRiverside((db) =>
    db
      .insertInto('locker_banks')
      .values({
        organisation_id: riverside.organisationId,
        id: bank,
        property_id: id,
        building_id: buildingId,
        name: bank,
        code: bank,
        address: 'Lobby',
      })
      .execute(),
  )
  return bank
}
const read = async (lockerBankId: string) => {
  const { body, headers } = await server.ask(layouts.read, { token: staff, params: { lockerBankId } })
  return { columns: body, etag: headers.etag as string }
}
const save = (lockerBankId: string, input: unknown, etag?: string, headers: Record<string, string> = {}) =>
  server.ask(layouts.save, {
    token: staff,
    params: { lockerBankId },
    input,
    headers: { ...(etag && { 'if-match': etag }), ...headers },
  })
/** A bank with two columns: L1 and L2, L3 and a terminal. */
async function bankWithLayout() {
  const bank = await emptyBank()
  const [l1, l2, l3] = [door('L1'), door('L2', 4), door('L3', 3, { LockerMode: 1, IsDDAReserved: true })]
  const terminal = door('Terminal', 3, { LockerType: 'terminal' })
  const columns = [column('Column1', l1, l2), column('Column2', l3, terminal)]
  const { body } = await save(bank, columns)
  return { bank, l1, l2, l3, terminal, columns, etag: body.ETag as string }
}
const map = (lockerId: string, serial: string | null = lockerId) =>
  inRiverside((db) => db.updateTable('lockers').set({ device_serial: serial }).where('id', '=', lockerId).execute())

/** Adds a resident's package to a locker in its own transaction. */
const dropOff = (lockerBankId: string, lockerId: string) =>
  inRiverside((db) =>
    db
      .insertInto('packages')
      .values({
        organisation_id: riverside.organisationId,
        id: newId(),
        property_id: riverside.first.ids.property,
        building_id: riverside.first.ids.building,
        resident_id: riverside.first.ids.resident,
        locker_bank_id: lockerBankId,
        locker_id: lockerId,
        package_number: newId(),
        recipient_name: 'Recipient',
        unit_number: '1A',
        status_id: 1,
        status_group: 1,
        drop_off_time: new Date(),
        last_transaction_at: new Date(),
      })
      .execute(),
  )

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
    const manager = await tokenOf(server, 'organisationmanager', 'riverside')
    const ask = (op: keyof typeof lockerBanks) => server.ask(lockerBanks[op], { token: manager, params: { lockerBankId: bank } })
    await ask('authorise')
    await inRiverside(async (db) => {
      const of = { organisation_id: riverside.organisationId, locker_bank_id: bank, property_id: riverside.properties[0]!.id }
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

describe('saving a layout is refused', () => {
  const refusal = async (bank: string, input: unknown, etag?: string) => {
    const { status, body } = await save(bank, input, etag)
    return [status, body.Message]
  }
  test('for columns of different sizes and for duplicate names', async () => {
    const bank = await emptyBank()
    expect(await refusal(bank, [column('Column1', door('L1', 3)), column('Column2', door('L2', 2))])).toEqual([
      422,
      'Columns Column1 and Column2 are not of the same size.',
    ])
    for (const duplicate of ['L1', ' l1', 'L 1'])
      expect(await refusal(bank, [column('Column1', door('L1'), door(duplicate))])).toEqual([
        422,
        `Locker name ${duplicate.trim()} is used more than once.`,
      ])
    expect(await refusal(bank, [column('Left', door('L1')), column('LEFT', door('L2'))])).toEqual([
      422,
      'Column name LEFT is used more than once.',
    ])
    expect((await read(bank)).columns).toEqual([])
  })

  test('for two terminals, an unknown size or mode, and a missing or too long name', async () => {
    const bank = await emptyBank()
    const terminal = (name: string) => door(name, 4, { LockerType: 'terminal' })
    expect(await refusal(bank, [column('Column1', terminal('T1'), terminal('T2'))])).toEqual([
      422,
      'A layout can have only one terminal.',
    ])
    expect((await save(bank, [column('Column1', door('L1', 7))])).body.Code).toBe('MsgLayoutSizeUnknown')
    expect((await save(bank, [column('Column1', { ...terminal('T'), Size: 12 })])).body.Code).toBe('MsgLayoutSizeUnknown')
    expect(await refusal(bank, [column('Column1', door('x'.repeat(51)))])).toEqual([
      400,
      'Locker name cannot be more than 50 characters!',
    ])
    expect(await refusal(bank, [column('Column1', door(' '))])).toEqual([400, 'A locker needs a name.'])
    expect(await refusal(bank, [column(' ', door('L1'))])).toEqual([400, 'A column needs a name.'])
    expect((await save(bank, [column('Column1', door('L1', 2, { LockerMode: 3 }))])).status).toBe(400)
    const one = door('L1')
    expect((await save(bank, [column('Column1', one, { ...one, LockerName: 'L2' })])).status).toBe(400)
  })

  test('for ten thousand lockers, in one column or in many', async () => {
    const bank = await emptyBank()
    const many = Array.from({ length: 10_000 }, (_, i) => door(`L${i}`))
    expect(await refusal(bank, [column('Column1', ...many)])).toEqual([400, 'A layout can have up to 1000 lockers.'])
    const columns = Array.from({ length: 100 }, (_, i) => column(`Column${i}`, ...many.slice(i * 100, i * 100 + 100)))
    expect(await refusal(bank, columns)).toEqual([422, 'A layout can have up to 1000 lockers.'])
    expect(
      await refusal(
        bank,
        Array.from({ length: 101 }, (_, i) => column(`Column${i}`)),
      ),
    ).toEqual([400, 'A layout can have up to 100 columns.'])
  })

  test('for removing a mapped locker, or one from a column with a mapped locker', async () => {
    const { bank, columns, l1, l2, etag } = await bankWithLayout()
    await map(l1.Id)
    expect(await refusal(bank, [column('Column1', { ...l2, Size: 6 }), columns[1]], etag)).toEqual([
      422,
      'L1 is mapped to a device and cannot be removed.',
    ])
    expect((await save(bank, [column('Column1', { ...l1, Size: 6 }), columns[1]], etag)).body.Code).toBe(
      'MsgLayoutColumnHasDevices',
    )
    expect((await save(bank, [columns[1]], etag)).status).toBe(422)
    expect((await save(bank, [column('Column1', { ...l1, LockerMode: -1 }, l2), columns[1]], etag)).status).toBe(422)
    await map(l1.Id, null)
    expect((await save(bank, [columns[1]], etag)).status).toBe(200)
  })

  test('for another type, blanking or removal of a locker that holds a package, but not for another size or mode', async () => {
    const { bank, columns, l1, l2, l3, etag } = await bankWithLayout()
    await dropOff(bank, l1.Id)
    const right = column('Column2', { ...l3, Size: 6 })
    const retyped = column('Column1', { ...l1, LockerType: 'terminal' }, l2)
    expect(await refusal(bank, [retyped, right], etag)).toEqual([
      422,
      'L1 holds a package and cannot be changed to another type.',
    ])
    expect((await save(bank, [column('Column1', { ...l1, LockerMode: -1 }, l2), columns[1]], etag)).body.Code).toBe(
      'MsgLayoutPackageInside',
    )
    expect((await save(bank, [column('Column1', { ...l2, Size: 6 }), columns[1]], etag)).body.Code).toBe('MsgLayoutPackageInside')
    const resized = [column('Column1', { ...l1, Size: 3, LockerMode: 2 }, { ...l2, Size: 3 }), columns[1]]
    expect((await save(bank, resized, etag)).status).toBe(200)
  })

  test('for removing a locker that is reserved for a drop-off', async () => {
    const { bank, columns, l1, l2, etag } = await bankWithLayout()
    await map(l1.Id)
    const requirement = { size: 2, isOutbound: false, needsAccessible: false, keepsAccessible: true }
    await inRiverside((db) => reserveLocker(db, { lockerBankId: bank, reservationId: newId(), requirement, now: new Date() }))
    await map(l1.Id, null)
    expect((await save(bank, [column('Column1', { ...l2, Size: 6 }), columns[1]], etag)).body.Code).toBe('MsgLayoutReserved')
  })

  test('for a bank that is missing, foreign or outside the caller’s scope, and without permission', async () => {
    const missing = await save(newId(), [])
    expect(missing.status).toBe(404)
    expect(await save(harbour.first.ids.lockerBank, [])).toMatchObject({ status: 404, body: missing.body })
    expect(await save(riverside.second.ids.lockerBank, [])).toMatchObject({ status: 404, body: missing.body })
    const token = await tokenOf(server, 'mailroomstaff', 'riverside')
    const params = { lockerBankId: riverside.first.ids.lockerBank }
    expect((await server.ask(layouts.save, { token, params, input: [] })).status).toBe(403)
  })

  test('for the id of another bank’s locker', async () => {
    const { l1, bank, columns } = await bankWithLayout()
    const other = await emptyBank()
    expect((await save(other, [column('Column1', { ...l1, LockerName: 'Taken' })])).status).toBe(409)
    expect((await read(bank)).columns).toMatchObject(columns)
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
