import { z } from 'zod'
import type { CaptchaProvider } from './captcha.ts'

/** Google's key for pages and its secret for servers, where reCAPTCHA (version 3) is used. */
export type RecaptchaKeys = { readonly siteKey: string; readonly secretKey: string }

const GOOGLE = 'https://www.google.com/recaptcha/api'
const TIMEOUT_MS = 5_000
/** Google accepts a token once, within two minutes. */
const TOKEN_MINUTES = 2
/** Scores go from 0 (a program) to 1 (a person). */
const MIN_SCORE = 0.5

/** The sources that the content security policy allows when reCAPTCHA is used. */
export const RECAPTCHA_SOURCES = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
} as const

const Verdict = z.object({ success: z.literal(true), action: z.literal('register'), score: z.number().min(MIN_SCORE) })

/** Google reCAPTCHA, used when its keys are set. `api` is its base URL. */
export const recaptcha = ({ siteKey, secretKey }: RecaptchaKeys, api = GOOGLE): CaptchaProvider => ({
  offer: async () => ({
    Provider: 'recaptcha',
    SiteKey: siteKey,
    Script: `${api}.js?render=${encodeURIComponent(siteKey)}`,
    Challenge: null,
  }),
  check: async (token, _organisationId, now) => {
    const reply = await fetch(`${api}/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const isSolved = Verdict.safeParse(await reply.json()).success
    return isSolved ? { id: token, expiresAt: new Date(now.getTime() + TOKEN_MINUTES * 60_000) } : null
  },
})
