import { z } from 'zod'

const TIMEOUT_MS = 8_000
/** Longest reason of the service that is shown. */
const MAX_REASON = 200

export type SmsAccount = { readonly accountSid: string; readonly authToken: string; readonly sender: string }
/**
 * `id`: the service's own. `reason`: what the service answered; null when it did not answer. `isFinal`: it refused this message or its
 * recipient, and would again. `isUnknown`: it may have taken the message, because it was reached and did not answer.
 */
export type SmsResult =
  | { readonly isSent: true; readonly id: string | null }
  | { readonly isSent: false; readonly reason: string | null; readonly isFinal: boolean; readonly isUnknown: boolean }
/** `statusUrl`: where the service reports what became of the message. */
export type Sms = { readonly to: string; readonly body: string; readonly statusUrl?: string }

const Accepted = z.object({ sid: z.string().max(100) })
const Failure = z.object({ message: z.string() })
/** Errors of a connection that was not made, so that nothing was sent. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/**
 * Sends an SMS by Twilio's HTTP API. A redirect is not followed, because it would get the token.
 * @param apiUrl base address of the API (SMS_API_URL)
 * @param sms `to` is a number with its country, with a plus
 */
export async function sendSms(apiUrl: string, { accountSid, authToken, sender }: SmsAccount, sms: Sms): Promise<SmsResult> {
  const { to, body, statusUrl } = sms
  const form = { To: to, From: sender, Body: body, ...(statusUrl && { StatusCallback: statusUrl }) }
  let reply: Response
  try {
    reply = await fetch(`${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return { isSent: false, reason: null, isFinal: false, isUnknown: !NOT_CONNECTED.includes(code ?? '') }
  }
  const content: unknown = await reply.json().catch(() => null)
  if (reply.ok) return { isSent: true, id: Accepted.safeParse(content).data?.sid ?? null }
  const failure = Failure.safeParse(content)
  const reason = (failure.data?.message ?? `HTTP ${reply.status}`).slice(0, MAX_REASON)
  // 400 is about this message; a wrong account (401, 403, 404), too many requests and server errors may pass.
  return { isSent: false, reason, isFinal: reply.status === 400, isUnknown: false }
}
