import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation, makeWorld, tokenOf, type World } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type Cabinet, makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { event, eventually, mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import type { Role } from '#platform/permissions.ts'
import { devices } from '../contract.ts'

let server: TestServer
let riverside: World
let lobby: Cabinet
let kiosk: Awaited<ReturnType<typeof mqttKiosk>>
let token: string
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
let number = 0
beforeEach(async () => {
  number += 1
  riverside = await makeWorld(server, `riverside${number}`)
  lobby = await makeCabinet(server, riverside, 0, {
    T: { type: 'terminal', size: 'medium' },
    L1: { holds: ['InLocker'] },
    L2: {},
    L3: { isMapped: false },
    L4: { isMapped: false },
    L5: { mode: -1, isMapped: false },
  })
  kiosk = await mqttKiosk(server, lobby.lockerBankId, lobby.secret)
  token = await tokenOf(server, 'propertymanager', riverside.systemName)
  return () => kiosk.client.end(true)
})

const inWorld = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)
const lockerRows = () =>
  inWorld((db) => db.selectFrom('lockers').select(['name', 'device_serial']).orderBy('name').execute()).then((rows) =>
    Object.fromEntries(rows.map(({ name, device_serial }) => [name, device_serial])),
  )
const isOnline = () =>
  inWorld((db) =>
    db.selectFrom('locker_banks').select('is_online').where('id', '=', lobby.lockerBankId).executeTakeFirstOrThrow(),
  ).then((bank) => bank.is_online)
const params = (more: Record<string, string>) => ({ lockerBankId: lobby.lockerBankId, ...more })
const list = (rediscover = 'false') => server.ask(devices.list, { token, params: params({ rediscover }) })
const open = (device: string) => server.ask(devices.open, { token, params: params({ device }) })
const map = (locker: string, device: string) => server.ask(devices.map, { token, params: params({ locker, device }) })
const unmap = (locker: string, input: object = {}) => server.ask(devices.unmap, { token, params: params({ locker }), input })
const refused = (Message: string) => ({ status: 200, body: { IsSuccess: false, Message } })
type Map = Extract<Command, { Kind: 'map' }>

/** A kiosk whose cabinet names these devices, and that does what it is told: the event first, then its word. */
function obeying(serialNumbers: readonly string[]) {
  kiosk.onCommand(async (command) => {
    const CommandId = command.Id
    if (command.Kind === 'discover') {
      const Devices = serialNumbers.map((SerialNumber) => ({ SerialNumber, IsOpen: false }))
      return void (await kiosk.reply({ CommandId, State: 'done', Devices }))
    }
    if (command.Kind === 'map') await kiosk.tell([mapped(command)])
    await kiosk.reply({ CommandId, State: command.Kind === 'map' ? 'done' : 'opened' })
  })
}
const mapped = ({ Id, LockerId, SerialNumber }: Map) => event({ Kind: 'locker-mapped', LockerId, SerialNumber, CommandId: Id })
/** ONLINE, and these devices are discovered beside those that open lockers. */
async function discovered(...serialNumbers: string[]) {
  await kiosk.beat()
  await eventually(isOnline).toBe(true)
  obeying(['SN-L1', 'SN-L2', ...serialNumbers])
  expect((await list('true')).status).toBe(200)
}

