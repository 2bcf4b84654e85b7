import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { PICTURES_KEPT_DAYS } from '#features/package-statuses/periods.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { packages } from '#features/packages/contract.ts'
import { packageForm } from '#features/packages/editing-contract.ts'
import { packageHistory } from '#features/packages/server/detail.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Permission } from '#platform/permissions.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { handOver, MAX_RECIPIENTS } from '../contract.ts'
import { purgeProofs } from './api.ts'
import { WRONG_CODES } from './routes.ts'

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

const ada = () => fixtures.people[0]!
const ben = () => fixtures.people[1]!
const red = sharp({ create: { width: 30, height: 20, channels: 3, background: '#dc2626' } })
const signature = async () => ({
  Kind: 'signature' as const,
  Image: `data:image/png;base64,${(await red.clone().png().toBuffer()).toString('base64')}`,
})
const find = async (Text: string, as = token) =>
  server.ask(handOver.find, { token: as, input: { PropertyId: fixtures.propertyId, Text } })
const found = async (text: string) => (await find(text)).body.Recipients
const save = (input: object, as = token) => server.ask(handOver.save, { token: as, input: { PackageIds: [], ...input } as never })
const statusOf = async (id: string) => (await fixtures.packageRow(id)).status_id
const setProof = (value: string) =>
  fixtures.asTenant(async (db) => {
    await db.deleteFrom('property_settings').where('name', '=', 'HandOverProof').execute()
    const place = { organisation_id: organisation.organisationId, property_id: fixtures.propertyId }
    await db
      .insertInto('property_settings')
      .values({ ...place, name: 'HandOverProof', value })
      .execute()
  })
const history = async (packageId: string, as = token) =>
  (await server.ask(packages.history, { token: as, params: { packageId } })).body

/** The access code of a new resident of the property, with one package. */
async function residentWithCode() {
  const residentId = newId()
  const manager = await tokenOf(server, 'propertymanager', organisation.systemName)
  const home = { propertyId: fixtures.propertyId, buildingId: fixtures.buildingId, unitNumber: '77' }
  const { body } = await server.ask(residents.generateCode, { token: manager, input: { PropertyId: fixtures.propertyId } })
  const lockerAccessCode = body.LockerAccessCode as string
  const input = { firstName: 'Olga', lastName: `Code${residentId.slice(-6)}`, ...home, lockerAccessCode }
  await server.ask(residents.create, { token: manager, params: { residentId }, input: input as never })
  const recipient = { ...ada(), residentId, name: `Olga ${input.lastName}`, unitNumber: '77' }
  return { residentId, code: lockerAccessCode, packageId: await fixtures.add(recipient), manager }
}

