import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { registrations } from '../../contract.ts'
import { t } from '../../messages.ts'

const UNAUTHENTICATED = 401

/**
 * Requests a captcha challenge and returns its answer, in about a second and without user interaction. Throws a `CallError`: 401
 * when the ticket has expired, otherwise always the one text of the specification (spec 2 §8).
 */
export async function answerCaptcha(bearer: string): Promise<string> {
  try {
    const { Provider, SiteKey, Script, Challenge } = await call(registrations.captcha, { bearer })
    if (Provider === 'recaptcha') return await (await import('./recaptcha.ts')).executeRecaptcha(SiteKey, Script)
    return await (await import('./altcha.ts')).solve(Challenge)
  } catch (error) {
    if (error instanceof CallError && error.status === UNAUTHENTICATED) throw error
    console.error(error)
    const { code, text } = t('MsgCaptchaFailed')
    throw new CallError(422, { title: '', message: text, code })
  }
}
