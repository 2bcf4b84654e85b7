import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import type { Role } from '#platform/permissions.ts'
import { devices } from '../contract.ts'
import { eachOnMappableBank, type MappableBank, turnedDown } from './testing/mappable-bank.ts'

let server: TestServer
let bank: MappableBank
eachOnMappableBank((started, made) => {
  server = started
  bank = made
})

describe('the devices of a locker bank', () => {
  test('are the mapped ones until the first discovery', async () => {
    expect((await bank.list()).body).toEqual({
      Devices: [
        { SerialNumber: 'SN-L1', LockerNumber: 'L1', IsFound: false },
        { SerialNumber: 'SN-L2', LockerNumber: 'L2', IsFound: false },
      ],
      FoundAt: null,
    })
  })

  test('are discovered over the broker, stored for the next request, and sorted by number', async () => {
    const before = Date.now()
    await bank.discovered('SN-10', 'SN-9', 'SN-9')
    const { body } = await bank.list()
    expect(body.Devices).toEqual([
      { SerialNumber: 'SN-9', LockerNumber: null, IsFound: true },
      { SerialNumber: 'SN-10', LockerNumber: null, IsFound: true },
      { SerialNumber: 'SN-L1', LockerNumber: 'L1', IsFound: true },
      { SerialNumber: 'SN-L2', LockerNumber: 'L2', IsFound: true },
    ])
    expect(Date.parse(body.FoundAt)).toBeGreaterThanOrEqual(before)
    expect(bank.kiosk.received<Command>('commands')).toMatchObject([{ Kind: 'discover', Rediscover: true }])
  })

  test('disappear with the next discovery, except mapped ones', async () => {
    await bank.discovered('SN-9')
    bank.obeying(['SN-L2'])
    expect((await bank.list('true')).body.Devices).toEqual([
      { SerialNumber: 'SN-L1', LockerNumber: 'L1', IsFound: false },
      { SerialNumber: 'SN-L2', LockerNumber: 'L2', IsFound: true },
    ])
  })

  test('cannot be discovered at an OFFLINE bank, and the flag is true or false', async () => {
    expect(await bank.list('true')).toMatchObject({ status: 422, body: { Message: 'Lockerbank is OFFLINE.' } })
    expect((await bank.list('maybe')).status).toBe(400)
  })

  test("need the permission, and the caller's property", async () => {
    const as = async (role: Role, lockerBankId = bank.lobby.lockerBankId) =>
      server.ask(devices.list, {
        token: await tokenOf(server, role, bank.organisation.systemName),
        params: { lockerBankId, rediscover: 'false' },
      })
    expect((await as('mailroomstaff')).status).toBe(403)
    const annex = await makeCabinet(server, bank.organisation, 1, { A1: {} })
    expect((await as('propertymanager', annex.lockerBankId)).status).toBe(404)
    expect((await as('organisationmanager', annex.lockerBankId)).status).toBe(200)
  })
})

describe('a device', () => {
  test('opens its door, mapped or not, and the audit trail names the user', async () => {
    await bank.discovered('SN-9')
    expect(await bank.open('SN-9')).toMatchObject({
      status: 200,
      body: { IsOpen: true, Message: 'Device SN-9 has opened its door.' },
    })
    expect(bank.kiosk.received<Command>('commands').at(-1)).toMatchObject({ Kind: 'open-device', SerialNumber: 'SN-9' })
    const audit = await bank.asTenant((db) =>
      db.selectFrom('audit').select(['actor_name', 'detail']).where('action', '=', 'device opening requested').execute(),
    )
    expect(audit).toEqual([{ actor_name: 'Test propertymanager', detail: { serialNumber: 'SN-9' } }])
  })

  test('replies that its door was not detected, or that it no longer exists', async () => {
    await bank.discovered('SN-9')
    bank.kiosk.onCommand(({ Id }) => void bank.kiosk.reply({ CommandId: Id, State: 'not-detected' }))
    expect(await bank.open('SN-9')).toMatchObject({
      status: 200,
      body: { IsOpen: false, Message: 'Device SN-9 did not open its door.' },
    })
    bank.kiosk.onCommand(
      ({ Id }) => void bank.kiosk.reply({ CommandId: Id, State: 'refused', Reason: 'there is no device SN-9.' }),
    )
    expect(await bank.open('SN-9')).toMatchObject({
      status: 200,
      body: { IsOpen: false, Message: 'The locker bank could not do this: there is no device SN-9.' },
    })
  })
})

