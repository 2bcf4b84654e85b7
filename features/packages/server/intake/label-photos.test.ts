import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { PICTURES_KEPT_DAYS } from '#features/package-statuses/periods.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Permission } from '#platform/permissions.ts'
import type { Refusal } from '#platform/server/http/refusal.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { intake } from '../../intake-contract.ts'
import { PHOTO_EXAMPLE } from '../../testing/examples.ts'
import { intakeFixtures } from '../testing/intake-fixtures.ts'
import { purgeLabelPhotos, saveLabelPhoto } from './label-photos.ts'

const { state, draft, book } = intakeFixtures()

describe('a photo of a label', () => {
  const save = (packageId: string, Image = PHOTO_EXAMPLE, as = state.token) =>
    state.server.ask(intake.savePhoto, { token: as, params: { packageId }, input: { Image } })
  const read = (packageId: string, as = state.token) => state.server.ask(intake.photo, { token: as, params: { packageId } })
  let packageId: string
  beforeEach(async () => {
    packageId = (await book()).body.Id
  })

  test('is kept as a JPEG, shown on the package, and replaced by another', async () => {
    expect((await read(packageId)).status).toBe(404)
    for (let i = 0; i < 2; i += 1) expect((await save(packageId)).body.Message).toBe('The photo has been saved.')
    expect((await read(packageId)).body.Image).toMatch(/^data:image\/jpeg;base64,\/9j\//)
    const detail = await state.server.ask(packages.get, { token: state.token, params: { packageId } })
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
    await state.server.ask(packageForm.save, { token: state.token, input: gone })
    const manager = await tokenOf(state.server, 'organisationmanager', state.organisation.systemName)
    const residentId = state.fixtures.people[0]!.residentId
    expect((await state.server.ask(residents.erase, { token: manager, params: { residentId } })).status).toBe(200)
    expect((await read(packageId)).status).toBe(404)
    expect(await state.fixtures.asTenant((db) => db.selectFrom('label_photos').selectAll().execute())).toEqual([])
  })

  const leave = () =>
    state.server.ask(packageForm.save, {
      token: state.token,
      input: draft({ Id: packageId, StatusId: STATUSES.CollectedbyRecipient.id, CollectionTime: new Date().toISOString() }),
    })

  test('is refused once the package has left, because its resident may be erased', async () => {
    await leave()
    const { status, body } = await save(packageId)
    expect([status, body.Code]).toEqual([422, 'MsgPackageClosed'])
  })

  test('is replaced by holders of EditPackage only; others add the first one to what they booked', async () => {
    const { organisationId } = state.organisation
    const by = (id: string, permissions: readonly Permission[], photo: string, at = packageId) =>
      state.fixtures
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
    const own = await state.fixtures.add(state.fixtures.people[0]!, { actor: clerk })
    expect(await by(clerk.id, ['AddPackage'], 'first')).toBe(403)
    for (let i = 0; i < 2; i += 1) expect(await by(clerk.id, ['AddPackage'], 'first', own)).toBe(200)
    expect(await by(clerk.id, ['AddPackage'], 'second', own)).toBe(409)
    expect(await by(newId(), ['EditPackage'], 'second', own)).toBe(200)
  })

  test('is deleted when its package has left long ago', async () => {
    await save(packageId)
    const later = (days: number) => new Date(Date.now() + days * 86_400_000)
    const purge = (days: number) => state.fixtures.asTenant((db) => purgeLabelPhotos(db, later(days)))
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
    const harbour = await seedOrganisation(state.server, `harbour${newId().slice(-6)}`)
    const stranger = await tokenOf(state.server, 'organisationmanager', harbour.systemName)
    expect([(await read(packageId, stranger)).status, (await save(packageId, PHOTO_EXAMPLE, stranger)).status]).toEqual([
      404, 404,
    ])
    expect((await save(newId())).status).toBe(404)
  })
})
