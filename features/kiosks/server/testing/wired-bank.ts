import pino from 'pino'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { ANONYMOUS } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Broker } from '#platform/server/mqtt/broker.ts'
import type { Tenant } from '#platform/server/postgres/db.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import type { CommandDraft } from '../../protocol.ts'
import { insertCommand, type KioskLink, readyBank } from '../api.ts'
import type { WaitOptions } from '../commands/wait.ts'
import { createKioskLink } from '../connection/link.ts'
import { event, mqttKiosk } from './mqtt-kiosk.ts'

export type WiredBank = Awaited<ReturnType<typeof wiredBank>>

/** The first locker bank of the fixtures, with its kiosk as an MQTT client. */
export async function wiredBank(server: TestServer, name: string) {
  const organisation = await seedFixtures(server, name)
  const { lockerBank, locker } = organisation.first.ids
  const kiosk = await mqttKiosk(server, lockerBank, organisation.first.credentials.client_secret!)
  const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, organisation.organisationId, work)
  const bankRow = () =>
    asTenant((db) => db.selectFrom('locker_banks').selectAll().where('id', '=', lockerBank).executeTakeFirstOrThrow())
  const isOnline = async () => (await bankRow()).is_online
  return {
    organisation,
    kiosk,
    asTenant,
    bankRow,
    isOnline,
    /** Sends a heartbeat and waits until the server has processed it. */
    online: async () => {
      await kiosk.beat()
      await eventually(isOnline).toBe(true)
    },
    commandRow: (id: string) =>
      asTenant((db) => db.selectFrom('kiosk_commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    eventRows: () => asTenant((db) => db.selectFrom('kiosk_events').selectAll().orderBy('received_at').execute()),
    condition: () =>
      asTenant((db) => db.selectFrom('lockers').select('condition').where('id', '=', locker).executeTakeFirstOrThrow()),
    /** Sends a command as a user of these properties and waits for its reply. */
    send: async (
      draft: CommandDraft,
      { intent, ...options }: WaitOptions & { readonly intent?: unknown } = {},
      propertyIds: Tenant['propertyIds'] = '*',
      link: Pick<KioskLink, 'waitForReply'> = server.kioskLink,
    ) => {
      const tenant: Tenant = { organisationId: organisation.organisationId, propertyIds }
      const caller = { ...ANONYMOUS, kind: 'user' as const, id: organisation.first.userId, name: 'Somebody' }
      const command = await server.database.inTenant(tenant, async (db) =>
        insertCommand(db, await readyBank(db, lockerBank), draft, { caller, intent }),
      )
      return link.waitForReply(command, options)
    },
    opening: (): CommandDraft => ({ Kind: 'open', LockerId: locker, SerialNumber: 'SN1' }),
    doorEvent: (Kind: 'door-opened' | 'not-detected', CommandId: string | null = null) =>
      event({ Kind, LockerId: locker, SerialNumber: 'SN1', CommandId }),
    /** An event that no feature handles. */
    closed: (SerialNumber = 'SN1') => event({ Kind: 'door-closed', LockerId: locker, SerialNumber }),
    /** A second node on the same database, and on the same broker unless given. */
    anotherNode: async (broker: Broker = server.broker, log = pino({ level: 'silent' })) => {
      const { database, keys, live } = server
      const node = createKioskLink({ database, broker, keys, live, log })
      await node.start()
      return node
    },
  }
}

/** Starts one server for the tests of a file and calls `use` with it and a new bank before each test. */
export function eachOnWiredBank(use: (server: TestServer, bank: WiredBank) => void): void {
  eachOnServer(async (server, nth) => {
    const bank = await wiredBank(server, `world${nth}`)
    use(server, bank)
    return () => bank.kiosk.client.end(true)
  })
}

/** The status and code of a refusal. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'went through',
    (error) => (error instanceof Refusal ? `${error.status} ${error.reason.code}` : error),
  )
