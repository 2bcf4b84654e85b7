import { RIVERSIDE } from '#apps/server/demo/organisations.ts'
import { handOver } from '#features/hand-over/contract.ts'
import { DEFAULT_VALUES } from '#features/kiosks/theme.ts'
import { organisations } from '#features/organisations/contract.ts'
import { LOGO_URL } from '#features/organisations/testing/logo.ts'
import { packages } from '#features/packages/contract.ts'
import { packageForm } from '#features/packages/editing-contract.ts'
import { intake } from '#features/packages/intake-contract.ts'
import { PHOTO_EXAMPLE } from '#features/packages/testing/examples.ts'
import { properties } from '#features/properties/contract.ts'
import { reports } from '#features/reports/contract.ts'
import { themes } from '#features/themes/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { ROLE_PERMISSIONS } from '#platform/permissions.ts'
import {
  type Caller,
  expect,
  HARBOUR,
  HARBOUR_MANAGER,
  MANAGER,
  PEOPLE,
  POINT,
  QUAY,
  STAFF,
  SUPERADMIN,
  test,
} from './as-roles.ts'

type Params = Record<string, string>
/** A picture or file: an operation that returns it, and the ids in its address. */
type File = readonly [op: Operation, params: Params]

/** The statuses of the files for a caller. */
async function statusesOf({ ask }: Caller, files: readonly File[], headers: Params = {}): Promise<number[]> {
  const statuses: number[] = []
  for (const [op, params] of files) statuses.push((await ask(op, { params, headers })).status)
  return statuses
}
/** Every status is that of a refusal: 404 with the permission, 403 without. */
const expectRefused = (statuses: readonly number[]) => expect(statuses.filter((one) => one !== 403 && one !== 404)).toEqual([])

async function newPackage({ ask }: Caller, property: typeof POINT, courierId: string): Promise<string> {
  const packageId = newId()
  const [building] = property.buildings
  const input = {
    ...{ BuildingId: building!.id, MailRoomId: building!.mailrooms[0]!.id, CourierId: courierId, StatusId: 2 },
    ...{ Name: 'Ida Attack', UnitNumber: '1', DropOffTime: new Date().toISOString(), TrackingNumber: '' },
  }
  expect((await ask(packageForm.create, { params: { packageId }, input })).status).toBe(200)
  return packageId
}

async function setProof({ ask }: Caller, Value: 'off' | 'optional'): Promise<void> {
  const property = (await ask(properties.get, { params: { propertyId: POINT.id } })).body
  const Settings = [{ Name: 'HandOverProof', Value }]
  expect((await ask(properties.save, { input: { ...property, Settings } })).status).toBe(200)
}

/** Hands a package over with a signature, and another with a photo. */
async function handOvers(caller: Caller): Promise<File[]> {
  await setProof(caller, 'optional')
  const files: File[] = []
  for (const Kind of ['signature', 'photo']) {
    const packageId = await newPackage(caller, POINT, HARBOUR.couriers[0]!.id)
    const input = { PackageIds: [packageId], Proof: { Kind, Image: PHOTO_EXAMPLE } }
    files.push([handOver.proof, { handOverId: (await caller.ask(handOver.save, { input })).body.Id }])
  }
  await setProof(caller, 'off')
  return files
}

/** A finished document of a report, and what is read of it. */
async function reportFiles({ ask }: Caller, propertyId: string): Promise<File[]> {
  const { clientId } = (await ask(reports.register, { input: {} })).body
  const ofClient = { clientId }
  const source = { Report: 'Tenants', ParameterValues: { PropertyIds: [propertyId] } }
  const { instanceId } = (await ask(reports.createInstance, { params: ofClient, input: source })).body
  const ofInstance = { ...ofClient, instanceId }
  const { documentId } = (await ask(reports.createDocument, { params: ofInstance, input: { Format: 'PDF' } })).body
  const params = { ...ofInstance, documentId }
  await expect.poll(async () => (await ask(reports.info, { params })).body.documentReady).toBe(true)
  return [
    [reports.document, params],
    [reports.info, params],
  ]
}

/** The picture of a theme. */
async function themeFile({ ask }: Caller): Promise<{ files: File[]; hash: string }> {
  const params = { organisationId: HARBOUR.id, propertyId: POINT.id }
  const theme = (await ask(themes.get, { params })).body
  expect((await ask(themes.save, { input: { ...theme, LogoImg: PHOTO_EXAMPLE } })).status).toBe(200)
  const hash = (await ask(themes.get, { params })).body.LogoImg
  return { files: [[themes.image, { propertyId: POINT.id, hash }]], hash }
}

