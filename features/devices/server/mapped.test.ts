import { expect, test } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { alerts } from '#features/alerts/contract.ts'
import { type Cabinet, makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import { event, mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { layouts } from '#features/layout/contract.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'

let server: TestServer
let organisation: OrganisationFixtures
let cabinet: Cabinet
let kiosk: Awaited<ReturnType<typeof mqttKiosk>>
let token: string
eachOnServer(async (started, nth) => {
  server = started
  organisation = await seedOrganisation(server, `gone${nth}`)
  cabinet = await makeCabinet(server, organisation, 0, {
    T: { type: 'terminal' },
    L1: { isMapped: false },
    L2: { isMapped: false },
  })
  kiosk = await mqttKiosk(server, cabinet.lockerBankId, cabinet.secret)
  token = await tokenOf(server, 'propertymanager', organisation.systemName)
  return () => void kiosk.client.end(true)
})

type Door = { readonly LockerName: string; readonly LockerType: string; readonly LockerMode: number; readonly Size: number }
/** Saves the layout with changed doors in its only column. */
async function saveLayout(change: (doors: readonly Door[]) => Door[]) {
  const request = { token, params: { lockerBankId: cabinet.lockerBankId } }
  const { body, headers } = await server.ask(layouts.read, request)
  const input = [{ ...body[0], LockerCollection: change(body[0].LockerCollection) }]
  expect(await server.ask(layouts.save, { ...request, input, headers: { 'if-match': String(headers.etag) } })).toMatchObject({
    status: 200,
  })
}
const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, organisation.organisationId, work)
const devicesOfLockers = () =>
  asTenant((db) => db.selectFrom('lockers').select('device_serial').where('device_serial', 'is not', null).execute())
async function sendMapped(locker: string) {
  const LockerId = cabinet.lockers[locker]!
  const mapped = event({ Kind: 'locker-mapped', LockerId, SerialNumber: 'SN-9', CommandId: newId() })
  await kiosk.sendEvents([mapped])
  await eventually(() => kiosk.acked()).toContain(mapped.Id)
}
const changeL1 = (doors: readonly Door[], change: Partial<Door>) =>
  doors.map((door) => (door.LockerName === 'L1' ? { ...door, ...change } : door))

test.each<[string, (doors: readonly Door[]) => Door[]]>([
  ['was taken out', (doors) => doors.filter(({ LockerName }) => LockerName !== 'L1')],
  ['became a blank in the steel', (doors) => changeL1(doors, { LockerMode: -1 })],
  [
    'became the terminal',
    (doors) =>
      changeL1(
        doors.filter(({ LockerType }) => LockerType === 'locker'),
        { LockerType: 'terminal', Size: 4 },
      ),
  ],
])(
  'a device that was mapped to a locker which %s meanwhile opens none, nor the one that it opened before',
  async (_what, change) => {
    await saveLayout(change)
    await sendMapped('L2')
    expect(await devicesOfLockers()).toEqual([{ device_serial: 'SN-9' }])
    await sendMapped('L1')
    expect(await devicesOfLockers()).toEqual([])
    const audit = await asTenant((db) =>
      db.selectFrom('audit').select('detail').where('action', '=', 'device mapped to no locker').execute(),
    )
    expect(audit).toMatchObject([{ detail: { serialNumber: 'SN-9' } }])
    // The event was applied, so there is no unrecorded event.
    expect((await server.ask(alerts.open, { token })).body).toEqual([])
  },
)
