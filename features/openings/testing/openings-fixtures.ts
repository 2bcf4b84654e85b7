import { sql } from 'kysely'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { inOrganisation, type OrganisationFixtures, PASSWORD, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { Answer, TestServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { type Cabinet, makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import { devices } from '#features/devices/contract.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { confirmation } from '#features/session/confirm-contract.ts'
import type { Role } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { MAX_IN_FLIGHT } from '../server/limited.ts'

type Node = Pick<TestServer, 'ask'>

/** Does it so often, as many at a time as a node lets through without waiting. */
export async function times<T>(count: number, work: (nth: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) done.push(await work(next++))
  }
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, worker))
  return done
}

export const opened = (answers: readonly Answer[]) => answers.filter(({ status, body }) => status === 200 && body.IsOpen).length

export const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()

/** An organisation with a locker bank in each of two properties, whose kiosks open every door. */
export function openingsFixtures() {
  const state = {} as {
    server: TestServer
    riverside: OrganisationFixtures
    /** With a package, of the first property. */
    lobby: Cabinet
    /** Without packages, of the second property. */
    annex: Cabinet
    kiosk: Awaited<ReturnType<typeof mqttKiosk>>
    annexKiosk: Awaited<ReturnType<typeof mqttKiosk>>
  }

  const arrange = async (started: TestServer, nth: number) => {
    state.server = started
    state.riverside = await seedOrganisation(state.server, `riverside${nth}`)
    state.lobby = await makeCabinet(state.server, state.riverside, 0, { L1: { holds: ['InLocker'] }, L2: {} })
    state.annex = await makeCabinet(state.server, state.riverside, 1, { A1: {} })
    state.kiosk = await openingKiosk(state.lobby)
    state.annexKiosk = await openingKiosk(state.annex)
    return () => Promise.all([state.kiosk, state.annexKiosk].map(({ client }) => client.end(true)))
  }
  eachOnServer(arrange)
  /** A kiosk that is ONLINE and opens every door. */
  async function openingKiosk({ lockerBankId, secret }: Cabinet) {
    const one = await mqttKiosk(state.server, lockerBankId, secret)
    one.onCommand(async ({ Id, Kind }: Command) => {
      if (Kind !== 'cancel') await one.reply({ CommandId: Id, State: 'opened' })
    })
    await one.beat()
    await eventually(() =>
      asTenant((db) => db.selectFrom('locker_banks').select('is_online').where('id', '=', lockerBankId).executeTakeFirst()),
    ).toEqual({ is_online: true })
    return one
  }
  const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
    inOrganisation(state.server, state.riverside.organisationId, work)
  const tokenFor = (role: Role) => tokenOf(state.server, role, state.riverside.systemName)
  const open = (
    token: string,
    { node = state.server as Node, locker = 'L2', cabinet = state.lobby, headers = {}, input = {} } = {},
  ) => node.ask(dashboards.open, { token, params: { lockerBankId: cabinet.lockerBankId, locker }, input, headers })
  const openDevice = (token: string, { lockerBankId } = state.lobby) =>
    state.server.ask(devices.open, { token, params: { lockerBankId, device: 'SN1' } })
  /** Moves all openings into the past, as if this many seconds had passed. */
  const wait = (seconds: number) =>
    asTenant((db) =>
      db
        .updateTable('openings')
        .set({ at: sql`at - make_interval(secs => ${seconds})` })
        .execute(),
    )
  const auditOf = (action: string) =>
    asTenant((db) => db.selectFrom('audit').select(['actor_name', 'detail']).where('action', '=', action).execute())
  const confirm = (token: string, Password = PASSWORD) => state.server.ask(confirmation.confirm, { token, input: { Password } })

  return { state, asTenant, tokenFor, open, openDevice, wait, auditOf, confirm }
}