test('photos, signatures and pictures of another organisation are refused to every role', async ({ as }) => {
  const owner = await as(HARBOUR_MANAGER)
  const packageId = await newPackage(owner, POINT, HARBOUR.couriers[0]!.id)
  await owner.ask(intake.savePhoto, { params: { packageId }, input: { Image: PHOTO_EXAMPLE } })
  const theme = await themeFile(owner)
  const files: File[] = [[intake.photo, { packageId }], ...(await handOvers(owner)), ...theme.files]
  expect(await statusesOf(owner, files)).toEqual(files.map(() => 200))

  const photo = (await owner.ask(intake.photo, { params: { packageId } })).text
  const otherOrganisation = { 'x-organisation-id': HARBOUR.id }
  for (const person of PEOPLE) {
    const caller = await as(person)
    expectRefused(await statusesOf(caller, files))
    // A picture is not found by its hash at a property of one's own either, nor copied by a save.
    expectRefused(await statusesOf(caller, [[themes.image, { propertyId: QUAY.id, hash: theme.hash }]]))
    const own = { params: { organisationId: RIVERSIDE.id, propertyId: QUAY.id } }
    const copy = { ...DEFAULT_VALUES, PropertyId: QUAY.id, LogoImg: theme.hash }
    const copied = await caller.ask(themes.save, { input: copy })
    const mayEdit = ROLE_PERMISSIONS[person.role].includes('EditProperty')
    expect([copied.status, copied.body.Field]).toEqual(mayEdit ? [422, 'LogoImg'] : [403, undefined])
    if (mayEdit) expect((await caller.ask(themes.get, own)).body.LogoImg).toBe('')
    expectRefused([(await caller.ask(intake.savePhoto, { params: { packageId }, input: { Image: PHOTO_EXAMPLE } })).status])
    expectRefused([(await caller.ask(packages.history, { params: { packageId } })).status])
    // Super administrators work in other organisations by this header (decision "Roles").
    const statuses = await statusesOf(caller, files, otherOrganisation)
    expect(statuses).toEqual(files.map(() => (person === SUPERADMIN ? 200 : 403)))
  }
  expect((await owner.ask(intake.photo, { params: { packageId } })).text).toBe(photo)
  expect(await statusesOf(owner, files)).toEqual(files.map(() => 200))
  await owner.ask(themes.save, { input: { ...DEFAULT_VALUES, PropertyId: POINT.id, LogoImg: '' } })
})

test('a report of another person is refused to every role, also within the organisation', async ({ as }) => {
  for (const [person, propertyId] of [[HARBOUR_MANAGER, POINT.id] as const, [MANAGER, QUAY.id] as const]) {
    const owner = await as(person)
    const files = await reportFiles(owner, propertyId)
    expect(await statusesOf(owner, files)).toEqual([200, 200])
    for (const other of [...PEOPLE, HARBOUR_MANAGER].filter((one) => one !== person)) {
      const caller = await as(other)
      expectRefused(await statusesOf(caller, files))
      expectRefused(await statusesOf(caller, files, { 'x-organisation-id': HARBOUR.id }))
      expectRefused([(await caller.ask(reports.deleteDocument, { params: files[0]![1] })).status])
    }
    expect(await statusesOf(owner, files)).toEqual([200, 200])
  }
})

test('a logo is public, and the settings around it are refused to other organisations', async ({ as, page, product }) => {
  const params = { id: HARBOUR.id }
  const owner = await as(HARBOUR_MANAGER)
  expect((await owner.ask(organisations.saveMobile, { params, input: { Logo: LOGO_URL } })).status).toBe(200)
  const files: File[] = [
    [organisations.get, params],
    [organisations.mobile, params],
    [organisations.sms, params],
  ]
  expect(await statusesOf(owner, files)).toEqual([200, 200, 200])
  for (const person of [MANAGER, ...STAFF]) {
    const caller = await as(person)
    expectRefused(await statusesOf(caller, files))
    expectRefused([(await caller.ask(organisations.saveMobile, { params, input: { Logo: LOGO_URL } })).status])
  }
  // Pages show logos without a token (decision "Organisations"): an id gives the picture and nothing else.
  for (const logo of ['logo', 'mobileapplogo']) {
    const reply = await page.request.get(`${product}/api/Organisation/${HARBOUR.id}/${logo}`)
    expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'image/png'])
    expect((await page.request.get(`${product}/api/Organisation/${newId()}/${logo}`)).status()).toBe(404)
  }
})