describe('the devices of a locker bank', () => {
  test('are those that open its lockers, until its cabinet is asked', async () => {
    expect((await list()).body).toEqual({
      Devices: [
        { SerialNumber: 'SN-L1', LockerNumber: 'L1', IsFound: false },
        { SerialNumber: 'SN-L2', LockerNumber: 'L2', IsFound: false },
      ],
      FoundAt: null,
    })
  })

  test('are asked of the cabinet over the broker, kept for the next request, and come in the order of their numbers', async () => {
    await discovered('SN-10', 'SN-9', 'SN-9')
    const { body } = await list()
    expect(body.Devices).toEqual([
      { SerialNumber: 'SN-9', LockerNumber: null, IsFound: true },
      { SerialNumber: 'SN-10', LockerNumber: null, IsFound: true },
      { SerialNumber: 'SN-L1', LockerNumber: 'L1', IsFound: true },
      { SerialNumber: 'SN-L2', LockerNumber: 'L2', IsFound: true },
    ])
    expect(Date.now() - Date.parse(body.FoundAt)).toBeLessThan(10_000)
    expect(kiosk.heard<Command>('commands')).toMatchObject([{ Kind: 'discover', Rediscover: true }])
  })

  test('that vanish are gone with the next discovery, but for those that open lockers', async () => {
    await discovered('SN-9')
    obeying(['SN-L2'])
    expect((await list('true')).body.Devices).toEqual([
      { SerialNumber: 'SN-L1', LockerNumber: 'L1', IsFound: false },
      { SerialNumber: 'SN-L2', LockerNumber: 'L2', IsFound: true },
    ])
  })

  test('are not asked of a bank that is OFFLINE, and the flag is true or false', async () => {
    expect(await list('true')).toMatchObject({ status: 422, body: { Message: 'Lockerbank is OFFLINE.' } })
    expect((await list('maybe')).status).toBe(400)
  })

  test('are nobody’s business without the permission, nor in another property', async () => {
    const as = async (role: Role, lockerBankId = lobby.lockerBankId) =>
      server.ask(devices.list, {
        token: await tokenOf(server, role, riverside.systemName),
        params: { lockerBankId, rediscover: 'false' },
      })
    expect((await as('mailroomstaff')).status).toBe(403)
    const annex = await makeCabinet(server, riverside, 1, { A1: {} })
    expect((await as('propertymanager', annex.lockerBankId)).status).toBe(404)
    expect((await as('organisationmanager', annex.lockerBankId)).status).toBe(200)
  })
})

describe('a device', () => {
  test('opens its door, mapped or not, and who asked for it stands in the audit trail', async () => {
    await discovered('SN-9')
    expect(await open('SN-9')).toMatchObject({
      status: 200,
      body: { IsOpen: true, Message: 'Device SN-9 has opened its door.' },
    })
    expect(kiosk.heard<Command>('commands').at(-1)).toMatchObject({ Kind: 'open-device', SerialNumber: 'SN-9' })
    const audit = await inWorld((db) =>
      db.selectFrom('audit').select(['actor_name', 'detail']).where('action', '=', 'device told to open').execute(),
    )
    expect(audit).toEqual([{ actor_name: 'Test propertymanager', detail: { serialNumber: 'SN-9' } }])
  })

  test('whose door was not detected is an answer, and so is one that has vanished', async () => {
    await discovered('SN-9')
    kiosk.onCommand(({ Id }) => void kiosk.reply({ CommandId: Id, State: 'not-detected' }))
    expect(await open('SN-9')).toMatchObject({
      status: 200,
      body: { IsOpen: false, Message: 'Device SN-9 did not open its door.' },
    })
    kiosk.onCommand(({ Id }) => void kiosk.reply({ CommandId: Id, State: 'refused', Reason: 'there is no device SN-9.' }))
    expect(await open('SN-9')).toMatchObject({
      status: 200,
      body: { IsOpen: false, Message: 'The locker bank could not do this: there is no device SN-9.' },
    })
  })
})

