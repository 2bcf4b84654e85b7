import { say } from '#platform/messages.ts'
import type { Said } from '#platform/text.ts'
import type { Failure } from '#platform/wire.ts'
import type { Translate } from './words.ts'

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503 | 504
const TITLES: Readonly<Record<Status, string>> = {
  400: say('TitleBadInput').text,
  401: say('TitleNotSignedIn').text,
  403: say('TitleNotAuthorised').text,
  404: say('TitleNotFound').text,
  409: say('TitleConflict').text,
  413: say('TitleTooLarge').text,
  422: say('TitleNotPossible').text,
  429: say('TitleTooManyAttempts').text,
  503: say('TitleBusy').text,
  504: say('TitleNoAnswer').text,
}

/** 'Understood and turned down': the one error that a client is told about. Everything else is a fault of ours. */
export class Refused extends Error {
  readonly status: Status
  readonly said: Said
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  constructor(status: Status, said: Said, { field, retryAfter }: { field?: string; retryAfter?: number } = {}) {
    super(said.text)
    this.status = status
    this.said = said
    this.field = field
    this.retryAfter = retryAfter
  }
}

/** Refuses by a rule (422) when the rule says why not; `null` lets it pass. */
export function refuse(whyNot: Said | null | undefined, field?: string): void {
  if (whyNot) throw new Refused(422, whyNot, { field })
}
/** The row, or 404 in the words that a missing and a foreign row share. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new Refused(404, say('MsgNotFound'))
  return row
}
export const conflict = (said: Said, field?: string) => new Refused(409, said, { field })
export const badInput = (said: Said, field?: string) => new Refused(400, said, { field })
export const forbidden = () => new Refused(403, say('MsgNotAuthorised'))

type Coded = { code?: unknown; statusCode?: unknown; message?: unknown; syscall?: unknown }

/** PostgreSQL's codes that only a client's data or the moment can cause, and what the client is told. */
const DATABASE_CODES: Readonly<Record<string, [Status, Said]>> = {
  '23505': [409, say('MsgAlreadyExists')],
  '23503': [422, say('MsgReferenceMissing')],
  '22003': [400, say('MsgBadInput')],
  '22007': [400, say('MsgBadInput')],
  '22008': [400, say('MsgBadInput')],
  '22021': [400, say('MsgBadInput')],
  '22P02': [400, say('MsgBadInput')],
  '22P05': [400, say('MsgBadInput')],
  '40001': [503, say('MsgBusy')],
  '40P01': [503, say('MsgBusy')],
  '55P03': [503, say('MsgBusy')],
  '57014': [503, say('MsgBusy')],
  '53300': [503, say('MsgBusy')],
  '57P01': [503, say('MsgBusy')],
  '57P02': [503, say('MsgBusy')],
  '57P03': [503, say('MsgBusy')],
  ECONNREFUSED: [503, say('MsgBusy')],
  ECONNRESET: [503, say('MsgBusy')],
  EPIPE: [503, say('MsgBusy')],
}
const CONNECTION_LOST = /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/

/** Any error as a refusal, or null when it is a fault of ours. */
export function asRefusal(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  const { code, statusCode, message, syscall } = (error ?? {}) as Coded
  if (typeof code === 'string' && DATABASE_CODES[code]) return new Refused(...DATABASE_CODES[code])
  // A database that is away: its socket does not exist.
  if (code === 'ENOENT' && syscall === 'connect') return new Refused(503, say('MsgBusy'), { retryAfter: 1 })
  if (typeof message === 'string' && CONNECTION_LOST.test(message)) return new Refused(503, say('MsgBusy'), { retryAfter: 1 })
  // Of a file that is not to be served: no other answer than of one that is not there.
  if (statusCode === 403) return new Refused(404, say('MsgNotFound'))
  if (statusCode === 413) return new Refused(413, say('MsgTooLarge'))
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Refused(400, { code: 'MsgBadInput', text: String(message || say('MsgBadInput').text) })
  return null
}

const asItIs: Translate = (text) => text
/** What a client is told of a refusal. */
export function failureOf({ status, said, field }: Refused, translate = asItIs): Failure {
  const text = translate(said.text, said.code)
  return { Title: translate(TITLES[status]), Message: text, ErrorMessage: text, Code: said.code, ...(field && { Field: field }) }
}
const OAUTH_CODE = /^[a-z_]+$/
/** The same in OAuth's shape, for the token address: the code is OAuth's word where the refusal has one. */
export const oauthFailureOf = ({ status, said }: Refused, translate = asItIs) => ({
  error: OAUTH_CODE.test(said.code) ? said.code : status === 429 ? 'slow_down' : 'invalid_request',
  error_description: translate(said.text, said.code),
})
/** What a client is told of a fault of ours: that it happened, nothing more. */
export function faultOf(translate = asItIs): Failure {
  const { code, text } = say('MsgUnexpected')
  const said = translate(text, code)
  return { Title: translate(say('TitleError').text), Message: said, ErrorMessage: said, Code: code }
}