describe('finding what waits', () => {
  test('shows all packages of a recipient in the mailrooms, by name, unit, package or tracking number', async () => {
    const first = await fixtures.add(ada(), { trackingNumber: 'TRACK-ADA-1', packageNumber: 'PNADA1' })
    const second = await fixtures.add(ada())
    await fixtures.add(ben())
    await fixtures.add(ada(), fixtures.intoLocker('L1'))
    for (const text of ['ada resident1', '101A ada', 'TRACK-ADA-1', 'pnada1']) {
      const [one, ...others] = await found(text)
      expect([text, one?.ResidentId, others.length]).toEqual([text, ada().residentId, 0])
      const ids = one!.Packages.map(({ PackageId }: { PackageId: string }) => PackageId)
      expect(ids).toEqual(expect.arrayContaining([first, second]))
      expect(one!.Packages.every(({ MailRoomName }: { MailRoomName: string | null }) => MailRoomName)).toBe(true)
    }
    expect(await found('nobody at all')).toEqual([])
  })

  test.each([
    ['FedEx', '1001921334250001000300779017972697', '779017972697'],
    ['USPS', '420221539101026837331000039521', '9101026837331000039521'],
    ['DPD', '0081827 0998 0000 0200 33 350 276 C', '09980000020033'],
  ])('by the barcode of a label of %s, which has the tracking number in it', async (_, barcode, trackingNumber) => {
    const packageId = await fixtures.add(ada(), { trackingNumber })
    const booked = await fixtures.add(ben(), { trackingNumber: barcode })
    await fixtures.add({ ...ben(), residentId: null, name: 'Somebody Else' }, { trackingNumber: `${trackingNumber}7` })
    const ids = (await found(`\u001d${barcode}\r`)).map(({ Packages }: { Packages: { PackageId: string }[] }) =>
      Packages.map((one) => one.PackageId),
    )
    expect(ids).toEqual([[packageId], [booked]])
  })

  test('of more people than are shown the first by name are, and that there are more', async () => {
    const nobody = { ...ada(), residentId: null, unitNumber: 'X1' }
    for (let nth = MAX_RECIPIENTS + 5; nth > 0; nth -= 1) await fixtures.add({ ...nobody, name: `Crowd ${nth}` })
    // No number: those of packages are random.
    await fixtures.add({ ...nobody, name: 'Crowd Zuzanna' })
    const { body } = await find('crowd')
    expect(body.HasMore).toBe(true)
    expect(body.Recipients.map(({ Name }: { Name: string }) => Name)).toEqual(
      Array.from({ length: MAX_RECIPIENTS }, (_, i) => `Crowd ${i + 1}`),
    )
    expect((await find('Crowd Zuzanna')).body).toMatchObject({ HasMore: false, Recipients: [{ Name: 'Crowd Zuzanna' }] })
  })

  test('the recipients of a unit are shown before others who have it in the number of a package', async () => {
    const nobody = { ...ada(), residentId: null }
    for (let nth = 1; nth <= MAX_RECIPIENTS; nth += 1)
      await fixtures.add({ ...nobody, name: `Crowd ${nth}`, unitNumber: 'X1' }, { trackingNumber: `ZZ880${nth}` })
    await fixtures.add({ ...nobody, name: 'Zoe Unit', unitNumber: '880' })
    await fixtures.add({ ...nobody, name: 'Abe Unit', unitNumber: '880' })
    const { body } = await find('880')
    expect(body.HasMore).toBe(true)
    expect(body.Recipients.slice(0, 2).map(({ Name }: { Name: string }) => Name)).toEqual(['Abe Unit', 'Zoe Unit'])
  })

  test('a flagged package is shown, and cannot be handed over', async () => {
    const id = await fixtures.add(ben())
    const form = (await server.ask(packages.get, { token, params: { packageId: id } })).body
    const input = { ...form, StatusId: STATUSES.OnHold.id }
    expect((await server.ask(packageForm.update, { token, params: { packageId: id }, input: input as never })).status).toBe(200)
    const [{ Packages }] = await found('ben')
    expect(Packages.find((one: { PackageId: string }) => one.PackageId === id)).toMatchObject({ IsReady: false })
    expect(await save({ PackageIds: [id] })).toMatchObject({ status: 422 })
  })

  test('by access code; wrong codes are limited for each person', async () => {
    const { residentId, code, packageId } = await residentWithCode()
    expect(code).toMatch(/^\d{8}$/)
    expect(await found(code)).toMatchObject([{ ResidentId: residentId, DelegateId: null, Packages: [{ PackageId: packageId }] }])
    const wrong = code === '12345678' ? '12345679' : '12345678'
    for (let i = 0; i < WRONG_CODES.points; i += 1) expect((await find(wrong)).body.Recipients).toEqual([])
    expect((await find(wrong)).status).toBe(429)
    expect((await find(code)).status).toBe(429)
    expect((await find('ada')).status).toBe(200)
    const other = await tokenOf(server, 'propertymanager', organisation.systemName)
    expect((await find(code, other)).body.Recipients).toHaveLength(1)
  })

  test('eight digits that are a code and the number of another’s package show both people, a scanned code as well', async () => {
    const { residentId, code, packageId } = await residentWithCode()
    const other = await fixtures.add(ben(), { packageNumber: code })
    const shown = [
      { ResidentId: residentId, FoundBy: 'code', Packages: [{ PackageId: packageId }] },
      { ResidentId: ben().residentId, FoundBy: 'text' },
    ]
    expect(await found(code)).toMatchObject(shown)
    expect(await found(`\u001d${code}\r`)).toMatchObject(shown)
    await save({ PackageIds: [other] })
    expect(await found(code)).toMatchObject(shown.slice(0, 1))
  })

  test('another property and another organisation see nothing', async () => {
    const PropertyId = organisation.properties[1]!.id
    expect((await server.ask(handOver.find, { token, input: { PropertyId, Text: 'ada' } })).status).toBe(404)
  })
})

