import { expect, onTestFinished, test } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { insertCommand, readyBank } from '#features/kiosks/server/api.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { ANONYMOUS } from '#platform/server/http/caller.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { mosquittoUrl } from '#platform/server/testing/services.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { type Kiosk, startKiosk } from '../kiosk.ts'
import { CODE, type Lobby, makeLobby, PIN, person, temporaryFolder } from '../testing/lobby.ts'
import { mosquitto, restartedServer } from '../testing/restarted-server.ts'

test.runIf(mosquittoUrl)('two nodes on Mosquitto serve a kiosk that is connected to one of them', async () => {
  const server: TestServer = await testServer()
  const lobby: Lobby = await makeLobby(server, 'services')
  const [one, other] = [
    await restartedServer(server, await mosquitto(mosquittoUrl!), 0),
    await restartedServer(server, await mosquitto(mosquittoUrl!), 0),
  ]
  const { path, remove } = temporaryFolder()
  const kiosk: Kiosk = await startKiosk({
    key: { ...lobby.key, RelayEndPointName: one.address },
    stateFolder: path,
    cabinet: simulatedCabinet({ closesAfterMs: 20 }),
    log: () => {},
    maxRetryMs: 500,
  })
  onTestFinished(async () => {
    await kiosk.stop()
    await one.stop()
    await other.stop()
    await server.stop()
    remove()
  })
  await eventually(kiosk.isConnected).toBe(true)
  await eventually(lobby.isOnline).toBe(true)

  const login = { agent: 'deliverer', pin: PIN }
  const allDelivered = () => eventually(() => kiosk.unacknowledged().length).toBe(0)
  await kiosk.terminal(person()).dropOff(login, { unit: '12A' }, LOCKER_SIZES.small.value, '')
  // The package can be collected only when the server has the event.
  await allDelivered()
  await kiosk.terminal(person()).collect({ code: CODE }, 'collected')
  await allDelivered()
  expect((await lobby.packages()).map(({ status_id }) => status_id)).toEqual([8])

  const tenant = wholeOrganisation(lobby.organisationId)
  for (const node of [one, other]) {
    const command = await server.database.inTenant(tenant, async (db) =>
      insertCommand(
        db,
        await readyBank(db, lobby.lockerBankId),
        { Kind: 'open', LockerId: lobby.lockers.L2, SerialNumber: 'SN-L2' },
        { caller: { ...ANONYMOUS, kind: 'user', name: 'Somebody' } },
      ),
    )
    const outcome = await node.kioskLink.waitForReply(command)
    expect(outcome.State).toBe('opened')
  }

  await lobby.asTenant((db) => db.deleteFrom('api_keys').execute())
  await other.kioskLink.revoke(lobby.lockerBankId)
  await eventually(kiosk.isConnected).toBe(false)
  await eventually(lobby.isOnline).toBe(false)
})
