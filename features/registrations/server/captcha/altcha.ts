import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import type { CaptchaProvider } from './captcha.ts'

/** How long a challenge is valid, in minutes; the form requests one when it is submitted. */
const ANSWER_MINUTES = 10
/** The cost of an answer: so many rounds for each number from 0 to the secret one, about a second in a browser. */
const ROUNDS = 2000
const NUMBERS = { from: 500, to: 1500 } as const

const secretsOf = ({ captcha }: Keys) => ({
  hmacSignatureSecret: captcha.toString('hex'),
  hmacKeySignatureSecret: keyedHash(captcha, 'key').toString('hex'),
})

/** A signed challenge for an organisation's forms; `number` is the secret that the browser searches. */
export const altchaChallenge = (keys: Keys, organisationId: string, now: Date, number = randomInt(NUMBERS.from, NUMBERS.to)) =>
  createChallenge({
    ...secretsOf(keys),
    deriveKey,
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: number,
    data: { organisation: organisationId },
    expiresAt: new Date(now.getTime() + ANSWER_MINUTES * 60_000),
  })

const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.object({ organisation: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.number().default(0) }),
})

function readAnswer(answer: string): z.infer<typeof Answer> | null {
  try {
    return Answer.safeParse(JSON.parse(Buffer.from(answer, 'base64').toString())).data ?? null
  } catch {
    return null
  }
}

/** ALTCHA: a proof of work, created and checked by this server without a third party. */
export const altcha = (keys: Keys): CaptchaProvider => ({
  offer: async (organisationId, now) => ({
    Provider: 'altcha',
    SiteKey: '',
    Script: '',
    Challenge: { ...(await altchaChallenge(keys, organisationId, now)) },
  }),
  check: async (text, organisationId) => {
    const answer = readAnswer(text)
    if (!answer) return null
    const { challenge, solution } = answer
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(keys) })
    const { nonce, expiresAt, data } = challenge.parameters
    return verified && data.organisation === organisationId ? { id: nonce, expiresAt: new Date(expiresAt * 1000) } : null
  },
})
