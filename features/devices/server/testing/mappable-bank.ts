import { expect } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { ServerOptions, TestServer } from '#apps/server/testing/server.ts'
import { makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { event, mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { devices } from '../../contract.ts'

export type MapCommand = Extract<Command, { Kind: 'map' }>
export type MappableBank = Awaited<ReturnType<typeof mappableBank>>

/** A locker bank with lockers to map, a property manager's token, and its kiosk as an MQTT client. */
async function mappableBank(server: TestServer, systemName: string) {
  const organisation = await seedOrganisation(server, systemName)
  const lobby = await makeCabinet(server, organisation, 0, {
    T: { type: 'terminal', size: 'medium' },
    L1: { holds: ['InLocker'] },
    L2: {},
    L3: { isMapped: false },
    L4: { isMapped: false },
    L5: { mode: -1, isMapped: false },
  })
  const kiosk = await mqttKiosk(server, lobby.lockerBankId, lobby.secret)
  const token = await tokenOf(server, 'propertymanager', organisation.systemName)
  const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, organisation.organisationId, work)
  const isOnline = async () => {
    const bank = asTenant((db) =>
      db.selectFrom('locker_banks').select('is_online').where('id', '=', lobby.lockerBankId).executeTakeFirstOrThrow(),
    )
    return (await bank).is_online
  }
  const params = (more: Record<string, string> = {}) => ({ lockerBankId: lobby.lockerBankId, ...more })
  const list = (rediscover = 'false') => server.ask(devices.list, { token, params: params({ rediscover }) })
  const mapped = ({ Id, LockerId, SerialNumber }: MapCommand) =>
    event({ Kind: 'locker-mapped', LockerId, SerialNumber, CommandId: Id })
  /** Makes the kiosk find these devices and carry out commands: first the event, then the reply. */
  function obeying(serialNumbers: readonly string[]) {
    kiosk.onCommand(async (command) => {
      const CommandId = command.Id
      if (command.Kind === 'discover') {
        const Devices = serialNumbers.map((SerialNumber) => ({ SerialNumber, IsOpen: false }))
        return void (await kiosk.reply({ CommandId, State: 'done', Devices }))
      }
      if (command.Kind === 'map') await kiosk.sendEvents([mapped(command)])
      await kiosk.reply({ CommandId, State: command.Kind === 'map' ? 'done' : 'opened' })
    })
  }
  return {
    organisation,
    lobby,
    kiosk,
    token,
    asTenant,
    params,
    list,
    open: (device: string) => server.ask(devices.open, { token, params: params({ device }) }),
    map: (locker: string, device: string) => server.ask(devices.map, { token, params: params({ locker, device }) }),
    unmap: (locker: string, input: object = {}) => server.ask(devices.unmap, { token, params: params({ locker }), input }),
    /** The device of each locker by its name. */
    lockerRows: async () => {
      const rows = await asTenant((db) => db.selectFrom('lockers').select(['name', 'device_serial']).orderBy('name').execute())
      return Object.fromEntries(rows.map(({ name, device_serial }) => [name, device_serial]))
    },
    obeying,
    /** The event that confirms a mapping command. */
    mapped,
    /** Puts the bank ONLINE and discovers these devices in addition to the mapped ones. */
    discovered: async (...serialNumbers: string[]) => {
      await kiosk.beat()
      await eventually(isOnline).toBe(true)
      obeying(['SN-L1', 'SN-L2', ...serialNumbers])
      expect((await list('true')).status).toBe(200)
    },
  }
}

/** Starts one server for the tests of a file and calls `use` with it and a new bank before each test. */
export function eachOnMappableBank(use: (server: TestServer, bank: MappableBank) => void, options?: ServerOptions): void {
  eachOnServer(async (server, nth) => {
    const bank = await mappableBank(server, `riverside${nth}`)
    use(server, bank)
    return () => bank.kiosk.client.end(true)
  }, options)
}

/** The reply to a refused mapping. */
export const turnedDown = (Message: string) => ({ status: 200, body: { IsSuccess: false, Message } })
