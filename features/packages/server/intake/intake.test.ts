import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { notices } from '#features/notices/contract.ts'
import { sendNotices } from '#features/notices/server/sender.ts'
import { PICTURES_KEPT_DAYS } from '#features/package-statuses/periods.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { residents } from '#features/residents/contract.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Permission } from '#platform/permissions.ts'
import { createLog } from '#platform/server/config/log.ts'
import type { Refusal } from '#platform/server/http/refusal.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { intake } from '../../intake-contract.ts'
import { PHOTO_EXAMPLE } from '../../testing/examples.ts'
import { type PackageFixtures, seedPackageFixtures } from '../testing/fixtures.ts'
import { HELD_MINUTES, notifyForgotten } from './batch.ts'
import { purgeLabelPhotos, saveLabelPhoto } from './label-photos.ts'

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
  await fixtures.asTenant((db) => db.updateTable('residents').set({ email: 'ada@example.test' }).execute())
})

const draft = (more: object = {}, nth = 0) => {
  const { residentId: ResidentId, name: Name, unitNumber: UnitNumber } = fixtures.people[nth]!
  const place = { BuildingId: fixtures.buildingId, MailRoomId: fixtures.mailroomId }
  const label = { CourierId: fixtures.courierId, TrackingNumber: '1Z5R89390357567127' }
  const DropOffTime = new Date(Date.now() - 1000).toISOString()
  return { StatusId: STATUSES.InMailroom.id, ResidentId, Name, UnitNumber, ...place, ...label, DropOffTime, ...more }
}
const book = (more: object = {}, { nth = 0, id = newId(), as = token } = {}) =>
  server.ask(packageForm.create, { token: as, params: { packageId: id }, input: draft(more, nth) })
const bookedOf = async (nth = 0) => {
  const rows = await fixtures.asTenant((db) =>
    db.selectFrom('packages').select('id').where('resident_id', '=', fixtures.people[nth]!.residentId).orderBy('id').execute(),
  )
  return rows.map(({ id }) => id)
}

describe('a tracking number that is on site', () => {
  test('is asked about, whatever its spelling, and can be booked anyway', async () => {
    await book()
    const again = await book({ TrackingNumber: '1z5r 8939 0357567-127' })
    expect([again.status, again.body.Code, again.body.Field]).toEqual([409, 'MsgTrackingNumberLive', 'TrackingNumber'])
    expect(again.body.Message).toContain(`for ${fixtures.people[0]!.name}, ${fixtures.people[0]!.unitNumber}.`)
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
    const other = await seedPackageFixtures(server, organisation, 1)
    const manager = await tokenOf(server, 'organisationmanager', organisation.systemName)
    const { residentId: ResidentId, name: Name, unitNumber: UnitNumber } = other.people[0]!
    const elsewhere = { ResidentId, Name, UnitNumber, BuildingId: other.buildingId, MailRoomId: other.mailroomId }
    expect((await book({ ...elsewhere, CourierId: other.courierId }, { as: manager })).status).toBe(200)
    await server.ask(packageForm.save, {
      token,
      input: draft({ Id: id, StatusId: STATUSES.CollectedbyRecipient.id, CollectionTime: new Date().toISOString() }),
    })
    expect((await book()).status).toBe(200)
    for (let i = 0; i < 2; i += 1) expect((await book({ TrackingNumber: ' - ' })).status).toBe(200)
  })

  test('is the same with the group separators of a scanner, and blanks of any kind', async () => {
    const { body } = await book({ TrackingNumber: '00340434\u001d1611020\u00a00004\u001e' })
    const form = await server.ask(packages.get, { token, params: { packageId: body.Id } })
    expect(form.body.TrackingNumber).toBe('003404341611020 0004')
    expect((await book({ TrackingNumber: '00340434161102\t00004' })).body.Code).toBe('MsgTrackingNumberLive')
    const params = { trackingNumber: '00340434\u001d16110200004' }
    expect((await server.ask(packages.resolveTrackingNumber, { token, params })).body.PackageId).toBe(body.Id)
  })

  test('of a browser is booked by the user who booked it there only', async () => {
    const { body } = await server.ask(session.preload, { token })
    const other = await tokenOf(server, 'propertymanager', organisation.systemName)
    const refused = await book({ BookedBy: body.User.Id }, { as: other })
    expect([refused.status, refused.body.Code]).toEqual([409, 'MsgBookedByAnother'])
    expect((await book({ BookedBy: body.User.Id })).status).toBe(200)
  })

  test('that is corrected after it was booked stays as it is, and the clerk learns it', async () => {
    const packageId = newId()
    const save = (change: object) =>
      server.ask(packageForm.create, {
        token,
        params: { packageId },
        input: { ...draft({ TrackingNumber: 'CORRECT-1' }), ...change },
      })
    expect((await save({})).status).toBe(200)
    expect((await save({ IsCorrection: true })).status).toBe(200)
    const other = await save({ TrackingNumber: 'CORRECT-2', IsCorrection: true })
    expect([other.status, other.body.Code]).toEqual([409, 'MsgBookedBefore'])
    expect((await fixtures.packageRow(packageId)).tracking_number).toBe('CORRECT-1')
  })

  test('is found in any spelling', async () => {
    const { body } = await book()
    const resolved = await server.ask(packages.resolveTrackingNumber, {
      token,
      params: { trackingNumber: '1z 5r89390357567127' },
    })
    expect([resolved.status, resolved.body.PackageId]).toEqual([200, body.Id])
  })
})