describe('handing over', () => {
  test('collects several packages of one person at once, expired ones as such', async () => {
    const waiting = await fixtures.add(ada())
    const expired = await fixtures.add(ada())
    await fixtures.asTenant((db) =>
      db
        .updateTable('packages')
        .set({ status_id: STATUSES.ExpiredInMailroom.id, status_group: 3 })
        .where('id', '=', expired)
        .execute(),
    )
    const reply = await save({ PackageIds: [waiting, expired] })
    expect(reply).toMatchObject({ status: 200, body: { Message: `2 packages handed over to ${ada().name}.` } })
    expect([await statusOf(waiting), await statusOf(expired)]).toEqual([
      STATUSES.CollectedbyRecipient.id,
      STATUSES.ExpiredCollectedbyRecipient.id,
    ])
    expect((await history(waiting))[0]).toMatchObject({ StatusId: STATUSES.CollectedbyRecipient.id, HandOverId: null })
  })

  test('is done once, however often it is sent', async () => {
    const input = { Id: newId(), PackageIds: [await fixtures.add(ada())] }
    const replies = await Promise.all([save(input), save(input), save(input)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await save(input)).status).toBe(200)
    expect(await history(input.PackageIds[0]!)).toHaveLength(2)
    expect(await save({ ...input, Id: newId() })).toMatchObject({ status: 422 })
    const another = { ...input, PackageIds: [...input.PackageIds, await fixtures.add(ada())] }
    expect(await save(another)).toMatchObject({ status: 409 })
    expect(await statusOf(another.PackageIds[1]!)).toBe(STATUSES.InMailroom.id)
  })

  test('all or none: packages of two people, in a locker, of another organisation', async () => {
    const own = await fixtures.add(ada())
    expect(await save({ PackageIds: [own, await fixtures.add(ben())] })).toMatchObject({
      status: 422,
      body: { Message: 'These packages are not for the same person.' },
    })
    const inLocker = await fixtures.add(ada(), fixtures.intoLocker('L2'))
    expect((await save({ PackageIds: [own, inLocker] })).body.Message).toBe('The package is not in a mailroom.')
    expect((await save({ PackageIds: [own, newId()] })).status).toBe(404)
    expect((await save({ PackageIds: [] })).body.Message).toBe('Choose at least one package.')
    expect(await statusOf(own)).toBe(STATUSES.InMailroom.id)
  })

  test('to a delegate of today, or to somebody else by name', async () => {
    const { residentId, packageId, manager } = await residentWithCode()
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
    const delegate = { Name: 'Grace Neighbour', EmailId: '', FromDay: today, UntilDay: today, SendLockerAccessCode: false }
    await server.ask(residents.addDelegate, { token: manager, params: { residentId }, input: delegate as never })
    const [{ Delegates }] = await found('olga')
    expect(Delegates).toMatchObject([{ Name: 'Grace Neighbour' }])
    expect(await save({ PackageIds: [packageId], DelegateId: newId() })).toMatchObject({
      status: 422,
      body: { Field: 'DelegateId' },
    })
    const reply = await save({ PackageIds: [packageId], DelegateId: Delegates[0]!.Id })
    expect(reply.body.Message).toBe('1 package handed over to Grace Neighbour.')
    expect((await history(packageId))[0]).toMatchObject({ Note: 'Collected by Grace Neighbour' })
    const other = await fixtures.add(ben())
    await save({ PackageIds: [other], CollectedBy: 'Tom Porter' })
    expect((await history(other))[0]).toMatchObject({ Note: 'Collected by Tom Porter' })
  })
})

