import { type Challenge, solveChallengeWorkers } from 'altcha/lib'
import Solver from 'altcha/workers/pbkdf2?worker'

/** At most so many of the machine's cores calculate. */
const MAX_WORKERS = 4

/**
 * Solves a challenge of ALTCHA beside the page, in workers that are files of ours: our content security policy allows no
 * others. Browsers calculate only on pages that came over https, or from this machine.
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
