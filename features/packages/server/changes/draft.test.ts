import { describe, expect, test } from 'vitest'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { draftFixtures } from '../testing/draft-fixtures.ts'
import { seedPackageFixtures } from '../testing/fixtures.ts'

const { state, recipient, draft, save, get, formOf } = draftFixtures()

describe('a new package', () => {
  test.each([
    [{ BuildingId: '' }, 'Building cannot be empty'],
    [{ PackageNumber: ' ' }, 'Package number cannot be empty'],
    [{ PackageNumber: 'x'.repeat(51) }, 'Package number cannot be more than 50 characters!'],
    [{ CourierId: null }, 'Courier cannot be empty'],
    [{ StatusId: null }, 'Status cannot be empty'],
    [{ Name: '' }, 'Name cannot be empty'],
    [{ UnitNumber: '' }, 'Unit number cannot be empty'],
    [{ DropOffTime: '' }, 'Drop off date cannot be empty'],
    [{ ExpiryTime: null }, 'Expiry date cannot be empty'],
    [{ BuildingId: '', Name: '', ExpiryTime: null }, 'Building cannot be empty'],
    [{ ExpiryTime: '2026-11-19T10:00:00Z' }, 'Expiry date cannot be earlier than drop off date'],
    [{ MailRoomId: null }, 'You must select a mail room'],
    [{ ResidentId: newId() }, 'You must select a correct recipient'],
    [{ StatusId: STATUSES.InLocker.id }, 'A new package cannot start as In Locker here.'],
    [{ DropOffTime: '2126-11-20T10:00:00Z' }, 'The date cannot be in the future.'],
  ])('with %o is refused', async (change, message) => {
    expect((await save(change)).body.Message).toBe(message)
  })

  test('without its mailroom names the field', async () => {
    expect((await save({ MailRoomId: null })).body).toMatchObject({ Field: 'MailRoomId' })
  })

  test('is in the mailroom, with its recipient’s data and an expiry of its own', async () => {
    const { status, body } = await save()
    expect([status, body.Message]).toEqual([200, 'Package has been saved successfully.'])
    expect(await get(body.Id)).toMatchObject({
      PackageNumber: 'P-1',
      StatusId: STATUSES.InMailroom.id,
      MailRoomId: state.fixtures.mailroomId,
      Name: recipient().name,
      ExpiryTime: '2026-12-04T23:59:59.999Z',
    })
    expect((await state.fixtures.historyOf(body.Id)).map(({ user_name }) => user_name)).toEqual(['Test mailroomstaff'])
  })

  test('with a typed recipient keeps the name, and one without a number gets one', async () => {
    const { body } = await save({
      ResidentId: null,
      Name: 'Guest',
      UnitNumber: '9',
      EmailId: 'g@house.test',
      PackageNumber: undefined,
    })
    expect(await get(body.Id)).toMatchObject({ ResidentId: null, Name: 'Guest', EmailId: 'g@house.test' })
    expect((await get(body.Id)).PackageNumber).toMatch(/^\w{6}$/)
  })

  test('that is sent twice with the id of the client is added once; a number that exists is refused', async () => {
    const id = newId()
    const create = () => state.server.ask(packageForm.create, { token: state.token, params: { packageId: id }, input: draft() })
    const replies = await Promise.all([create(), create()])
    expect(replies.map(({ status, body }) => [status, body.Id])).toEqual([
      [200, id],
      [200, id],
    ])
    expect(await state.fixtures.historyOf(id)).toHaveLength(1)
    expect(await save({ TrackingNumber: '1Z6' })).toMatchObject({
      status: 409,
      body: { Field: 'PackageNumber', Message: 'This package number is already in use.' },
    })
  })

  test('in a building of another property looks like one in a missing building', async () => {
    expect((await save({ BuildingId: state.organisation.properties[1]!.buildingId })).status).toBe(404)
    expect((await save({ BuildingId: newId() })).status).toBe(404)
  })
})