describe('a batch', () => {
  const noticesOf = async (packageId: string) =>
    (await server.ask(notices.ofPackage, { token, params: { packageId } })).body as readonly { PackageId: string }[]
  const held = async () => (await server.ask(intake.held, { token })).body.Count
  const notifyAll = () => server.ask(intake.notifyAll, { token, input: {} })
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
    const rows = await fixtures.asTenant((db) => db.selectFrom('package_reminders').select('package_id').execute())
    return rows.map((row) => row.package_id).sort()
  }
  const noticeRows = () =>
    fixtures.asTenant((db) =>
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
    await server.ask(packageForm.save, { token, input: draft(gone, 1) })
    expect((await notifyAll()).body.Message).toBe('Packages of the batch: 3. Recipients notified: 1.')
  })

  /** Gives the first resident's package to the last one, by the form. */
  async function giveToAnother(Id: string, TrackingNumber: string) {
    const change = async (more: object) => {
      const { status, body } = await server.ask(packageForm.save, { token, input: draft({ Id, TrackingNumber, ...more }) })
      expect([status, body.Message]).toEqual([200, 'Package has been saved successfully.'])
    }
    await change({ StatusId: STATUSES.WrongRecipient.id })
    await change({ StatusId: STATUSES.InMailroom.id, ResidentId: fixtures.people[2]!.residentId })
  }
  const recipientsOfNotices = async () => (await noticeRows()).map((row) => row.resident_id).sort()
  const residents1to3 = () => fixtures.people.slice(0, 3).map((one) => one.residentId)

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
    const to = (StatusId: number) => server.ask(packageForm.save, { token, input: draft({ Id, TrackingNumber: 'A', StatusId }) })
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
    return { later, send: () => sendNotices({ ...server, ...offline }, () => later) }
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
    expect((await server.ask(packageForm.save, { token, input: draft(gone) })).status).toBe(200)
    await sending().send()
    const { body } = await fixtures.asTenant((db) =>
      db.selectFrom('notices').select('body').where('event_key', '=', first!).executeTakeFirstOrThrow(),
    )
    const [one, two, three] = await Promise.all([first!, ...others].map((id) => fixtures.packageRow(id)))
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
    await notifyForgotten(server.database, later)
    await send()
    const sent = await fixtures.asTenant((db) =>
      db.selectFrom('notices').select(['resident_id', 'package_id', 'body']).where('status', '=', 'Sent').execute(),
    )
    expect(sent.map((row) => row.resident_id).sort()).toEqual(residents1to3().sort())
    const mine = sent.find((row) => row.resident_id === residents1to3()[0])!
    expect(mine.package_id).toBe(others[0])
    const numbers = await Promise.all(others.map(async (id) => (await fixtures.packageRow(id)).package_number))
    for (const number of numbers) expect(mine.body).toContain(number)
  })

  test('belongs to its clerk', async () => {
    await bookBatch()
    const other = await tokenOf(server, 'propertymanager', organisation.systemName)
    expect((await server.ask(intake.held, { token: other })).body.Count).toBe(0)
    await server.ask(intake.notifyAll, { token: other, input: {} })
    expect(await held()).toBe(4)
  })

  test('that was forgotten is notified after an hour', async () => {
    await bookBatch()
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    await notifyForgotten(server.database, inMinutes(HELD_MINUTES - 5))
    expect(await noticeRows()).toEqual([])
    await notifyForgotten(server.database, inMinutes(HELD_MINUTES + 5))
    expect(await noticeRows()).toHaveLength(2)
  })
})

