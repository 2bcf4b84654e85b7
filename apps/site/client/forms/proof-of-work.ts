import { type Challenge, solveChallengeWorkers } from 'altcha/lib'
import Solver from 'altcha/workers/pbkdf2?worker'

/** The most cores that calculate. */
const MAX_WORKERS = 4

/** The answer of a challenge, calculated beside the page. */
export async function solve(challenge: unknown): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge: challenge as Challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: () => new Solver(),
  })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : ''
}
