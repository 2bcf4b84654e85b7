import { z } from 'zod'

const TIMEOUT_MS = 8_000
/** Longest reason of the service that is shown. */
const MAX_REASON = 200

export type SmsAccount = { readonly accountSid: string; readonly authToken: string; readonly sender: string }
/** `reason`: what the service answered; null when it did not answer. */
export type SmsResult = { readonly isSent: true } | { readonly isSent: false; readonly reason: string | null }

const Failure = z.object({ message: z.string() })

/**
 * Sends an SMS by Twilio's HTTP API. A redirect is not followed, because it would get the token.
 * @param apiUrl base address of the API (SMS_API_URL)
 * @param to number with its country, with a plus
 */
export async function sendSms(
  apiUrl: string,
  { accountSid, authToken, sender }: SmsAccount,
  { to, body }: { readonly to: string; readonly body: string },
): Promise<SmsResult> {
  const reply = await fetch(`${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: new URLSearchParams({ To: to, From: sender, Body: body }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (!reply) return { isSent: false, reason: null }
  if (reply.ok) {
    await reply.body?.cancel()
    return { isSent: true }
  }
  const failure = Failure.safeParse(await reply.json().catch(() => null))
  return { isSent: false, reason: (failure.data?.message ?? `HTTP ${reply.status}`).slice(0, MAX_REASON) }
}