describe('the proof', () => {
  test('is needed where the property requires it, also in a package’s form', async () => {
    await setProof('required')
    const id = await fixtures.add(ada())
    expect(await save({ PackageIds: [id] })).toMatchObject({ status: 422, body: { Field: 'Proof' } })
    const form = (await server.ask(packages.get, { token, params: { packageId: id } })).body
    expect(form.NeedsProof).toBe(true)
    for (const status of ['CollectedbyRecipient', 'ServiceRecoveredforRecipient'] as const) {
      const input = { ...form, StatusId: STATUSES[status].id }
      const inForm = await server.ask(packageForm.update, { token, params: { packageId: id }, input: input as never })
      expect(inForm, status).toMatchObject({ status: 422, body: { Field: 'StatusId' } })
    }
    expect(await save({ PackageIds: [id], Proof: await signature() })).toMatchObject({ status: 200 })
    await setProof('off')
    const other = await fixtures.add(ada())
    expect((await server.ask(packages.get, { token, params: { packageId: other } })).body.NeedsProof).toBe(false)
  })

  test('is shown with the history, kept without metadata, and not where it is off', async () => {
    await setProof('optional')
    const id = await fixtures.add(ada())
    const exif = { IFD0: { Copyright: 'a secret place' } }
    const photo = await red.clone().withExif(exif).jpeg().toBuffer()
    await save({ PackageIds: [id], Proof: { Kind: 'photo', Image: `data:image/jpeg;base64,${photo.toString('base64')}` } })
    const [{ HandOverId }] = await history(id)
    const reply = await server.ask(handOver.proof, { token, params: { handOverId: HandOverId! } })
    expect(reply.body).toMatchObject({ Kind: 'photo', Image: expect.stringMatching(/^data:image\/jpeg;base64,/) })
    expect(Buffer.from(reply.body.Image.split(',')[1]!, 'base64').includes('secret')).toBe(false)
    await setProof('off')
    const without = await fixtures.add(ada())
    await save({ PackageIds: [without], Proof: await signature() })
    expect((await history(without))[0]).toMatchObject({ HandOverId: null })
  })

  test('is not named in the history to those who may only view packages', async () => {
    await setProof('optional')
    const id = await fixtures.add(ada())
    await save({ PackageIds: [id], Proof: await signature() })
    const handOverIdFor = async (...permissions: Permission[]) => {
      const reader = { permissions: new Set(permissions), tenant: wholeOrganisation(organisation.organisationId) }
      return (await fixtures.asTenant((db) => packageHistory(db, id, reader)))[0]!.HandOverId
    }
    expect(await handOverIdFor('ViewPackage', 'EditPackage')).toEqual(expect.any(String))
    expect(await handOverIdFor('ViewPackage')).toBeNull()
  })

  test.each([
    ['no picture', 'hello'],
    ['an SVG', `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`],
    ['text that says it is a JPEG', `data:image/jpeg;base64,${Buffer.from('hello').toString('base64')}`],
  ])('%s is refused, and the package waits', async (_, Image) => {
    const id = await fixtures.add(ada())
    expect(await save({ PackageIds: [id], Proof: { Kind: 'photo', Image } })).toMatchObject({
      status: 422,
      body: { Field: 'Proof' },
    })
    expect(await statusOf(id)).toBe(STATUSES.InMailroom.id)
  })

  test('of more than the largest request is refused', async () => {
    const reply = await save({ PackageIds: [newId()], Proof: { Kind: 'photo', Image: 'x'.repeat(7_000_000) } })
    expect(reply).toMatchObject({ status: 413, body: { Message: 'This picture is too large.' } })
  })

  test('is deleted after a while; who collected stays with the history', async () => {
    await setProof('optional')
    const id = await fixtures.add(ada())
    await save({ PackageIds: [id], CollectedBy: 'Tom Porter', Proof: await signature() })
    const purge = (days: number) => fixtures.asTenant((db) => purgeProofs(db, new Date(Date.now() + days * 86_400_000)))
    await purge(PICTURES_KEPT_DAYS - 1)
    expect((await history(id))[0]!.HandOverId).not.toBeNull()
    await purge(PICTURES_KEPT_DAYS + 1)
    expect((await history(id))[0]).toMatchObject({ HandOverId: null, Note: 'Collected by Tom Porter' })
    await setProof('off')
  })

  test('is erased with its resident', async () => {
    await setProof('optional')
    const { residentId, packageId, manager } = await residentWithCode()
    await save({ PackageIds: [packageId], CollectedBy: 'Tom Porter', Proof: await signature() })
    const [{ HandOverId }] = await history(packageId)
    const organisationManager = await tokenOf(server, 'organisationmanager', organisation.systemName)
    expect((await server.ask(residents.erase, { token: organisationManager, params: { residentId } })).status).toBe(200)
    expect((await server.ask(handOver.proof, { token: manager, params: { handOverId: HandOverId! } })).status).toBe(404)
    const rows = await fixtures.asTenant((db) =>
      db.selectFrom('hand_overs').select(['collected_by', 'proof', 'proof_kind']).where('id', '=', HandOverId!).execute(),
    )
    expect(rows).toEqual([{ collected_by: '', proof: null, proof_kind: null }])
    expect((await history(packageId))[0]).toMatchObject({ Note: '', HandOverId: null })
    await setProof('off')
  })
})
