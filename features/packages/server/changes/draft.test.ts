import { beforeEach, describe, expect, test } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { notices } from '#features/notices/contract.ts'
import { STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { type PackageFixtures, seedPackageFixtures } from '../testing/fixtures.ts'

let server: TestServer
let organisation: OrganisationFixtures
let fixtures: PackageFixtures
let token: string
eachOnServer(async (on, nth) => {
  server = on
  organisation = await seedOrganisation(server, `riverside${nth}`)
  fixtures = await seedPackageFixtures(server, organisation)
})
beforeEach(async () => {
  token = await tokenOf(server, 'mailroomstaff', organisation.systemName)
})

const recipient = () => fixtures.people[0]!
const draft = (more: object = {}) => ({
  BuildingId: fixtures.buildingId,
  PackageNumber: 'P-1',
  CourierId: fixtures.courierId,
  StatusId: STATUSES.InMailroom.id,
  ResidentId: recipient().residentId,
  Name: recipient().name,
  UnitNumber: recipient().unitNumber,
  DropOffTime: '2026-11-20T10:00:00Z',
  MailRoomId: fixtures.mailroomId,
  TrackingNumber: '1Z5',
  ...more,
})
const save = (more: object = {}, as = token) => server.ask(packageForm.save, { token: as, input: draft(more) })
const get = async (packageId: string) => (await server.ask(packages.get, { token, params: { packageId } })).body
const formOf = async (id: string) => {
  const { Version, PackageNumber, TrackingNumber, StatusId, ResidentId, Name, UnitNumber, MailRoomId, Note } = await get(id)
  return { Id: id, Version, PackageNumber, TrackingNumber, StatusId, ResidentId, Name, UnitNumber, MailRoomId, Note }
}

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
      MailRoomId: fixtures.mailroomId,
      Name: recipient().name,
      ExpiryTime: '2026-12-04T23:59:59.999Z',
    })
    expect((await fixtures.historyOf(body.Id)).map(({ user_name }) => user_name)).toEqual(['Test mailroomstaff'])
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
    const create = () => server.ask(packageForm.create, { token, params: { packageId: id }, input: draft() })
    const replies = await Promise.all([create(), create()])
    expect(replies.map(({ status, body }) => [status, body.Id])).toEqual([
      [200, id],
      [200, id],
    ])
    expect(await fixtures.historyOf(id)).toHaveLength(1)
    expect(await save({ TrackingNumber: '1Z6' })).toMatchObject({
      status: 409,
      body: { Field: 'PackageNumber', Message: 'This package number is already in use.' },
    })
  })

  test('in a building of another property looks like one in a missing building', async () => {
    expect((await save({ BuildingId: organisation.properties[1]!.buildingId })).status).toBe(404)
    expect((await save({ BuildingId: newId() })).status).toBe(404)
  })
})

