import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { packages } from '#features/packages/contract.ts'
import { packageForm } from '#features/packages/editing-contract.ts'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import { handOver, MAX_RECIPIENTS } from '../contract.ts'
import { handOverFixtures } from '../testing/hand-over-fixtures.ts'
import { WRONG_CODES } from './routes.ts'

const { state, ada, save, statusOf, history, residentWithCode } = handOverFixtures()

const ben = () => state.fixtures.people[1]!

const find = async (Text: string, as = state.token) =>
  state.server.ask(handOver.find, { token: as, input: { PropertyId: state.fixtures.propertyId, Text } })

const found = async (text: string) => (await find(text)).body.Recipients

describe('finding what waits', () => {
  test('shows all packages of a recipient in the mailrooms, by name, unit, package or tracking number', async () => {
    const first = await state.fixtures.add(ada(), { trackingNumber: 'TRACK-ADA-1', packageNumber: 'PNADA1' })
    const second = await state.fixtures.add(ada())
    await state.fixtures.add(ben())
    await state.fixtures.add(ada(), state.fixtures.intoLocker('L1'))
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
    const packageId = await state.fixtures.add(ada(), { trackingNumber })
    const booked = await state.fixtures.add(ben(), { trackingNumber: barcode })
    await state.fixtures.add({ ...ben(), residentId: null, name: 'Somebody Else' }, { trackingNumber: `${trackingNumber}7` })
    const ids = (await found(`\u001d${barcode}\r`)).map(({ Packages }: { Packages: { PackageId: string }[] }) =>
      Packages.map((one) => one.PackageId),
    )
    expect(ids).toEqual([[packageId], [booked]])
  })

  test('of more people than are shown the first by name are, and that there are more', async () => {
    const nobody = { ...ada(), residentId: null, unitNumber: 'X1' }
    for (let nth = MAX_RECIPIENTS + 5; nth > 0; nth -= 1) await state.fixtures.add({ ...nobody, name: `Crowd ${nth}` })
    // No number: those of packages are random.
    await state.fixtures.add({ ...nobody, name: 'Crowd Zuzanna' })
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
      await state.fixtures.add({ ...nobody, name: `Crowd ${nth}`, unitNumber: 'X1' }, { trackingNumber: `ZZ880${nth}` })
    await state.fixtures.add({ ...nobody, name: 'Zoe Unit', unitNumber: '880' })
    await state.fixtures.add({ ...nobody, name: 'Abe Unit', unitNumber: '880' })
    const { body } = await find('880')
    expect(body.HasMore).toBe(true)
    expect(body.Recipients.slice(0, 2).map(({ Name }: { Name: string }) => Name)).toEqual(['Abe Unit', 'Zoe Unit'])
  })

  test('a flagged package is shown, and cannot be handed over', async () => {
    const id = await state.fixtures.add(ben())
    const form = (await state.server.ask(packages.get, { token: state.token, params: { packageId: id } })).body
    const input = { ...form, StatusId: STATUSES.OnHold.id }
    expect(
      (await state.server.ask(packageForm.update, { token: state.token, params: { packageId: id }, input: input as never }))
        .status,
    ).toBe(200)
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
    const other = await tokenOf(state.server, 'propertymanager', state.organisation.systemName)
    expect((await find(code, other)).body.Recipients).toHaveLength(1)
  })

  test('eight digits that are a code and the number of another’s package show both people, a scanned code as well', async () => {
    const { residentId, code, packageId } = await residentWithCode()
    const other = await state.fixtures.add(ben(), { packageNumber: code })
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
    const PropertyId = state.organisation.properties[1]!.id
    expect((await state.server.ask(handOver.find, { token: state.token, input: { PropertyId, Text: 'ada' } })).status).toBe(404)
  })
})

describe('handing over', () => {
  test('collects several packages of one person at once, expired ones as such', async () => {
    const waiting = await state.fixtures.add(ada())
    const expired = await state.fixtures.add(ada())
    await state.fixtures.asTenant((db) =>
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
    const input = { Id: newId(), PackageIds: [await state.fixtures.add(ada())] }
    const replies = await Promise.all([save(input), save(input), save(input)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await save(input)).status).toBe(200)
    expect(await history(input.PackageIds[0]!)).toHaveLength(2)
    expect(await save({ ...input, Id: newId() })).toMatchObject({ status: 422 })
    const another = { ...input, PackageIds: [...input.PackageIds, await state.fixtures.add(ada())] }
    expect(await save(another)).toMatchObject({ status: 409 })
    expect(await statusOf(another.PackageIds[1]!)).toBe(STATUSES.InMailroom.id)
  })

  test('all or none: packages of two people, in a locker, of another organisation', async () => {
    const own = await state.fixtures.add(ada())
    expect(await save({ PackageIds: [own, await state.fixtures.add(ben())] })).toMatchObject({
      status: 422,
      body: { Message: 'These packages are not for the same person.' },
    })
    const inLocker = await state.fixtures.add(ada(), state.fixtures.intoLocker('L2'))
    expect((await save({ PackageIds: [own, inLocker] })).body.Message).toBe('The package is not in a mailroom.')
    expect((await save({ PackageIds: [own, newId()] })).status).toBe(404)
    expect((await save({ PackageIds: [] })).body.Message).toBe('Choose at least one package.')
    expect(await statusOf(own)).toBe(STATUSES.InMailroom.id)
  })

  test('to a delegate of today, or to somebody else by name', async () => {
    const { residentId, packageId, manager } = await residentWithCode()
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
    const delegate = { Name: 'Grace Neighbour', EmailId: '', FromDay: today, UntilDay: today, SendLockerAccessCode: false }
    await state.server.ask(residents.addDelegate, { token: manager, params: { residentId }, input: delegate as never })
    const [{ Delegates }] = await found('olga')
    expect(Delegates).toMatchObject([{ Name: 'Grace Neighbour' }])
    expect(await save({ PackageIds: [packageId], DelegateId: newId() })).toMatchObject({
      status: 422,
      body: { Field: 'DelegateId' },
    })
    const reply = await save({ PackageIds: [packageId], DelegateId: Delegates[0]!.Id })
    expect(reply.body.Message).toBe('1 package handed over to Grace Neighbour.')
    expect((await history(packageId))[0]).toMatchObject({ Note: 'Collected by Grace Neighbour' })
    const other = await state.fixtures.add(ben())
    await save({ PackageIds: [other], CollectedBy: 'Tom Porter' })
    expect((await history(other))[0]).toMatchObject({ Note: 'Collected by Tom Porter' })
  })
})
