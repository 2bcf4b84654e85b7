import { setTimeout as wait } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Wrong passwords of one network in a minute; further logins of this network take turns. */
export const WRONG_LOGINS = 20
const MINUTE = 60
/** One login per turn, in seconds. */
const TURN_SECONDS = 1
/** How long a login waits for the results of those in work, in ms; a kiosk gives up after 10 s. */
const MAX_WAIT_MS = 8_000

/** The login was not checked: its network has sent too many wrong passwords, or those before it take too long; the message says which. */
export class NotItsTurn extends Error {}

type Checks = { running: number; readonly waiting: Set<() => void> }

/**
 * Bounds the wrong passwords per network, on this node. They slow down the logins of the network, and those of a client that
 * has logged in from it before only when the passwords were tried with its name (decisions "Sign-in attempts"). Right passwords
 * slow nobody down, however many come at once: those that could be wrong are checked only as far as the bound allows, and the
 * others wait for their results.
 */
export function createLoginThrottle() {
  const wrong = new RateLimiterMemory({ points: WRONG_LOGINS, duration: MINUTE })
  const turns = new RateLimiterMemory({ points: 1, duration: TURN_SECONDS })
  const known = new Set<string>()
  /** Logins that are being checked, and what continues those that wait for their results, by counter. */
  const checks = new Map<string, Checks>()

  const isTurn = (network: string) =>
    turns.consume(network).then(
      () => true,
      () => false,
    )
  async function requireTurn(network: string): Promise<void> {
    if (await isTurn(network)) return
    await wait(TURN_SECONDS * 1000)
    if (!(await isTurn(network))) throw new NotItsTurn('too many wrong passwords')
  }

  const checksOf = (counter: string): Checks => {
    const one = checks.get(counter) ?? { running: 0, waiting: new Set<() => void>() }
    checks.set(counter, one)
    return one
  }
  const wrongSoFar = async (counter: string) => (await wrong.get(counter))?.consumedPoints ?? 0

  /** Ends a check: a right one makes room for another login, and when the bound is reached all take turns. */
  async function end(counter: string, one: Checks): Promise<void> {
    one.running -= 1
    const isReached = (await wrongSoFar(counter)) >= WRONG_LOGINS
    const resumed = isReached ? [...one.waiting] : [...one.waiting].slice(0, 1)
    for (const resume of resumed) resume()
    if (one.running === 0 && one.waiting.size === 0 && checks.get(counter) === one) checks.delete(counter)
  }

  /** Waits for the end of a check; throws after `MAX_WAIT_MS`. */
  const nextEnd = ({ waiting }: Checks) =>
    new Promise<void>((resolve, reject) => {
      const resume = () => {
        clearTimeout(late)
        waiting.delete(resume)
        resolve()
      }
      const late = setTimeout(() => {
        waiting.delete(resume)
        reject(new NotItsTurn('the logins before it take too long'))
      }, MAX_WAIT_MS)
      waiting.add(resume)
    })

  /** Takes a check; waits while the results of running ones could exceed the bound. */
  async function begin(counter: string, network: string): Promise<Checks> {
    for (;;) {
      const before = await wrongSoFar(counter)
      const one = checksOf(counter)
      if (before < WRONG_LOGINS && before + one.running >= WRONG_LOGINS) {
        await nextEnd(one)
        continue
      }
      one.running += 1
      if (before < WRONG_LOGINS) return one
      await requireTurn(network).catch(async (error: unknown) => {
        await end(counter, one)
        throw error
      })
      return one
    }
  }

  return {
    /**
     * Checks a password with `verify`, which returns null for a wrong one and throws when it cannot be checked. Throws `NotItsTurn`
     * when it is not its turn.
     */
    async check<T>(network: string, name: string | undefined, verify: () => Promise<T | null>): Promise<T | null> {
      const client = `${network} ${name ?? ''}`
      const counter = known.has(client) ? client : network
      const own = await begin(counter, network)
      try {
        const result = await verify()
        if (result === null) await wrong.penalty(counter, 1)
        else if (name) known.add(client)
        return result
      } finally {
        await end(counter, own)
      }
    },
  }
}