describe('a change', () => {
  test('of the label keeps the status; the history names it, the audit without the values', async () => {
    const id = await fixtures.add(recipient())
    const reply = await save({ ...(await formOf(id)), TrackingNumber: 'NEW', Note: 'Wet', Name: 'Other' })
    expect(reply.body.Message).toBe('Package has been saved successfully.')
    expect(await get(id)).toMatchObject({ TrackingNumber: 'NEW', Note: 'Wet', Name: recipient().name, StatusId: 2 })
    const [, changed] = await fixtures.historyOf(id)
    expect(changed).toMatchObject({
      note: expect.stringMatching(/^Changed: tracking number \(1Z\w+ → NEW\), note$/),
      status_id: 2,
    })
    const lines = await fixtures.asTenant((db) =>
      db.selectFrom('audit').select(['action', 'detail']).where('subject_id', '=', id).execute(),
    )
    expect(lines).toEqual([{ action: 'package changed', detail: { changed: ['tracking_number', 'note'] } }])
  })

  test.each([
    ['CollectedbyRecipient', 'CollectionTime'],
    ['ReturnedtoSender', 'RecoveryTime'],
  ] as const)('to %s records its time', async (status, time) => {
    const id = await fixtures.add(recipient(), { at: new Date('2026-11-20T10:00:00Z') })
    const at = '2026-11-21T09:00:00.000Z'
    expect((await save({ ...(await formOf(id)), StatusId: STATUSES[status].id, [time]: at })).status).toBe(200)
    expect(await get(id)).toMatchObject({ StatusId: STATUSES[status].id, [time]: at })
    expect((await save(await formOf(id))).body.Message).toBe('The package has left the building and cannot be changed.')
  })

  test('of a wrong recipient needs another one', async () => {
    const id = await fixtures.add(recipient(), fixtures.intoLocker('L1'))
    await fixtures.asTenant((db) =>
      db.updateTable('packages').set({ status_id: 13, status_group: 4 }).where('id', '=', id).execute(),
    )
    const form = await formOf(id)
    const giveTo = (ResidentId: string | null) => save({ ...form, StatusId: 1, MailRoomId: null, ResidentId })
    expect((await giveTo(null)).body.Message).toBe('You must select a correct recipient')
    expect((await giveTo(recipient().residentId)).body.Message).toBe('You must select a different recipient')
    expect((await giveTo(fixtures.people[1]!.residentId)).status).toBe(200)
    expect((await get(id)).Name).toBe(fixtures.people[1]!.name)
  })

  test('of a wrong recipient who was typed gives the package to a resident, with their address, expiry and notices', async () => {
    const resident = fixtures.people[1]!
    await fixtures.asTenant((db) =>
      db.updateTable('residents').set({ email: 'ben@house.test' }).where('id', '=', resident.residentId).execute(),
    )
    const guest = { ResidentId: null, Name: 'Guest', UnitNumber: '9', EmailId: 'guest@house.test', MobilePhone: '+15550100' }
    const { body } = await save(guest)
    const to = async (status: StatusName, more: object) =>
      save({ ...(await formOf(body.Id)), ...guest, StatusId: STATUSES[status].id, ...more })
    expect((await to('WrongRecipient', {})).status).toBe(200)
    expect((await to('InMailroom', {})).body.Message).toBe('You must select a correct recipient')
    const chosen = { ResidentId: resident.residentId, Name: resident.name, UnitNumber: resident.unitNumber }
    const { ExpiryTime } = await get(body.Id)
    expect((await to('InMailroom', chosen)).status).toBe(200)
    const after = await get(body.Id)
    expect(after).toMatchObject({ ...chosen, EmailId: 'ben@house.test', MobilePhone: '' })
    expect(after.ExpiryTime > ExpiryTime).toBe(true)
    const reply = await server.ask(notices.ofPackage, { token, params: { packageId: body.Id } })
    expect(reply.body.map(({ Address }: { Address: string }) => Address).toSorted()).toEqual([
      'ben@house.test',
      'guest@house.test',
    ])
    expect((await fixtures.historyOf(body.Id)).map(({ status_id, note }) => [status_id, note])).toEqual([
      [STATUSES.InMailroom.id, ''],
      [STATUSES.WrongRecipient.id, ''],
      [STATUSES.InMailroom.id, ''],
    ])
  })

  test('that the rules do not allow changes nothing', async () => {
    const id = await fixtures.add(recipient())
    const form = await formOf(id)
    expect((await save({ ...form, StatusId: STATUSES.Lost.id, TrackingNumber: 'NEW' })).status).toBe(422)
    expect(await formOf(id)).toEqual(form)
  })

  test('to the tracking number of another package on site is asked about', async () => {
    await save()
    const id = await fixtures.add(recipient())
    const form = await formOf(id)
    const refused = await save({ ...form, TrackingNumber: '1z 5' })
    expect([refused.status, refused.body.Code, refused.body.Field]).toEqual([409, 'MsgTrackingNumberLive', 'TrackingNumber'])
    expect(await formOf(id)).toEqual(form)
    // Its own number in another spelling is not that of another.
    const spaced = form.TrackingNumber.replace('1Z', '1Z ')
    expect((await save({ ...form, TrackingNumber: spaced })).status).toBe(200)
    expect((await save({ ...(await formOf(id)), TrackingNumber: '1z 5', AcceptDuplicate: true })).status).toBe(200)
    expect((await get(id)).TrackingNumber).toBe('1z 5')
  })

  /** A new advice tag of the organisation. */
  const adviceTag = async () => {
    const id = newId()
    const { organisationId: organisation_id } = fixtures
    await fixtures.asTenant((db) =>
      db
        .insertInto('advice_tags')
        .values({ organisation_id, id, name: `Tag ${id}`, sort_order: 1 })
        .execute(),
    )
    return id
  }
  const remove = (table: 'advice_tags' | 'couriers', id: string) =>
    fixtures.asTenant((db) => db.updateTable(table).set({ deleted_at: new Date() }).where('id', '=', id).execute())

  test.each(['AdviceTag', 'CourierId'] as const)(
    'keeps a deleted %s, which the package shows as removed, until another is chosen',
    async (field) => {
      const AdviceTag = await adviceTag()
      const { body } = await save({ AdviceTag })
      const form = { ...(await formOf(body.Id)), AdviceTag }
      const table = field === 'AdviceTag' ? 'advice_tags' : 'couriers'
      await remove(table, field === 'AdviceTag' ? AdviceTag : fixtures.courierId)
      expect(await get(body.Id)).toMatchObject({
        AdviceTag,
        CourierId: fixtures.courierId,
        IsAdviceTagRemoved: field === 'AdviceTag',
        IsCourierRemoved: field === 'CourierId',
      })
      expect((await save({ ...form, Note: 'Wet' })).status).toBe(200)
      expect((await save({ ...form, Version: undefined, StatusId: 8 })).status).toBe(200)
      expect(await get(body.Id)).toMatchObject({ AdviceTag, StatusId: 8, Note: '' })
      await fixtures.asTenant((db) => db.updateTable(table).set({ deleted_at: null }).execute())
    },
  )

  test.each([
    ['AdviceTag', 'This advice tag does not exist any more. Choose another one, or none.'],
    ['CourierId', 'This courier does not exist any more. Choose another one.'],
  ] as const)('to a %s that does not exist names the field and changes nothing', async (Field, Message) => {
    const id = await fixtures.add(recipient())
    const form = await formOf(id)
    const removed = await adviceTag()
    await remove('advice_tags', removed)
    for (const value of [newId(), ...(Field === 'AdviceTag' ? [removed] : [])]) {
      const refused = { status: 422, body: { Field, Message } }
      expect(await save({ ...form, Note: 'Wet', [Field]: value })).toMatchObject(refused)
      expect(await save({ PackageNumber: 'P-2', TrackingNumber: '1Z9', [Field]: value })).toMatchObject(refused)
    }
    expect(await formOf(id)).toEqual(form)
  })

  test('of an outbound package in its locker is refused without saying that it has left', async () => {
    const id = await fixtures.add(recipient(), fixtures.intoLocker('L1'))
    const outbound = { status_id: STATUSES.DroppedOffForDryCleaning.id, status_group: 5 }
    await fixtures.asTenant((db) => db.updateTable('packages').set(outbound).where('id', '=', id).execute())
    expect(await save({ ...(await formOf(id)), Note: 'Wet' })).toMatchObject({
      status: 422,
      body: {
        Message:
          'The package waits in its locker for the dry cleaner. The locker can be opened on the dashboard of its locker bank.',
      },
    })
  })

  test('of a missing package to Found stays in its locker where the bank has no mailroom, with a new expiry', async () => {
    const at = new Date('2026-11-20T10:00:00Z')
    const id = await fixtures.add(recipient(), { ...fixtures.intoLocker('L1'), at })
    await fixtures.asTenant(async (db) => {
      await db.updateTable('packages').set({ status_id: 12, status_group: 4 }).where('id', '=', id).execute()
      await db.updateTable('locker_banks').set({ mailroom_id: null }).execute()
    })
    const before = await get(id)
    expect(before.UISettings).toMatchObject({ MailRoomEnabled: false, ExpiryDateEnabled: true })
    expect((await save({ ...(await formOf(id)), StatusId: STATUSES.Found.id })).status).toBe(200)
    const after = await get(id)
    expect(after).toMatchObject({ StatusId: STATUSES.Found.id, LockerId: before.LockerId, MailRoomId: null })
    expect(after.ExpiryTime > before.ExpiryTime).toBe(true)
  })

  test('of a missing package in a mailroom to Found needs its mailroom', async () => {
    const id = await fixtures.add(recipient())
    await fixtures.asTenant((db) =>
      db.updateTable('packages').set({ status_id: 12, status_group: 4 }).where('id', '=', id).execute(),
    )
    const form = { ...(await formOf(id)), StatusId: STATUSES.Found.id }
    expect(await save({ ...form, MailRoomId: null })).toMatchObject({
      status: 422,
      body: { Field: 'MailRoomId', Message: 'You must select a mail room' },
    })
    expect((await save(form)).status).toBe(200)
  })

  test('of two clerks who edit at once, the second is refused', async () => {
    const id = await fixtures.add(recipient())
    const form = await formOf(id)
    const replies = await Promise.all([save({ ...form, Note: 'one' }), save({ ...form, Note: 'two' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.body.Message).toBe('Somebody else has changed this since you opened it.')
  })

  test('of a package of another property looks like one of a missing package', async () => {
    const other = await seedPackageFixtures(server, organisation, 1)
    const id = await other.add(other.people[0]!)
    const update = await server.ask(packageForm.update, { token, params: { packageId: id }, input: draft() })
    expect(update.status).toBe(404)
  })
})

describe('on many packages', () => {
  const ask = (op: Operation, input: object) => server.ask(op, { token, input })

  test('expiry is extended for active ones, by weekdays from the present expiry', async () => {
    const at = new Date('2026-11-20T10:00:00Z')
    const [one, closed] = [await fixtures.add(recipient(), { at }), await fixtures.add(recipient(), { at })]
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
    expect((await fixtures.historyOf(one)).map(({ note }) => note)).toEqual(['', 'Expiry extended from 2026-12-04 to 2026-12-08'])
  })

  test('expiry is extended by a weekday at least, also where the period of the property is 0', async () => {
    const id = await fixtures.add(recipient(), { at: new Date('2026-11-20T10:00:00Z') })
    await fixtures.asTenant((db) =>
      db
        .insertInto('property_settings')
        .values({
          organisation_id: fixtures.organisationId,
          property_id: fixtures.propertyId,
          name: 'MailroomPackageExpiryPeriod',
          value: '0',
        })
        .execute(),
    )
    expect((await ask(packages.extendExpiry, { Ids: [id] })).body).toMatchObject({ Changed: 1 })
    expect((await get(id)).ExpiryTime).toBe('2026-12-07T23:59:59.999Z')
  })

  test('notices are sent again to those who receive some', async () => {
    const [one, silent] = [recipient(), fixtures.people[1]!]
    await fixtures.asTenant((db) =>
      db.updateTable('residents').set({ email: 'ada@house.test' }).where('id', '=', one.residentId).execute(),
    )
    const [notified, unheard] = [await fixtures.add(one), await fixtures.add(silent)]
    const { body } = await ask(packages.resendMany, { Matching: {} })
    expect(body).toMatchObject({ Changed: 1 })
    expect(body.Refusals).toEqual([expect.objectContaining({ Id: unheard, Reason: 'The recipient receives no notices.' })])
    expect((await ask(packageForm.resend, { Id: notified })).body.Message).toBe('Notifications are being sent.')
    expect((await ask(packageForm.resend, { Id: unheard })).status).toBe(422)
    expect((await ask(packageForm.resend, { Id: newId() })).status).toBe(404)
    const count = await fixtures.asTenant((db) =>
      db.selectFrom('notices').select('id').where('package_id', '=', notified).execute(),
    )
    expect(count).toHaveLength(3)
  })

  test('the message names their number, or that nothing was done', async () => {
    await fixtures.asTenant((db) => db.updateTable('residents').set({ email: 'all@house.test' }).execute())
    const [one, other] = [await fixtures.add(recipient()), await fixtures.add(recipient())]
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
    await fixtures.asTenant((db) => db.updateTable('residents').set({ email: 'all@house.test' }).execute())
    const ids = [await fixtures.add(recipient()), await fixtures.add(recipient())]
    for (const op of [packages.resendMany, packages.extendExpiry]) {
      expect((await ask(op, ids)).body).toMatchObject({ Changed: 2 })
      expect(await ask(op, [])).toMatchObject({ status: 400 })
      expect(await ask(op, ['x'])).toMatchObject({ status: 400, body: { Message: 'Not a valid id.' } })
    }
  })
})

test('changes are listed by time, of the caller’s properties', async () => {
  const id = await fixtures.add(recipient())
  await save({ ...(await formOf(id)), StatusId: 8 })
  const other = await seedPackageFixtures(server, organisation, 1)
  await other.add(other.people[0]!)
  const { body } = await server.ask(packageForm.transactions, { token, input: {} })
  expect(body.Data.map(({ PackageId, StatusId }: Record<string, unknown>) => [PackageId, StatusId])).toEqual([
    [id, 8],
    [id, 2],
  ])
  expect((await server.ask(packageForm.pageByGet, { token })).body.Total).toBe(1)
})