describe('a photo of a label', () => {
  const save = (packageId: string, Image = PHOTO_EXAMPLE, as = token) =>
    server.ask(intake.savePhoto, { token: as, params: { packageId }, input: { Image } })
  const read = (packageId: string, as = token) => server.ask(intake.photo, { token: as, params: { packageId } })
  let packageId: string
  beforeEach(async () => {
    packageId = (await book()).body.Id
  })

  test('is kept as a JPEG, shown on the package, and replaced by another', async () => {
    expect((await read(packageId)).status).toBe(404)
    for (let i = 0; i < 2; i += 1) expect((await save(packageId)).body.Message).toBe('The photo has been saved.')
    expect((await read(packageId)).body.Image).toMatch(/^data:image\/jpeg;base64,\/9j\//)
    const detail = await server.ask(packages.get, { token, params: { packageId } })
    expect(detail.body.HasLabelPhoto).toBe(true)
  })

  test.each([
    ['HEIC', `data:image/heic;base64,${Buffer.from('\0\0\0\x18ftypheic').toString('base64')}`],
    ['HEIC named as JPEG', `data:image/jpeg;base64,${Buffer.from('\0\0\0\x18ftypheic').toString('base64')}`],
    ['no picture', 'hello'],
  ])('is refused when it is %s', async (_, image) => {
    expect((await save(packageId, image)).body).toMatchObject({ Code: 'MsgPhotoUnreadable', Field: 'Image' })
    expect((await read(packageId)).status).toBe(404)
  })

  test('is refused when it would unpack to gigabytes', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    const { body } = await save(packageId, `data:image/png;base64,${bomb.toString('base64')}`)
    expect(body).toMatchObject({ Code: 'MsgPhotoTooLarge', Field: 'Image' })
  })

  test('of 40 MB is refused', async () => {
    const reply = await save(packageId, `data:image/jpeg;base64,${'A'.repeat(40_000_000)}`)
    expect(reply).toMatchObject({ status: 413, body: { Message: 'This picture is too large.' } })
  })

  test('is erased with its resident', async () => {
    await save(packageId)
    const gone = draft({ Id: packageId, StatusId: STATUSES.CollectedbyRecipient.id, CollectionTime: new Date().toISOString() })
    await server.ask(packageForm.save, { token, input: gone })
    const manager = await tokenOf(server, 'organisationmanager', organisation.systemName)
    const residentId = fixtures.people[0]!.residentId
    expect((await server.ask(residents.erase, { token: manager, params: { residentId } })).status).toBe(200)
    expect((await read(packageId)).status).toBe(404)
    expect(await fixtures.asTenant((db) => db.selectFrom('label_photos').selectAll().execute())).toEqual([])
  })

  const leave = () =>
    server.ask(packageForm.save, {
      token,
      input: draft({ Id: packageId, StatusId: STATUSES.CollectedbyRecipient.id, CollectionTime: new Date().toISOString() }),
    })

  test('is refused once the package has left, because its resident may be erased', async () => {
    await leave()
    const { status, body } = await save(packageId)
    expect([status, body.Code]).toEqual([422, 'MsgPackageClosed'])
  })

  test('is replaced by holders of EditPackage only; others add the first one to what they booked', async () => {
    const { organisationId } = organisation
    const by = (id: string, permissions: readonly Permission[], photo: string, at = packageId) =>
      fixtures
        .asTenant((db) =>
          saveLabelPhoto(
            db,
            wholeOrganisation(organisationId),
            { id, permissions: new Set(permissions) },
            { packageId: at, photo: Buffer.from(photo), at: new Date() },
          ),
        )
        .then(
          () => 200,
          (error: Refusal) => error.status,
        )
    const clerk = { id: newId(), name: 'Clara Clerk' }
    const own = await fixtures.add(fixtures.people[0]!, { actor: clerk })
    expect(await by(clerk.id, ['AddPackage'], 'first')).toBe(403)
    for (let i = 0; i < 2; i += 1) expect(await by(clerk.id, ['AddPackage'], 'first', own)).toBe(200)
    expect(await by(clerk.id, ['AddPackage'], 'second', own)).toBe(409)
    expect(await by(newId(), ['EditPackage'], 'second', own)).toBe(200)
  })

  test('is deleted when its package has left long ago', async () => {
    await save(packageId)
    const later = (days: number) => new Date(Date.now() + days * 86_400_000)
    const purge = (days: number) => fixtures.asTenant((db) => purgeLabelPhotos(db, later(days)))
    await purge(PICTURES_KEPT_DAYS + 1)
    expect((await read(packageId)).status).toBe(200)
    await leave()
    await purge(PICTURES_KEPT_DAYS - 1)
    expect((await read(packageId)).status).toBe(200)
    await purge(PICTURES_KEPT_DAYS + 1)
    expect((await read(packageId)).status).toBe(404)
  })

  test('of another organisation or property is not found', async () => {
    await save(packageId)
    const harbour = await seedOrganisation(server, `harbour${newId().slice(-6)}`)
    const stranger = await tokenOf(server, 'organisationmanager', harbour.systemName)
    expect([(await read(packageId, stranger)).status, (await save(packageId, PHOTO_EXAMPLE, stranger)).status]).toEqual([
      404, 404,
    ])
    expect((await save(newId())).status).toBe(404)
  })
})
