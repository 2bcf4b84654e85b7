import { beforeEach, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { couriers } from '#features/couriers/contract.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { packages } from '#features/packages/contract.ts'
import { packageForm } from '#features/packages/editing-contract.ts'
import { CARRIERS } from '#features/tracking-numbers/carriers.ts'
import { recogniseCarriers, trackingNumberOf } from '#features/tracking-numbers/recognise.ts'
import { CARRIER_NUMBERS, spellingsOf, TYPED, transportMessage } from '#features/tracking-numbers/testing/spellings.ts'
import { newId } from '#platform/ids.ts'
import { handOver } from '../contract.ts'
import { handOverFixtures } from '../testing/hand-over-fixtures.ts'

const { state, ada } = handOverFixtures()

const courierIds = new Map<string, string>()
beforeEach(async () => {
  const manager = await tokenOf(state.server, 'organisationmanager', state.organisation.systemName)
  courierIds.clear()
  for (const [carrier, { names }] of Object.entries(CARRIERS).filter(([name]) => !/^post /.test(name))) {
    const name = carrier === 'lasership' ? 'LaserShip' : names[0]!
    const { body } = await state.server.ask(couriers.save, { token: manager, input: { Name: name, SortOrder: 1 } as never })
    courierIds.set(carrier, body.Id)
  }
})

const ask = { token: () => state.token }
const book = (TrackingNumber: string, PackageNumber: string) => {
  const { residentId: ResidentId, name: Name, unitNumber: UnitNumber } = ada()
  const { buildingId: BuildingId, mailroomId: MailRoomId, courierId: CourierId } = state.fixtures
  const DropOffTime = new Date(Date.now() - 1000).toISOString()
  const place = { BuildingId, MailRoomId, CourierId, StatusId: STATUSES.InMailroom.id, DropOffTime }
  const input = { ...place, ResidentId, Name, UnitNumber, TrackingNumber, PackageNumber }
  return state.server.ask(packageForm.create, { token: ask.token(), params: { packageId: newId() }, input: input as never })
}
const listed = async (filter: { Q: string } | { TrackingNumber: string }) => {
  const { body } = await state.server.ask(packages.page, { token: ask.token(), input: filter })
  return body.Data.map((row: { PackageId: string }) => row.PackageId)
}
const handedOver = async (Text: string) => {
  const { body } = await state.server.ask(handOver.find, {
    token: ask.token(),
    input: { PropertyId: state.fixtures.propertyId, Text },
  })
  return body.Recipients.length
}
const resolved = (trackingNumber: string) =>
  state.server.ask(packages.resolveTrackingNumber, { token: ask.token(), params: { trackingNumber } })

const distinct = <T>(values: readonly T[], key: (value: T) => string) => [
  ...new Map(values.map((one) => [key(one), one])).values(),
]
const NUMBERS = distinct(
  CARRIER_NUMBERS.flatMap(({ carrier, valid }) => valid.map((number) => ({ carrier, number }))),
  ({ number }) => trackingNumberOf(number),
)

test('every published number is found by all look-ups in every spelling, and booked twice only on purpose', async () => {
  for (const [i, { carrier, number }] of NUMBERS.entries()) {
    const spellings = [
      number,
      ...Object.values(spellingsOf(number)).filter((text) => trackingNumberOf(text) === trackingNumberOf(number)),
    ]
    // Each number in two spellings; all of them over all numbers.
    const [first, second] = [spellings[i % spellings.length]!, spellings[(i + 5) % spellings.length]!]
    const { body } = await book(first, `TABLE${i}`)
    expect(body.Id, first).toBeTruthy()
    for (const text of [first, second]) {
      const { body: found } = await resolved(text)
      expect([found.PackageId, found.TrackingNumber], text).toEqual([body.Id, trackingNumberOf(number)])
      const recognised = recogniseCarriers(number).map((one) => one.carrier)
      const offered = [found.RecognisedCourierId, ...found.OfferedCourierIds].filter(Boolean)
      if (courierIds.has(carrier) && recognised.length === 1) expect(offered, text).toEqual([courierIds.get(carrier)])
      expect(await listed({ Q: text }), text).toEqual([body.Id])
      expect(await listed({ TrackingNumber: text }), text).toEqual([body.Id])
      expect(await handedOver(text), text).toBe(1)
      expect((await book(text, `AGAIN${i}`)).body.Code, text).toBe('MsgTrackingNumberLive')
    }
  }
}, 300_000)

test('the part of a number that is read aloud in groups finds it', async () => {
  const { body } = await book('1Z879E930346834440', 'PART1')
  for (const text of ['E93 03 4683', '4683 4440', '0346 8344 40']) {
    expect(await listed({ Q: text }), text).toEqual([body.Id])
    expect(await handedOver(text), text).toBe(1)
  }
  expect(await listed({ Q: '4683 4441' })).toEqual([])
})

test('what people type is kept, and found as it was typed', async () => {
  for (const [i, text] of TYPED.entries()) {
    const { status, body } = await book(text, `TYPED${i}`)
    expect([text, status]).toEqual([text, 200])
    const found = (await listed({ Q: text })).includes(body.Id)
    expect([text, found, (await listed({ TrackingNumber: text })).includes(body.Id)]).toEqual([text, true, true])
  }
})

test.each([
  ['SW-1234-5', 'SW12345'],
  ['SW12346', 'SW-1234-6'],
  ['12-34', '1234'],
  ['12357', '12-357'],
  ['55 66-77', '556677'],
])('a number that is kept as %s is found as %s', async (kept, typed) => {
  const { body } = await book(kept, 'HYPHENS')
  for (const text of [kept, typed]) {
    expect(await listed({ TrackingNumber: text }), text).toContain(body.Id)
    expect(await listed({ Q: text }), text).toContain(body.Id)
    expect(await handedOver(text), text).toBe(1)
  }
})

test('a code without a number is refused and never kept, whatever it holds', async () => {
  const address = transportMessage('1Z44070023', 'UPSN')
  for (const text of [address, address.replace(/\p{Cc}/gu, ''), 'https://example.com/menu', 'Ann Lee\n1 Main Street\nMiami']) {
    const { status, body } = await book(text, 'NONE1')
    expect([status, body.Message], text).toEqual([400, expect.stringContaining('This code has no tracking number in it.')])
    expect((await resolved(text)).status, text).toBe(404)
  }
  expect(await listed({ Q: 'MIAMI' })).toEqual([])
})
