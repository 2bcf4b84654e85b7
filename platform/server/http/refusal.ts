import type { Message } from '#platform/define-messages.ts'
import { t } from '#platform/messages.ts'
import type { Failure } from '#platform/wire.ts'
import type { Translate } from './language.ts'

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503 | 504
const TITLES: Readonly<Record<Status, string>> = {
  400: t('TitleBadInput').text,
  401: t('TitleNotSignedIn').text,
  403: t('TitleNotAuthorised').text,
  404: t('TitleNotFound').text,
  409: t('TitleConflict').text,
  413: t('TitleTooLarge').text,
  422: t('TitleNotPossible').text,
  429: t('TitleTooManyAttempts').text,
  503: t('TitleBusy').text,
  504: t('TitleNoAnswer').text,
}

/** A request that is refused for a reason the client receives. Every other error is a defect of the server. */
export class Refusal extends Error {
  readonly status: Status
  readonly reason: Message
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  constructor(status: Status, reason: Message, { field, retryAfter }: { field?: string; retryAfter?: number } = {}) {
    super(reason.text)
    this.status = status
    this.reason = reason
    this.field = field
    this.retryAfter = retryAfter
  }
}

/** Throws 422 if a rule returned a reason. */
export function refuseIf(whyNot: Message | null | undefined, field?: string): void {
  if (whyNot) throw new Refusal(422, whyNot, { field })
}
/** The row, or 404 with the same message for a missing row and one of another tenant. */
export function orNotFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new Refusal(404, t('MsgNotFound'))
  return row
}
export const conflict = (reason: Message, field?: string) => new Refusal(409, reason, { field })
export const badInput = (reason: Message, field?: string) => new Refusal(400, reason, { field })
export const forbidden = () => new Refusal(403, t('MsgNotAuthorised'))

type Coded = { code?: unknown; statusCode?: unknown; message?: unknown; syscall?: unknown }

/** Error codes of PostgreSQL and the network that the client's data or a temporary state causes, with the reply. */
const DATABASE_CODES: Readonly<Record<string, [Status, Message]>> = {
  '23505': [409, t('MsgAlreadyExists')],
  '23503': [422, t('MsgReferenceMissing')],
  '22003': [400, t('MsgBadInput')],
  '22007': [400, t('MsgBadInput')],
  '22008': [400, t('MsgBadInput')],
  '22021': [400, t('MsgBadInput')],
  '22P02': [400, t('MsgBadInput')],
  '22P05': [400, t('MsgBadInput')],
  '40001': [503, t('MsgBusy')],
  '40P01': [503, t('MsgBusy')],
  '55P03': [503, t('MsgBusy')],
  '57014': [503, t('MsgBusy')],
  '53300': [503, t('MsgBusy')],
  '57P01': [503, t('MsgBusy')],
  '57P02': [503, t('MsgBusy')],
  '57P03': [503, t('MsgBusy')],
  ECONNREFUSED: [503, t('MsgBusy')],
  ECONNRESET: [503, t('MsgBusy')],
  EPIPE: [503, t('MsgBusy')],
}
const CONNECTION_LOST = /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/

/** An error as a refusal, or null if it is a defect of the server. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const { code, statusCode, message, syscall } = (error ?? {}) as Coded
  if (typeof code === 'string' && DATABASE_CODES[code]) return new Refusal(...DATABASE_CODES[code])
  // The socket of a stopped database does not exist.
  if (code === 'ENOENT' && syscall === 'connect') return new Refusal(503, t('MsgBusy'), { retryAfter: 1 })
  if (typeof message === 'string' && CONNECTION_LOST.test(message)) return new Refusal(503, t('MsgBusy'), { retryAfter: 1 })
  // A file that must not be served gets the same reply as a missing one.
  if (statusCode === 403) return new Refusal(404, t('MsgNotFound'))
  if (statusCode === 413) return new Refusal(413, t('MsgTooLarge'))
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Refusal(400, { code: 'MsgBadInput', text: String(message || t('MsgBadInput').text) })
  return null
}

const untranslated: Translate = (text) => text
/** The reply for a refusal. */
export function failureOf({ status, reason, field }: Refusal, translate = untranslated): Failure {
  const text = translate(reason.text, reason.code)
  return {
    Title: translate(TITLES[status]),
    Message: text,
    ErrorMessage: text,
    Code: reason.code,
    ...(field && { Field: field }),
  }
}
const OAUTH_CODE = /^[a-z_]+$/
/** The same in OAuth's shape for the token endpoint, with OAuth's error code where the refusal has one. */
export const oauthFailureOf = ({ status, reason }: Refusal, translate = untranslated) => ({
  error: OAUTH_CODE.test(reason.code) ? reason.code : status === 429 ? 'slow_down' : 'invalid_request',
  error_description: translate(reason.text, reason.code),
})
/** The reply for a defect of the server, without details. */
export function unexpectedFailure(translate = untranslated): Failure {
  const { code, text } = t('MsgUnexpected')
  const message = translate(text, code)
  return { Title: translate(t('TitleError').text), Message: message, ErrorMessage: message, Code: code }
}
