import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { type Kiosk, startKiosk } from '../kiosk.ts'
import { type Lobby, makeLobby, PIN, person, temporaryFolder } from './lobby.ts'

export const SMALL = LOCKER_SIZES.small.value

export const login = (agent: string) => ({ agent, pin: PIN })

/** A lobby with a kiosk for each test. */
export function kioskFixtures() {
  const state = {} as {
    server: TestServer
    lobby: Lobby
    folder: string
    kiosk: Kiosk
    logged: string[]
  }

  eachOnServer(async (started, nth) => {
    state.server = started
    state.lobby = await makeLobby(state.server, `lobby${nth}`)
    const temporary = temporaryFolder()
    state.folder = temporary.path
    state.logged = []
    state.kiosk = await start()
    await eventually(state.lobby.isOnline).toBe(true)
    return async () => {
      await state.kiosk.stop()
      temporary.remove()
    }
  })
  const start = (closeMs = 5_000, choiceMs = 100) =>
    startKiosk({
      key: state.lobby.key,
      stateFolder: state.folder,
      cabinet: simulatedCabinet({ closesAfterMs: 20 }),
      log: (line) => state.logged.push(line),
      closeMs,
      choiceMs,
      opening: { openRetries: 0, openTimeoutMs: 200 },
      maxRetryMs: 500,
    })
  const at = () => state.kiosk.terminal(person())
  const dropOff = () => at().dropOff(login('deliverer'), { unit: '12a' }, SMALL, 'TN-1')
  const allDelivered = () => eventually(() => state.kiosk.unacknowledged().length).toBe(0)

  return { state, start, at, dropOff, allDelivered }
}
