import { setTimeout as wait } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Wrong passwords of one network in a minute; further logins of this network take turns. */
export const WRONG_LOGINS = 20
const MINUTE = 60
/** One login per turn, in seconds. */
const TURN_SECONDS = 1

/** A login that may be checked, and counts as wrong until one of these is called. */
export type AdmittedLogin = { isRight(): Promise<void>; wasNotChecked(): Promise<void> }

/**
 * Bounds the wrong passwords per network, on this node. They slow down the logins of the network, and those of a client that
 * has logged in from it before only when the passwords were tried with its name (decisions "Sign-in attempts").
 */
export function createLoginThrottle() {
  const logins = new RateLimiterMemory({ points: WRONG_LOGINS, duration: MINUTE })
  const turns = new RateLimiterMemory({ points: 1, duration: TURN_SECONDS })
  const known = new Set<string>()
  const isTurn = (network: string) =>
    turns.consume(network).then(
      () => true,
      () => false,
    )

  return {
    /** Counts a login; may wait for its turn. Null: refuse it for now, without a check. */
    async admit(network: string, name = ''): Promise<AdmittedLogin | null> {
      const client = `${network} ${name}`
      const counter = known.has(client) ? client : network
      const wasNotChecked = async () => void (await logins.reward(counter, 1))
      const isRight = async () => {
        if (name) known.add(client)
        await wasNotChecked()
      }
      const { consumedPoints } = await logins.penalty(counter, 1)
      if (consumedPoints <= WRONG_LOGINS) return { isRight, wasNotChecked }
      if (await isTurn(network)) return { isRight, wasNotChecked }
      await wait(TURN_SECONDS * 1000)
      if (await isTurn(network)) return { isRight, wasNotChecked }
      await wasNotChecked()
      return null
    },
  }
}
