import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { reserveLocker } from '#features/packages/server/api.ts'
import { newId } from '#platform/ids.ts'
import { layouts } from '../contract.ts'
import { column, door, layoutFixtures } from '../testing/layout-fixtures.ts'

const { state, inRiverside, read, save, bankWithLayout, dropOff, emptyBank } = layoutFixtures()

const map = (lockerId: string, serial: string | null = lockerId) =>
  inRiverside((db) => db.updateTable('lockers').set({ device_serial: serial }).where('id', '=', lockerId).execute())

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
    expect(await save(state.harbour.first.ids.lockerBank, [])).toMatchObject({ status: 404, body: missing.body })
    expect(await save(state.riverside.second.ids.lockerBank, [])).toMatchObject({ status: 404, body: missing.body })
    const token = await tokenOf(state.server, 'mailroomstaff', 'riverside')
    const params = { lockerBankId: state.riverside.first.ids.lockerBank }
    expect((await state.server.ask(layouts.save, { token, params, input: [] })).status).toBe(403)
  })

  test('for the id of another bank’s locker', async () => {
    const { l1, bank, columns } = await bankWithLayout()
    const other = await emptyBank()
    expect((await save(other, [column('Column1', { ...l1, LockerName: 'Taken' })])).status).toBe(409)
    expect((await read(bank)).columns).toMatchObject(columns)
  })
})
