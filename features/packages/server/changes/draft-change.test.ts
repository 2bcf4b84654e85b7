import { describe, expect, test } from 'vitest'
import { notices } from '#features/notices/contract.ts'
import { STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import { packageForm } from '../../editing-contract.ts'
import { draftFixtures } from '../testing/draft-fixtures.ts'
import { seedPackageFixtures } from '../testing/fixtures.ts'

const { state, recipient, draft, save, get, formOf } = draftFixtures()

describe('a change', () => {
  test('of the label keeps the status; the history names it, the audit without the values', async () => {
    const id = await state.fixtures.add(recipient())
    const reply = await save({ ...(await formOf(id)), TrackingNumber: 'NEW', Note: 'Wet', Name: 'Other' })
    expect(reply.body.Message).toBe('Package has been saved successfully.')
    expect(await get(id)).toMatchObject({ TrackingNumber: 'NEW', Note: 'Wet', Name: recipient().name, StatusId: 2 })
    const [, changed] = await state.fixtures.historyOf(id)
    expect(changed).toMatchObject({
      note: expect.stringMatching(/^Changed: tracking number \(1Z\w+ → NEW\), note$/),
      status_id: 2,
    })
    const lines = await state.fixtures.asTenant((db) =>
      db.selectFrom('audit').select(['action', 'detail']).where('subject_id', '=', id).execute(),
    )
    expect(lines).toEqual([{ action: 'package changed', detail: { changed: ['tracking_number', 'note'] } }])
  })

  test.each([
    'https://example.com/orders/790535312317',
    'WWW.EXAMPLE.COM/menu',
    '(420)78745',
    ']C142078745',
    '{"from":"Ann Lee"}',
    'BEGIN:VCARD',
    'Ann Lee|1 Main Street|Miami|FL',
  ])('keeps a code that is no number, which the package has had before codes were read: %s', async (code) => {
    const id = await state.fixtures.add(recipient())
    const keep = (tracking_number: string) =>
      state.fixtures.asTenant((db) => db.updateTable('packages').set({ tracking_number }).where('id', '=', id).execute())
    await keep(code)
    expect((await save({ ...(await formOf(id)), Note: 'Wet' })).status).toBe(200)
    expect(await get(id)).toMatchObject({ TrackingNumber: code, Note: 'Wet' })
    // As a new number it is refused.
    await keep('SW-4711')
    const { status, body } = await save({ ...(await formOf(id)), TrackingNumber: code })
    expect([status, body.Code, body.Field]).toEqual([400, expect.stringContaining('MsgNoTrackingNumber'), 'TrackingNumber'])
    expect(await get(id)).toMatchObject({ TrackingNumber: 'SW-4711' })
  })

  test.each([
    ['CollectedbyRecipient', 'CollectionTime'],
    ['ReturnedtoSender', 'RecoveryTime'],
  ] as const)('to %s records its time', async (status, time) => {
    const id = await state.fixtures.add(recipient(), { at: new Date('2026-11-20T10:00:00Z') })
    const at = '2026-11-21T09:00:00.000Z'
    expect((await save({ ...(await formOf(id)), StatusId: STATUSES[status].id, [time]: at })).status).toBe(200)
    expect(await get(id)).toMatchObject({ StatusId: STATUSES[status].id, [time]: at })
    expect((await save(await formOf(id))).body.Message).toBe('The package has left the building and cannot be changed.')
  })

  test('of a wrong recipient needs another one', async () => {
    const id = await state.fixtures.add(recipient(), state.fixtures.intoLocker('L1'))
    await state.fixtures.asTenant((db) =>
      db.updateTable('packages').set({ status_id: 13, status_group: 4 }).where('id', '=', id).execute(),
    )
    const form = await formOf(id)
    const giveTo = (ResidentId: string | null) => save({ ...form, StatusId: 1, MailRoomId: null, ResidentId })
    expect((await giveTo(null)).body.Message).toBe('You must select a correct recipient')
    expect((await giveTo(recipient().residentId)).body.Message).toBe('You must select a different recipient')
    expect((await giveTo(state.fixtures.people[1]!.residentId)).status).toBe(200)
    expect((await get(id)).Name).toBe(state.fixtures.people[1]!.name)
  })

  test('of a wrong recipient who was typed gives the package to a resident, with their address, expiry and notices', async () => {
    const resident = state.fixtures.people[1]!
    await state.fixtures.asTenant((db) =>
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
    const reply = await state.server.ask(notices.ofPackage, { token: state.token, params: { packageId: body.Id } })
    expect(reply.body.map(({ Address }: { Address: string }) => Address).toSorted()).toEqual([
      'ben@house.test',
      'guest@house.test',
    ])
    expect((await state.fixtures.historyOf(body.Id)).map(({ status_id, note }) => [status_id, note])).toEqual([
      [STATUSES.InMailroom.id, ''],
      [STATUSES.WrongRecipient.id, ''],
      [STATUSES.InMailroom.id, ''],
    ])
  })

  test('that the rules do not allow changes nothing', async () => {
    const id = await state.fixtures.add(recipient())
    const form = await formOf(id)
    expect((await save({ ...form, StatusId: STATUSES.Lost.id, TrackingNumber: 'NEW' })).status).toBe(422)
    expect(await formOf(id)).toEqual(form)
  })

  test('to the tracking number of another package on site is asked about', async () => {
    await save()
    const id = await state.fixtures.add(recipient())
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
    const { organisationId: organisation_id } = state.fixtures
    await state.fixtures.asTenant((db) =>
      db
        .insertInto('advice_tags')
        .values({ organisation_id, id, name: `Tag ${id}`, sort_order: 1 })
        .execute(),
    )
    return id
  }
  const remove = (table: 'advice_tags' | 'couriers', id: string) =>
    state.fixtures.asTenant((db) => db.updateTable(table).set({ deleted_at: new Date() }).where('id', '=', id).execute())

  test.each(['AdviceTag', 'CourierId'] as const)(
    'keeps a deleted %s, which the package shows as removed, until another is chosen',
    async (field) => {
      const AdviceTag = await adviceTag()
      const { body } = await save({ AdviceTag })
      const form = { ...(await formOf(body.Id)), AdviceTag }
      const table = field === 'AdviceTag' ? 'advice_tags' : 'couriers'
      await remove(table, field === 'AdviceTag' ? AdviceTag : state.fixtures.courierId)
      expect(await get(body.Id)).toMatchObject({
        AdviceTag,
        CourierId: state.fixtures.courierId,
        IsAdviceTagRemoved: field === 'AdviceTag',
        IsCourierRemoved: field === 'CourierId',
      })
      expect((await save({ ...form, Note: 'Wet' })).status).toBe(200)
      expect((await save({ ...form, Version: undefined, StatusId: 8 })).status).toBe(200)
      expect(await get(body.Id)).toMatchObject({ AdviceTag, StatusId: 8, Note: '' })
      await state.fixtures.asTenant((db) => db.updateTable(table).set({ deleted_at: null }).execute())
    },
  )

  test.each([
    ['AdviceTag', 'This advice tag does not exist any more. Choose another one, or none.'],
    ['CourierId', 'This courier does not exist any more. Choose another one.'],
  ] as const)('to a %s that does not exist names the field and changes nothing', async (Field, Message) => {
    const id = await state.fixtures.add(recipient())
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
    const id = await state.fixtures.add(recipient(), state.fixtures.intoLocker('L1'))
    const outbound = { status_id: STATUSES.DroppedOffForDryCleaning.id, status_group: 5 }
    await state.fixtures.asTenant((db) => db.updateTable('packages').set(outbound).where('id', '=', id).execute())
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
    const id = await state.fixtures.add(recipient(), { ...state.fixtures.intoLocker('L1'), at })
    await state.fixtures.asTenant(async (db) => {
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
    const id = await state.fixtures.add(recipient())
    await state.fixtures.asTenant((db) =>
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
    const id = await state.fixtures.add(recipient())
    const form = await formOf(id)
    const replies = await Promise.all([save({ ...form, Note: 'one' }), save({ ...form, Note: 'two' })])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.body.Message).toBe('Somebody else has changed this since you opened it.')
  })

  test('of a package of another property looks like one of a missing package', async () => {
    const other = await seedPackageFixtures(state.server, state.organisation, 1)
    const id = await other.add(other.people[0]!)
    const update = await state.server.ask(packageForm.update, { token: state.token, params: { packageId: id }, input: draft() })
    expect(update.status).toBe(404)
  })
})
