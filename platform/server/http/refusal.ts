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

/** 'Understood and turned down': the one error that a client is told about. Everything else is a fault of ours. */
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

/** Refuses by a rule (422) when the rule says why not; `null` lets it pass. */
export function refuseIf(whyNot: Message | null | undefined, field?: string): void {
  if (whyNot) throw new Refusal(422, whyNot, { field })
}
/** The row, or 404 in the words that a missing and a foreign row share. */
export function orNotFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new Refusal(404, t('MsgNotFound'))
  return row
}
export const conflict = (reason: Message, field?: string) => new Refusal(409, reason, { field })
export const badInput = (reason: Message, field?: string) => new Refusal(400, reason, { field })
export const forbidden = () => new Refusal(403, t('MsgNotAuthorised'))

type Coded = { code?: unknown; statusCode?: unknown; message?: unknown; syscall?: unknown }

/** PostgreSQL's codes that only a client's data or the moment can cause, and what the client is told. */
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

/** Any error as a refusal, or null when it is a fault of ours. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const { code, statusCode, message, syscall } = (error ?? {}) as Coded
  if (typeof code === 'string' && DATABASE_CODES[code]) return new Refusal(...DATABASE_CODES[code])
  // A database that is away: its socket does not exist.
  if (code === 'ENOENT' && syscall === 'connect') return new Refusal(503, t('MsgBusy'), { retryAfter: 1 })
  if (typeof message === 'string' && CONNECTION_LOST.test(message)) return new Refusal(503, t('MsgBusy'), { retryAfter: 1 })
  // Of a file that is not to be served: no other answer than of one that is not there.
  if (statusCode === 403) return new Refusal(404, t('MsgNotFound'))
  if (statusCode === 413) return new Refusal(413, t('MsgTooLarge'))
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Refusal(400, { code: 'MsgBadInput', text: String(message || t('MsgBadInput').text) })
  return null
}

const asItIs: Translate = (text) => text
/** What a client is told of a refusal. */
export function failureOf({ status, reason: said, field }: Refusal, translate = asItIs): Failure {
  const text = translate(said.text, said.code)
  return { Title: translate(TITLES[status]), Message: text, ErrorMessage: text, Code: said.code, ...(field && { Field: field }) }
}
const OAUTH_CODE = /^[a-z_]+$/
/** The same in OAuth's shape, for the token address: the code is OAuth's word where the refusal has one. */
export const oauthFailureOf = ({ status, reason: said }: Refusal, translate = asItIs) => ({
  error: OAUTH_CODE.test(said.code) ? said.code : status === 429 ? 'slow_down' : 'invalid_request',
  error_description: translate(said.text, said.code),
})
/** What a client is told of a fault of ours: that it happened, nothing more. */
export function faultOf(translate = asItIs): Failure {
  const { code, text } = t('MsgUnexpected')
  const said = translate(text, code)
  return { Title: translate(t('TitleError').text), Message: said, ErrorMessage: said, Code: code }
}
