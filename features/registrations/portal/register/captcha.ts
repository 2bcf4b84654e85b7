import { call } from '#platform/portal/api/call.ts'
import { registrations } from '../../contract.ts'

/** Shows that a person sends the form: asks for a challenge and gives the answer. It takes a second or so, and no hand. */
export async function answerCaptcha(bearer: string): Promise<string> {
  const { Provider, SiteKey, Script, Challenge } = await call(registrations.captcha, { bearer })
  if (Provider === 'recaptcha') return (await import('./recaptcha.ts')).askGoogle(SiteKey, Script)
  return (await import('./altcha.ts')).solve(Challenge)
}
