import { type Challenge, solveChallengeWorkers } from 'altcha/lib'
import Solver from 'altcha/workers/pbkdf2?worker'

/** The most cores that calculate. */
const MAX_WORKERS = 4

/**
 * Solves an ALTCHA challenge in workers, which are files of the portal because of the content security policy. Browsers offer
 * the cryptography only over https and on localhost.
 */
export async function solve(challenge: unknown): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge: challenge as Challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: () => new Solver(),
  })
  if (!solution) throw new Error('the challenge was not solved in time')
  return btoa(JSON.stringify({ challenge, solution }))
}
