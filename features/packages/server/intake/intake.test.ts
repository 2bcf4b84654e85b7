import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { notices } from '#features/notices/contract.ts'
import { sendNotices } from '#features/notices/server/sender.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/server/config/log.ts'
import { packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { intake } from '../../intake-contract.ts'
import { seedPackageFixtures } from '../testing/fixtures.ts'
import { intakeFixtures } from '../testing/intake-fixtures.ts'
import { HELD_MINUTES, notifyForgotten } from './batch.ts'

const { state, draft, book } = intakeFixtures()

const bookedOf = async (nth = 0) => {
  const rows = await state.fixtures.asTenant((db) =>
    db
      .selectFrom('packages')
      .select('id')
      .where('resident_id', '=', state.fixtures.people[nth]!.residentId)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

describe('a tracking number that is on site', () => {
  test('is asked about, whatever its spelling, and can be booked anyway', async () => {
    await book()
    const again = await book({ TrackingNumber: '1z5r 8939 0357567-127' })
    expect([again.status, again.body.Code, again.body.Field]).toEqual([409, 'MsgTrackingNumberLive', 'TrackingNumber'])
    expect(again.body.Message).toContain(`for ${state.fixtures.people[0]!.name}, ${state.fixtures.people[0]!.unitNumber}.`)
    expect((await book({ AcceptDuplicate: true })).status).toBe(200)
    expect(await bookedOf()).toHaveLength(2)
  })

  test('is booked once when two clerks book it at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => book()))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await bookedOf()).toHaveLength(1)
  })

  test('is not asked about again for the same package, after its collection, in another property, or without a number', async () => {
    const id = newId()
    for (let i = 0; i < 2; i += 1) expect((await book({}, { id })).status).toBe(200)
    const other = await seedPackageFixtures(state.server, state.organisation, 1)
    const manager = await tokenOf(state.server, 'organisationmanager', state.organisation.systemName)
    const { residentId: ResidentId, name: Name, unitNumber: UnitNumber } = other.people[0]!
    const elsewhere = { ResidentId, Name, UnitNumber, BuildingId: other.buildingId, MailRoomId: other.mailroomId }
    expect((await book({ ...elsewhere, CourierId: other.courierId }, { as: manager })).status).toBe(200)
    await state.server.ask(packageForm.save, {
      token: state.token,
      input: draft({ Id: id, StatusId: STATUSES.CollectedbyRecipient.id, CollectionTime: new Date().toISOString() }),
    })
    expect((await book()).status).toBe(200)
    for (let i = 0; i < 2; i += 1) expect((await book({ TrackingNumber: ' - ' })).status).toBe(200)
  })

  test('is the same with the group separators of a scanner, and blanks of any kind', async () => {
    const { body } = await book({ TrackingNumber: '00340434\u001d1611020\u00a00004\u001e' })
    const form = await state.server.ask(packages.get, { token: state.token, params: { packageId: body.Id } })
    expect(form.body.TrackingNumber).toBe('003404341611020 0004')
    expect((await book({ TrackingNumber: '00340434161102\t00004' })).body.Code).toBe('MsgTrackingNumberLive')
    const params = { trackingNumber: '00340434\u001d16110200004' }
    expect((await state.server.ask(packages.resolveTrackingNumber, { token: state.token, params })).body.PackageId).toBe(body.Id)
  })

  test('of a browser is booked by the user who booked it there only', async () => {
    const { body } = await state.server.ask(session.preload, { token: state.token })
    const other = await tokenOf(state.server, 'propertymanager', state.organisation.systemName)
    const refused = await book({ BookedBy: body.User.Id }, { as: other })
    expect([refused.status, refused.body.Code]).toEqual([409, 'MsgBookedByAnother'])
    expect((await book({ BookedBy: body.User.Id })).status).toBe(200)
  })

  test('that is corrected after it was booked stays as it is, and the clerk learns it', async () => {
    const packageId = newId()
    const save = (change: object) =>
      state.server.ask(packageForm.create, {
        token: state.token,
        params: { packageId },
        input: { ...draft({ TrackingNumber: 'CORRECT-1' }), ...change },
      })
    expect((await save({})).status).toBe(200)
    expect((await save({ IsCorrection: true })).status).toBe(200)
    const other = await save({ TrackingNumber: 'CORRECT-2', IsCorrection: true })
    expect([other.status, other.body.Code]).toEqual([409, 'MsgBookedBefore'])
    expect((await state.fixtures.packageRow(packageId)).tracking_number).toBe('CORRECT-1')
  })

  test('is found in any spelling', async () => {
    const { body } = await book()
    const resolved = await state.server.ask(packages.resolveTrackingNumber, {
      token: state.token,
      params: { trackingNumber: '1z 5r89390357567127' },
    })
    expect([resolved.status, resolved.body.PackageId]).toEqual([200, body.Id])
  })
})

describe('a batch', () => {
  const noticesOf = async (packageId: string) =>
    (await state.server.ask(notices.ofPackage, { token: state.token, params: { packageId } })).body as readonly {
      PackageId: string
    }[]
  const held = async () => (await state.server.ask(intake.held, { token: state.token })).body.Count
  const notifyAll = () => state.server.ask(intake.notifyAll, { token: state.token, input: {} })
  const bookBatch = async () => {
    for (const [nth, TrackingNumber] of [
      [0, 'A'],
      [0, 'B'],
      [1, 'C'],
      [0, 'D'],
    ] as const)
      await book({ TrackingNumber, NotifyLater: true }, { nth })
  }
  const remindersOf = async () => {
    const rows = await state.fixtures.asTenant((db) => db.selectFrom('package_reminders').select('package_id').execute())
    return rows.map((row) => row.package_id).sort()
  }
  const noticeRows = () =>
    state.fixtures.asTenant((db) =>
      db.selectFrom('notices').select(['package_id', 'event_key', 'resident_id']).orderBy('package_id').execute(),
    )

  test('is notified once per recipient; each package has its reminders and shows the notice', async () => {
    await bookBatch()
    expect([await held(), await noticeRows()]).toEqual([4, []])
    const { body } = await notifyAll()
    expect(body.Message).toBe('Packages of the batch: 4. Recipients notified: 2.')
    const [mine, theirs] = [await bookedOf(0), await bookedOf(1)]
    expect((await noticeRows()).map((row) => row.package_id).sort()).toEqual([mine[0], theirs[0]].sort())
    expect(await remindersOf()).toEqual([...mine, ...theirs].sort())
    for (const id of mine) expect((await noticesOf(id)).map((one) => one.PackageId)).toEqual([mine[0]])
    expect(await held()).toBe(0)
  })

  test('is notified once when it is asked for twice at the same time', async () => {
    await bookBatch()
    const texts = (await Promise.all([notifyAll(), notifyAll()])).map(({ body }) => body.Message).sort()
    expect(texts[0]).toContain('batch: 0.')
    expect(await noticeRows()).toHaveLength(2)
  })

  test('passes over what was collected meanwhile', async () => {
    await bookBatch()
    const [Id] = await bookedOf(1)
    const gone = { Id, StatusId: STATUSES.CollectedbyRecipient.id, CollectionTime: new Date().toISOString(), TrackingNumber: 'C' }
    await state.server.ask(packageForm.save, { token: state.token, input: draft(gone, 1) })
    expect((await notifyAll()).body.Message).toBe('Packages of the batch: 3. Recipients notified: 1.')
  })

  /** Gives the first resident's package to the last one, by the form. */
  async function giveToAnother(Id: string, TrackingNumber: string) {
    const change = async (more: object) => {
      const { status, body } = await state.server.ask(packageForm.save, {
        token: state.token,
        input: draft({ Id, TrackingNumber, ...more }),
      })
      expect([status, body.Message]).toEqual([200, 'Package has been saved successfully.'])
    }
    await change({ StatusId: STATUSES.WrongRecipient.id })
    await change({ StatusId: STATUSES.InMailroom.id, ResidentId: state.fixtures.people[2]!.residentId })
  }
  const recipientsOfNotices = async () => (await noticeRows()).map((row) => row.resident_id).sort()
  const residents1to3 = () => state.fixtures.people.slice(0, 3).map((one) => one.residentId)

  test('tells a new recipient once, who got a package before all were notified', async () => {
    await bookBatch()
    const [first] = await bookedOf(0)
    await giveToAnother(first!, 'A')
    expect(await recipientsOfNotices()).toEqual([residents1to3()[2]])
    expect((await notifyAll()).body.Message).toBe('Packages of the batch: 3. Recipients notified: 2.')
    expect(await recipientsOfNotices()).toEqual(residents1to3().sort())
  })

  test('keeps a flagged package until it is settled', async () => {
    await book({ TrackingNumber: 'A', NotifyLater: true })
    const [Id] = await bookedOf(0)
    const to = (StatusId: number) =>
      state.server.ask(packageForm.save, { token: state.token, input: draft({ Id, TrackingNumber: 'A', StatusId }) })
    expect((await to(STATUSES.OnHold.id)).status).toBe(200)
    expect((await notifyAll()).body.Message).toContain('batch: 0.')
    expect(await held()).toBe(0)
    expect((await to(STATUSES.InMailroom.id)).status).toBe(200)
    expect([await noticeRows(), await held()]).toEqual([[], 1])
    expect((await notifyAll()).body.Message).toContain('notified: 1.')
  })

  /** Sends notices after the time at which a forgotten batch is notified. */
  function sending() {
    const transport = { send: async () => {}, close: () => {} }
    const offline = { transport, smsApiUrl: '', publicUrl: '', log: createLog('silent') }
    const later = new Date(Date.now() + HELD_MINUTES * 60_000 + 60_000)
    return { later, send: () => sendNotices({ ...state.server, ...offline }, () => later) }
  }

  test('leaves out what was collected before the notice is sent, also its own package', async () => {
    await bookBatch()
    await notifyAll()
    const [first, ...others] = await bookedOf(0)
    const gone = {
      Id: first,
      StatusId: STATUSES.CollectedbyRecipient.id,
      CollectionTime: new Date().toISOString(),
      TrackingNumber: 'A',
    }
    expect((await state.server.ask(packageForm.save, { token: state.token, input: draft(gone) })).status).toBe(200)
    await sending().send()
    const { body } = await state.fixtures.asTenant((db) =>
      db.selectFrom('notices').select('body').where('event_key', '=', first!).executeTakeFirstOrThrow(),
    )
    const [one, two, three] = await Promise.all([first!, ...others].map((id) => state.fixtures.packageRow(id)))
    expect(body).toContain(`${two!.package_number}, ${three!.package_number}`)
    expect(body).toContain(` ${two!.tracking_number}`)
    expect(body).not.toContain(one!.package_number)
  })

  test('notifies the recipient of the others when the package of its notice was given to another before it was sent', async () => {
    await bookBatch()
    await notifyAll()
    const [first, ...others] = await bookedOf(0)
    await giveToAnother(first!, 'A')
    const { send, later } = sending()
    await send()
    await notifyForgotten(state.server.database, later)
    await send()
    const sent = await state.fixtures.asTenant((db) =>
      db.selectFrom('notices').select(['resident_id', 'package_id', 'body']).where('status', '=', 'Sent').execute(),
    )
    expect(sent.map((row) => row.resident_id).sort()).toEqual(residents1to3().sort())
    const mine = sent.find((row) => row.resident_id === residents1to3()[0])!
    expect(mine.package_id).toBe(others[0])
    const numbers = await Promise.all(others.map(async (id) => (await state.fixtures.packageRow(id)).package_number))
    for (const number of numbers) expect(mine.body).toContain(number)
  })

  test('belongs to its clerk', async () => {
    await bookBatch()
    const other = await tokenOf(state.server, 'propertymanager', state.organisation.systemName)
    expect((await state.server.ask(intake.held, { token: other })).body.Count).toBe(0)
    await state.server.ask(intake.notifyAll, { token: other, input: {} })
    expect(await held()).toBe(4)
  })

  test('that was forgotten is notified after an hour', async () => {
    await bookBatch()
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    await notifyForgotten(state.server.database, inMinutes(HELD_MINUTES - 5))
    expect(await noticeRows()).toEqual([])
    await notifyForgotten(state.server.database, inMinutes(HELD_MINUTES + 5))
    expect(await noticeRows()).toHaveLength(2)
  })
})
