import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { PICTURES_KEPT_DAYS } from '#features/package-statuses/periods.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { packages } from '#features/packages/contract.ts'
import { packageForm } from '#features/packages/editing-contract.ts'
import { packageHistory } from '#features/packages/server/detail.ts'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Permission } from '#platform/permissions.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { handOver } from '../contract.ts'
import { handOverFixtures } from '../testing/hand-over-fixtures.ts'
import { purgeProofs } from './api.ts'

const { state, ada, save, statusOf, history, residentWithCode } = handOverFixtures()

const red = sharp({ create: { width: 30, height: 20, channels: 3, background: '#dc2626' } })

const signature = async () => ({
  Kind: 'signature' as const,
  Image: `data:image/png;base64,${(await red.clone().png().toBuffer()).toString('base64')}`,
})

const setProof = (value: string) =>
  state.fixtures.asTenant(async (db) => {
    await db.deleteFrom('property_settings').where('name', '=', 'HandOverProof').execute()
    const place = { organisation_id: state.organisation.organisationId, property_id: state.fixtures.propertyId }
    await db
      .insertInto('property_settings')
      .values({ ...place, name: 'HandOverProof', value })
      .execute()
  })

describe('the proof', () => {
  test('is needed where the property requires it, also in a package’s form', async () => {
    await setProof('required')
    const id = await state.fixtures.add(ada())
    expect(await save({ PackageIds: [id] })).toMatchObject({ status: 422, body: { Field: 'Proof' } })
    const form = (await state.server.ask(packages.get, { token: state.token, params: { packageId: id } })).body
    expect(form.NeedsProof).toBe(true)
    for (const status of ['CollectedbyRecipient', 'ServiceRecoveredforRecipient'] as const) {
      const input = { ...form, StatusId: STATUSES[status].id }
      const inForm = await state.server.ask(packageForm.update, {
        token: state.token,
        params: { packageId: id },
        input: input as never,
      })
      expect(inForm, status).toMatchObject({ status: 422, body: { Field: 'StatusId' } })
    }
    expect(await save({ PackageIds: [id], Proof: await signature() })).toMatchObject({ status: 200 })
    await setProof('off')
    const other = await state.fixtures.add(ada())
    expect((await state.server.ask(packages.get, { token: state.token, params: { packageId: other } })).body.NeedsProof).toBe(
      false,
    )
  })

  test('is shown with the history, kept without metadata, and not where it is off', async () => {
    await setProof('optional')
    const id = await state.fixtures.add(ada())
    const exif = { IFD0: { Copyright: 'a secret place' } }
    const photo = await red.clone().withExif(exif).jpeg().toBuffer()
    await save({ PackageIds: [id], Proof: { Kind: 'photo', Image: `data:image/jpeg;base64,${photo.toString('base64')}` } })
    const [{ HandOverId }] = await history(id)
    const reply = await state.server.ask(handOver.proof, { token: state.token, params: { handOverId: HandOverId! } })
    expect(reply.body).toMatchObject({ Kind: 'photo', Image: expect.stringMatching(/^data:image\/jpeg;base64,/) })
    expect(Buffer.from(reply.body.Image.split(',')[1]!, 'base64').includes('secret')).toBe(false)
    await setProof('off')
    const without = await state.fixtures.add(ada())
    await save({ PackageIds: [without], Proof: await signature() })
    expect((await history(without))[0]).toMatchObject({ HandOverId: null })
  })

  test('is not named in the history to those who may only view packages', async () => {
    await setProof('optional')
    const id = await state.fixtures.add(ada())
    await save({ PackageIds: [id], Proof: await signature() })
    const handOverIdFor = async (...permissions: Permission[]) => {
      const reader = { permissions: new Set(permissions), tenant: wholeOrganisation(state.organisation.organisationId) }
      return (await state.fixtures.asTenant((db) => packageHistory(db, id, reader)))[0]!.HandOverId
    }
    expect(await handOverIdFor('ViewPackage', 'EditPackage')).toEqual(expect.any(String))
    expect(await handOverIdFor('ViewPackage')).toBeNull()
  })

  test.each([
    ['no picture', 'hello'],
    ['an SVG', `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`],
    ['text that says it is a JPEG', `data:image/jpeg;base64,${Buffer.from('hello').toString('base64')}`],
  ])('%s is refused, and the package waits', async (_, Image) => {
    const id = await state.fixtures.add(ada())
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
    const id = await state.fixtures.add(ada())
    await save({ PackageIds: [id], CollectedBy: 'Tom Porter', Proof: await signature() })
    const purge = (days: number) => state.fixtures.asTenant((db) => purgeProofs(db, new Date(Date.now() + days * 86_400_000)))
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
    const organisationManager = await tokenOf(state.server, 'organisationmanager', state.organisation.systemName)
    expect((await state.server.ask(residents.erase, { token: organisationManager, params: { residentId } })).status).toBe(200)
    expect((await state.server.ask(handOver.proof, { token: manager, params: { handOverId: HandOverId! } })).status).toBe(404)
    const rows = await state.fixtures.asTenant((db) =>
      db.selectFrom('hand_overs').select(['collected_by', 'proof', 'proof_kind']).where('id', '=', HandOverId!).execute(),
    )
    expect(rows).toEqual([{ collected_by: '', proof: null, proof_kind: null }])
    expect((await history(packageId))[0]).toMatchObject({ Note: '', HandOverId: null })
    await setProof('off')
  })
})