describe('a locker', () => {
  test('is mapped to a device: the kiosk is told, its event is what counts, and there is something to publish', async () => {
    await discovered('SN-9')
    expect(await map('l3', 'SN-9')).toMatchObject({
      status: 200,
      body: { IsSuccess: true, Message: 'Locker L3 is mapped to device SN-9.' },
    })
    expect(kiosk.heard<Command>('commands').at(-1)).toMatchObject({
      Kind: 'map',
      LockerId: lobby.lockers.L3,
      SerialNumber: 'SN-9',
    })
    expect(await lockerRows()).toMatchObject({ L1: 'SN-L1', L2: 'SN-L2', L3: 'SN-9', L4: null })
    expect((await list()).body.Devices).toContainEqual({ SerialNumber: 'SN-9', LockerNumber: 'L3', IsFound: true })
    const publish = await server.ask(lockerBanks.canPublish, { token, params: params({}) })
    expect(publish.body.CanPublish).toBe(true)
    const audit = await inWorld((db) =>
      db.selectFrom('audit').select(['actor_name', 'detail']).where('action', '=', 'device mapped to locker').execute(),
    )
    expect(audit).toMatchObject([
      { actor_name: 'Test propertymanager', detail: { name: 'L3', serialNumber: 'SN-9', packages: 0 } },
    ])
  })

  test('is not mapped against the rules: a terminal, a blank, one or a device that is mapped, a device that nobody knows', async () => {
    await discovered('SN-9')
    const told = kiosk.heard('commands').length
    expect(await map('T', 'SN-9')).toMatchObject(refused('A device cannot be mapped to a terminal.'))
    expect(await map('L5', 'SN-9')).toMatchObject(refused('Select a locker first.'))
    expect(await map('L2', 'SN-9')).toMatchObject(refused('Locker L2 is mapped already.'))
    expect(await map('L3', 'SN-L2')).toMatchObject(refused('Device SN-L2 is mapped to locker L2 already.'))
    expect(await map('L3', 'SN-77')).toMatchObject(refused('The locker bank does not know device SN-77.'))
    expect(await unmap('T')).toMatchObject(refused('A terminal cannot be unmapped.'))
    expect(await unmap('L3')).toMatchObject(refused('No device is mapped to locker L3.'))
    expect((await map('L99', 'SN-9')).status).toBe(404)
    expect((await map(' ', 'SN-9')).status).toBe(400)
    expect(kiosk.heard('commands')).toHaveLength(told)
    expect(await lockerRows()).toMatchObject({ L1: 'SN-L1', L2: 'SN-L2', L3: null })
  })

  test('loses its device, which can then open another one', async () => {
    await discovered()
    expect(await unmap('L2')).toMatchObject({
      body: { IsSuccess: true, NeedsConfirmation: false, Message: 'The mapping of locker L2 has been removed.' },
    })
    expect(await map('L3', 'SN-L2')).toMatchObject({ body: { IsSuccess: true } })
    expect(await lockerRows()).toMatchObject({ L2: null, L3: 'SN-L2' })
  })

  test('that is in use loses its device only when that is confirmed, and gets another with its package in it', async () => {
    await discovered('SN-9')
    const inUse =
      'Locker L1 is in use. Without a device nobody can open it, neither here nor at the terminal, until it is mapped again.'
    expect(await unmap('L1')).toMatchObject({ body: { IsSuccess: false, NeedsConfirmation: true, Message: inUse } })
    expect(await lockerRows()).toMatchObject({ L1: 'SN-L1' })
    expect(await unmap('L1', { IsInUseConfirmed: true })).toMatchObject({ body: { IsSuccess: true } })
    expect(await map('L1', 'SN-9')).toMatchObject({ body: { IsSuccess: true } })
    const [pkg] = await inWorld((db) => db.selectFrom('packages').select('locker_id').execute())
    expect(pkg!.locker_id).toBe(lobby.lockers.L1)
    await inWorld((db) =>
      db
        .updateTable('lockers')
        .set({ reserved_until: new Date(Date.now() + 60_000) })
        .where('name', '=', 'L2')
        .execute(),
    )
    expect((await unmap('L2')).body.NeedsConfirmation).toBe(true)
  })

  test('is not mapped at a bank that is OFFLINE', async () => {
    expect(await unmap('L2')).toMatchObject({ status: 422, body: { Message: 'Lockerbank is OFFLINE.' } })
  })
})

