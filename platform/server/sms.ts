import { z } from 'zod'

const TIMEOUT_MS = 8_000
/** Longest wait that the service can ask for, in s. */
const MAX_WAIT = 86_400
/** Longest reason of the service that is shown. */
const MAX_REASON = 200

export type SmsAccount = { readonly accountSid: string; readonly authToken: string; readonly sender: string }
/**
 * `id`: the service's own. `reason`: what the service answered; null when it did not answer. `isFinal`: it refused this message or its
 * recipient, and would again. `isUnknown`: it may have taken the message, because it was reached and did not answer.
 * `retryAfter`: seconds that it asks to wait.
 */
export type SmsResult =
  | { readonly isSent: true; readonly id: string | null }
  | {
      readonly isSent: false
      readonly reason: string | null
      readonly isFinal: boolean
      readonly isUnknown: boolean
      readonly retryAfter?: number
    }
/** `statusUrl`: where the service reports what became of the message. */
export type Sms = { readonly to: string; readonly body: string; readonly statusUrl?: string }

const Accepted = z.object({ sid: z.string().max(100) })
const Failure = z.object({ code: z.number().optional(), message: z.string() })
/** Twilio's codes of a number that cannot get this message, whatever the HTTP status: invalid, unsubscribed, no mobile phone. */
const PERMANENT = [21211, 21214, 21217, 21265, 21408, 21610, 21612, 21614, 21617]
/** Its codes of an account, sender or rate that can pass although the HTTP status is 400. */
const PASSING = [14107, 20429, 21212, 21603, 21606, 21611, 21659, 21660, 30001, 30022, 63038]
/** A gateway's reply when the service behind it did not answer. */
const GATEWAY_TIMEOUT = 504
/** Errors of a connection that was not made, so that nothing was sent. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']
/** Codes of a TLS handshake that failed, not those of a connection that was made. */
const TLS_FAILED = [
  /^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/,
  /^ERR_SSL_.*(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|PROTOCOL_VERSION|HANDSHAKE_FAILURE)$/,
]

/** Of a failed fetch: no connection, no handshake, or an answer with a redirect, which no provider gives after it took a message. */
function isSurelyUnsent(cause: unknown): boolean {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string }
  return NOT_CONNECTED.includes(code) || TLS_FAILED.some((failed) => failed.test(code)) || message === 'unexpected redirect'
}

/**
 * Sends an SMS by Twilio's HTTP API. A redirect is not followed, because it would get the token.
 * @param apiUrl base address of the API (SMS_API_URL)
 * @param sms `to` is a number with its country, with a plus
 * @param timeoutMs how long the service may take to answer
 */
export async function sendSms(
  apiUrl: string,
  { accountSid, authToken, sender }: SmsAccount,
  sms: Sms,
  timeoutMs = TIMEOUT_MS,
): Promise<SmsResult> {
  const { to, body, statusUrl } = sms
  const form = { To: to, From: sender, Body: body, ...(statusUrl && { StatusCallback: statusUrl }) }
  let reply: Response
  try {
    reply = await fetch(`${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    return { isSent: false, reason: null, isFinal: false, isUnknown: !isSurelyUnsent((error as Error).cause) }
  }
  const content: unknown = await reply.json().catch(() => null)
  if (reply.ok) return { isSent: true, id: Accepted.safeParse(content).data?.sid ?? null }
  const failure = Failure.safeParse(content).data
  const reason = (failure?.message ?? `HTTP ${reply.status}`).slice(0, MAX_REASON)
  const code = failure?.code ?? 0
  // 400 is about this message; a wrong account (401, 403, 404), too many requests and server errors may pass.
  const isFinal = PERMANENT.includes(code) || (reply.status === 400 && !PASSING.includes(code))
  const retryAfter = secondsOf(reply.headers.get('retry-after'))
  return { isSent: false, reason, isFinal, isUnknown: reply.status === GATEWAY_TIMEOUT, ...(retryAfter && { retryAfter }) }
}

/** The seconds of a Retry-After header (RFC 9110 §10.2.3), a number or a date, at most a day; 0 without one. */
function secondsOf(header: string | null): number {
  if (!header) return 0
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(Math.ceil(seconds), 0), MAX_WAIT)
}