describe('on many packages', () => {
  const ask = (op: Operation, input: object) => state.server.ask(op, { token: state.token, input })

  test('expiry is extended for active ones, by weekdays from the present expiry', async () => {
    const at = new Date('2026-11-20T10:00:00Z')
    const [one, closed] = [await state.fixtures.add(recipient(), { at }), await state.fixtures.add(recipient(), { at })]
    await save({ ...(await formOf(closed)), StatusId: 8 })
    const { body } = await ask(packages.extendExpiry, { Ids: [one, closed], Weekdays: 2 })
    expect(body).toMatchObject({ Changed: 1, Message: 'Expiry has been extended.' })
    expect(body.Refusals).toEqual([
      expect.objectContaining({
        Id: closed,
        Reason: 'Only active packages can be extended. This one is “Collected by Recipient”.',
      }),
    ])
    expect((await get(one)).ExpiryTime).toBe('2026-12-08T23:59:59.999Z')
    expect((await state.fixtures.historyOf(one)).map(({ note }) => note)).toEqual([
      '',
      'Expiry extended from 2026-12-04 to 2026-12-08',
    ])
  })

  test('expiry is extended by a weekday at least, also where the period of the property is 0', async () => {
    const id = await state.fixtures.add(recipient(), { at: new Date('2026-11-20T10:00:00Z') })
    await state.fixtures.asTenant((db) =>
      db
        .insertInto('property_settings')
        .values({
          organisation_id: state.fixtures.organisationId,
          property_id: state.fixtures.propertyId,
          name: 'MailroomPackageExpiryPeriod',
          value: '0',
        })
        .execute(),
    )
    expect((await ask(packages.extendExpiry, { Ids: [id] })).body).toMatchObject({ Changed: 1 })
    expect((await get(id)).ExpiryTime).toBe('2026-12-07T23:59:59.999Z')
  })

  test('notices are sent again to those who receive some', async () => {
    const [one, silent] = [recipient(), state.fixtures.people[1]!]
    await state.fixtures.asTenant((db) =>
      db.updateTable('residents').set({ email: 'ada@house.test' }).where('id', '=', one.residentId).execute(),
    )
    const [notified, unheard] = [await state.fixtures.add(one), await state.fixtures.add(silent)]
    const { body } = await ask(packages.resendMany, { Matching: {} })
    expect(body).toMatchObject({ Changed: 1 })
    expect(body.Refusals).toEqual([expect.objectContaining({ Id: unheard, Reason: 'The recipient receives no notices.' })])
    expect((await ask(packageForm.resend, { Id: notified })).body.Message).toBe('Notifications are being sent.')
    expect((await ask(packageForm.resend, { Id: unheard })).status).toBe(422)
    expect((await ask(packageForm.resend, { Id: newId() })).status).toBe(404)
    const count = await state.fixtures.asTenant((db) =>
      db.selectFrom('notices').select('id').where('package_id', '=', notified).execute(),
    )
    expect(count).toHaveLength(3)
  })

  test('the message names their number, or that nothing was done', async () => {
    await state.fixtures.asTenant((db) => db.updateTable('residents').set({ email: 'all@house.test' }).execute())
    const [one, other] = [await state.fixtures.add(recipient()), await state.fixtures.add(recipient())]
    const messageOf = async (op: Operation, ids: readonly string[]) => (await ask(op, { Ids: ids })).body.Message
    expect(await messageOf(packages.resendMany, [one])).toBe('Notifications are being sent.')
    expect(await messageOf(packages.resendMany, [one, other])).toBe('2 packages: notifications are being sent.')
    expect(await messageOf(packages.extendExpiry, [one])).toBe('Expiry has been extended.')
    expect(await messageOf(packages.extendExpiry, [one, other])).toBe('2 packages: expiry has been extended.')
    for (const id of [one, other]) await save({ ...(await formOf(id)), StatusId: 8 })
    expect(await messageOf(packages.resendMany, [one, other])).toBe('Notifications could not be sent.')
    expect(await messageOf(packages.extendExpiry, [one])).toBe('Failed to extend expiry.')
  })

  test('a bare list of ids counts as the ids', async () => {
    await state.fixtures.asTenant((db) => db.updateTable('residents').set({ email: 'all@house.test' }).execute())
    const ids = [await state.fixtures.add(recipient()), await state.fixtures.add(recipient())]
    for (const op of [packages.resendMany, packages.extendExpiry]) {
      expect((await ask(op, ids)).body).toMatchObject({ Changed: 2 })
      expect(await ask(op, [])).toMatchObject({ status: 400 })
      expect(await ask(op, ['x'])).toMatchObject({ status: 400, body: { Message: 'Not a valid id.' } })
    }
  })
})

test('changes are listed by time, of the caller’s properties', async () => {
  const id = await state.fixtures.add(recipient())
  await save({ ...(await formOf(id)), StatusId: 8 })
  const other = await seedPackageFixtures(state.server, state.organisation, 1)
  await other.add(other.people[0]!)
  const { body } = await state.server.ask(packageForm.transactions, { token: state.token, input: {} })
  expect(body.Data.map(({ PackageId, StatusId }: Record<string, unknown>) => [PackageId, StatusId])).toEqual([
    [id, 8],
    [id, 2],
  ])
  expect((await state.server.ask(packageForm.pageByGet, { token: state.token })).body.Total).toBe(1)
})