describe('a kiosk', () => {
  test('that says no changes nothing, and its reason is told', async () => {
    await discovered('SN-9')
    kiosk.onCommand(({ Id }) => void kiosk.reply({ CommandId: Id, State: 'refused', Reason: 'there is no device SN-9.' }))
    expect(await map('L3', 'SN-9')).toMatchObject(refused('The locker bank could not do this: there is no device SN-9.'))
    expect(await lockerRows()).toMatchObject({ L3: null })
  })

  test('that never answers is 504, nothing has changed, and the next mapping goes through', { timeout: 40_000 }, async () => {
    await discovered('SN-9')
    kiosk.onCommand(() => {})
    const asked = map('L3', 'SN-9')
    await eventually(() => kiosk.heard<Command>('commands').at(-1)?.Kind).toBe('map')
    expect(await map('L4', 'SN-9')).toMatchObject(refused('The previous action is still in progress.'))
    expect(await asked).toMatchObject({
      status: 504,
      body: { Message: 'Cannot connect to the locker bank. It did not answer in time.' },
    })
    expect(await lockerRows()).toMatchObject({ L3: null, L4: null })
    obeying(['SN-9'])
    expect(await map('L4', 'SN-9')).toMatchObject({ body: { IsSuccess: true } })
  })

  test('that answers late is believed: its event counts whenever it comes, and whoever asked was not told a lie', {
    timeout: 40_000,
  }, async () => {
    await discovered('SN-9')
    kiosk.onCommand(() => {})
    expect((await map('L3', 'SN-9')).status).toBe(504)
    const command = kiosk.heard<Map>('commands').at(-1)!
    await kiosk.tell([mapped(command)])
    await kiosk.reply({ CommandId: command.Id, State: 'done' })
    await eventually(lockerRows).toMatchObject({ L3: 'SN-9' })
    expect(await map('L4', 'SN-9')).toMatchObject(refused('Device SN-9 is mapped to locker L3 already.'))
  })

  test('whose word comes before its event has not confirmed yet', async () => {
    await discovered('SN-9')
    kiosk.onCommand(({ Id }) => void kiosk.reply({ CommandId: Id, State: 'done' }))
    expect(await map('L3', 'SN-9')).toMatchObject(
      refused('The locker bank has not confirmed this yet. Please look again in a moment.'),
    )
    expect(await lockerRows()).toMatchObject({ L3: null })
  })

  test('that was restarted meanwhile has mapped what its event says, whatever it answers', async () => {
    await discovered('SN-9')
    kiosk.onCommand(async (command) => {
      await kiosk.tell([mapped(command as Map)])
      await kiosk.reply({ CommandId: command.Id, State: 'refused', Reason: 'the kiosk was restarted meanwhile' })
    })
    expect(await map('L3', 'SN-9')).toMatchObject({ body: { IsSuccess: true } })
  })

  test('that answers twice is heard once', async () => {
    await discovered('SN-9')
    kiosk.onCommand(async (command) => {
      const told = mapped(command as Map)
      await kiosk.tell([told])
      await kiosk.tell([told])
      await kiosk.reply({ CommandId: command.Id, State: 'done' })
      await kiosk.reply({ CommandId: command.Id, State: 'done' })
    })
    expect(await map('L3', 'SN-9')).toMatchObject({ body: { IsSuccess: true } })
    obeying(['SN-9'])
    expect(await unmap('L3')).toMatchObject({ body: { IsSuccess: true } })
    const first = kiosk.heard<Map>('commands').find(({ Kind }) => Kind === 'map')!
    await kiosk.reply({ CommandId: first.Id, State: 'done' })
    await sleep(200)
    expect(await lockerRows()).toMatchObject({ L3: null })
    expect(
      await inWorld((db) => db.selectFrom('kiosk_events').select('id').where('kind', '=', 'locker-mapped').execute()),
    ).toHaveLength(2)
  })

  test('that maps a device to two lockers has mapped it to the later one', async () => {
    await discovered('SN-9')
    kiosk.onCommand(async (command) => {
      const other = { ...(command as Map), LockerId: lobby.lockers.L4! }
      await kiosk.tell([mapped(command as Map), mapped(other)])
      await kiosk.reply({ CommandId: command.Id, State: 'done' })
    })
    expect(await map('L3', 'SN-9')).toMatchObject({ body: { IsSuccess: false } })
    expect(await lockerRows()).toMatchObject({ L3: null, L4: 'SN-9' })
  })

  test('cannot map the lockers of another bank', async () => {
    await discovered('SN-9')
    const other = await makeCabinet(server, riverside, 0, { O1: { isMapped: false } }, { name: 'Other' })
    const foreign = event({
      Kind: 'locker-mapped',
      LockerId: other.lockers.O1,
      SerialNumber: 'SN-9',
      CommandId: lobby.lockerBankId,
    })
    await kiosk.tell([foreign])
    await eventually(() => kiosk.acked()).toContain(foreign.Id)
    expect(await lockerRows()).toMatchObject({ O1: null })
  })
})

test('two who map one device at once: one does, and the other is told why not', async () => {
  await discovered('SN-9')
  const answers = await Promise.all([map('L3', 'SN-9'), map('L4', 'SN-9')])
  expect(answers.map(({ body }) => body.IsSuccess).sort()).toEqual([false, true])
  expect(answers.find(({ body }) => !body.IsSuccess)!.body.Message).toMatch(/still in progress|is mapped to locker/)
  expect(Object.values(await lockerRows()).filter((serial) => serial === 'SN-9')).toHaveLength(1)
})