describe('a locker', () => {
  test("is mapped by a command and the kiosk's event, after which there is something to publish", async () => {
    await bank.discovered('SN-9')
    expect(await bank.map('l3', 'SN-9')).toMatchObject({
      status: 200,
      body: { IsSuccess: true, Message: 'Locker L3 is mapped to device SN-9.' },
    })
    expect(bank.kiosk.received<Command>('commands').at(-1)).toMatchObject({
      Kind: 'map',
      LockerId: bank.lobby.lockers.L3,
      SerialNumber: 'SN-9',
    })
    expect(await bank.lockerRows()).toMatchObject({ L1: 'SN-L1', L2: 'SN-L2', L3: 'SN-9', L4: null })
    expect((await bank.list()).body.Devices).toContainEqual({ SerialNumber: 'SN-9', LockerNumber: 'L3', IsFound: true })
    const publish = await server.ask(lockerBanks.canPublish, { token: bank.token, params: bank.params({}) })
    expect(publish.body.CanPublish).toBe(true)
    const audit = await bank.asTenant((db) =>
      db.selectFrom('audit').select(['actor_name', 'detail']).where('action', '=', 'device mapped to locker').execute(),
    )
    expect(audit).toMatchObject([
      { actor_name: 'Test propertymanager', detail: { name: 'L3', serialNumber: 'SN-9', packages: 0 } },
    ])
  })

  test('is not mapped against the rules: a terminal, a blank panel, a mapped locker or device, an unknown device', async () => {
    await bank.discovered('SN-9')
    const commandCount = bank.kiosk.received('commands').length
    expect(await bank.map('T', 'SN-9')).toMatchObject(turnedDown('A device cannot be mapped to a terminal.'))
    expect(await bank.map('L5', 'SN-9')).toMatchObject(turnedDown('Select a locker first.'))
    expect(await bank.map('L2', 'SN-9')).toMatchObject(turnedDown('Locker L2 is already mapped.'))
    expect(await bank.map('L3', 'SN-L2')).toMatchObject(turnedDown('Device SN-L2 is already mapped to locker L2.'))
    expect(await bank.map('L3', 'SN-77')).toMatchObject(turnedDown('The locker bank does not know device SN-77.'))
    expect(await bank.unmap('T')).toMatchObject(turnedDown('A terminal cannot be unmapped.'))
    expect(await bank.unmap('L3')).toMatchObject(turnedDown('No device is mapped to locker L3.'))
    expect((await bank.map('L99', 'SN-9')).status).toBe(404)
    expect((await bank.map(' ', 'SN-9')).status).toBe(400)
    expect(bank.kiosk.received('commands')).toHaveLength(commandCount)
    expect(await bank.lockerRows()).toMatchObject({ L1: 'SN-L1', L2: 'SN-L2', L3: null })
  })

  test('loses its device, which can then open another one', async () => {
    await bank.discovered()
    expect(await bank.unmap('L2')).toMatchObject({
      body: { IsSuccess: true, NeedsConfirmation: false, Message: 'The mapping of locker L2 has been removed.' },
    })
    expect(await bank.map('L3', 'SN-L2')).toMatchObject({ body: { IsSuccess: true } })
    expect(await bank.lockerRows()).toMatchObject({ L2: null, L3: 'SN-L2' })
  })

  test('in use loses its device only after a confirmation, and can get another one', async () => {
    await bank.discovered('SN-9')
    const inUse = 'Locker L1 is in use. Without a device it cannot be opened, here or at the terminal, until it is mapped again.'
    expect(await bank.unmap('L1')).toMatchObject({ body: { IsSuccess: false, NeedsConfirmation: true, Message: inUse } })
    expect(await bank.lockerRows()).toMatchObject({ L1: 'SN-L1' })
    expect(await bank.unmap('L1', { IsInUseConfirmed: true })).toMatchObject({ body: { IsSuccess: true } })
    expect(await bank.map('L1', 'SN-9')).toMatchObject({ body: { IsSuccess: true } })
    const [pkg] = await bank.asTenant((db) => db.selectFrom('packages').select('locker_id').execute())
    expect(pkg!.locker_id).toBe(bank.lobby.lockers.L1)
    await bank.asTenant((db) =>
      db
        .updateTable('lockers')
        .set({ reserved_until: new Date(Date.now() + 60_000) })
        .where('name', '=', 'L2')
        .execute(),
    )
    expect((await bank.unmap('L2')).body.NeedsConfirmation).toBe(true)
  })

  test.each(['OFFLINE', 'not authorised'] as const)(
    'is neither mapped nor unmapped at a bank that is %s, also where nothing would change',
    async (state) => {
      if (state === 'not authorised') await bank.asTenant((db) => db.deleteFrom('api_keys').execute())
      const refused = { status: 422, body: { Title: expect.any(String) } }
      // L3 has no device, and L2 has SN-L2 already.
      for (const name of ['L2', 'L3']) expect(await bank.unmap(name)).toMatchObject(refused)
      expect(await bank.map('L2', 'SN-L2')).toMatchObject(refused)
      const { body } = await bank.unmap('L3')
      if (state === 'OFFLINE') expect(body.Message).toBe('Lockerbank is OFFLINE.')
    },
  )
})
