import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { event, mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import type { Role } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { dashboards } from '../contract.ts'
import { type Cabinet, makeCabinet } from './cabinet.ts'

export const opened = { status: 200, body: { IsOpen: true, Message: 'Locker has been opened successfully.' } }

/** A locker bank for each test, with a kiosk that opens its lockers. */
export function openFixtures() {
  const there = {} as {
    server: TestServer
    riverside: OrganisationFixtures
    lobby: Cabinet
    kiosk: Awaited<ReturnType<typeof mqttKiosk>>
  }

  const arrange = async (started: TestServer, nth: number) => {
    there.server = started
    there.riverside = await seedOrganisation(there.server, `riverside${nth}`)
    there.lobby = await makeCabinet(there.server, there.riverside, 0, {
      T: { type: 'terminal', size: 'medium' },
      L1: { holds: ['InLocker'] },
      L2: { holds: ['OnHold'] },
      L3: {},
      L4: { condition: 'disabled' },
      L5: { isMapped: false },
      L6: { condition: 'dirty' },
      L7: { holds: ['Missing'] },
    })
    there.kiosk = await mqttKiosk(there.server, there.lobby.lockerBankId, there.lobby.secret)
    return () => there.kiosk.client.end(true)
  }
  eachOnServer(arrange, { replyTimeoutMs: 3_000 })
  const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
    inOrganisation(there.server, there.riverside.organisationId, work)
  const online = async () => {
    await there.kiosk.beat()
    await eventually(() =>
      asTenant(async (db) => {
        const bank = await db
          .selectFrom('locker_banks')
          .select('is_online')
          .where('id', '=', there.lobby.lockerBankId)
          .executeTakeFirstOrThrow()
        return bank.is_online
      }),
    ).toBe(true)
  }
  const open = async (locker: string, input: object = {}, { role = 'mailroomstaff' as Role, cabinet = there.lobby } = {}) =>
    there.server.ask(dashboards.open, {
      token: await tokenOf(there.server, role, there.riverside.systemName),
      params: { lockerBankId: cabinet.lockerBankId, locker },
      input,
    })
  const packageRow = (id: string) =>
    asTenant((db) => db.selectFrom('packages').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const theFirst = () => there.lobby.packagesIn.L1![0]!
  /** Makes the kiosk carry out commands and report the result of its door: the event first, then the reply. */
  function doorThat(does: 'opened' | 'not-detected', { sendsEvent = true } = {}) {
    there.kiosk.onCommand(async (command: Command) => {
      const { LockerId, SerialNumber } = command as Extract<Command, { Kind: 'open' }>
      await there.kiosk.reply({ CommandId: command.Id, State: 'acknowledged' })
      const Kind = does === 'opened' ? 'door-opened' : 'not-detected'
      if (sendsEvent) await there.kiosk.sendEvents([event({ Kind, LockerId, SerialNumber, CommandId: command.Id })])
      await there.kiosk.reply({ CommandId: command.Id, State: does })
    })
  }

  return { there, asTenant, online, open, packageRow, theFirst, doorThat }
}
