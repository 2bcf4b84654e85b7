import type { FastifyReply } from 'fastify'
import { t as tConflict } from '#platform/conflict-messages.ts'
import { type Message, plainMessage } from '#platform/define-messages.ts'
import type { WrongField } from '#platform/given-twice.ts'
import { t as shared } from '#platform/messages.ts'
import { CHANGED_ELSEWHERE, type Failure } from '#platform/wire.ts'
import { t } from '../messages.ts'
import { COMMIT_UNANSWERED } from '../postgres/db.ts'
import type { Translate } from './language.ts'

type Status = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 503 | 504
const TITLES: Readonly<Record<Status, Message>> = {
  400: t('TitleBadInput'),
  401: t('TitleNotSignedIn'),
  403: t('TitleNotAuthorised'),
  404: t('TitleNotFound'),
  409: t('TitleConflict'),
  410: t('TitleEnded'),
  413: t('TitleTooLarge'),
  422: t('TitleNotPossible'),
  429: t('TitleTooManyAttempts'),
  503: t('TitleBusy'),
  504: t('TitleNoAnswer'),
}

/** Seconds after which a client may repeat a request that was refused with 503. */
const BUSY_SECONDS = 1
/** The same while a disk is full, which takes a person to end. */
export const FULL_SECONDS = 15

/** A request that is refused for a reason the client receives. Every other error is a defect of the server. */
export class Refusal extends Error {
  readonly status: Status
  readonly reason: Message
  /** What programs recognise it by: the key of the reason unless a standard has its own. */
  readonly code: string
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  readonly count: number | undefined
  /** What exactly was refused, where the reason is a general one. */
  readonly exception: Message | undefined
  /** What is wrong, field by field; the first is that of `reason`. */
  readonly errors: readonly FieldError[]
  /** For the next request of an OAuth client: further fields of the reply. */
  readonly extra: Readonly<Record<string, string>>
  constructor(
    status: Status,
    reason: Message,
    { code = reason.code, field, retryAfter, count, exception, errors = [], extra = {} }: Details = {},
  ) {
    super(reason.text)
    this.status = status
    this.reason = reason
    this.code = code
    this.field = field
    this.count = count
    this.exception = exception
    this.errors = errors
    this.extra = extra
    this.retryAfter = retryAfter ?? (status === 503 ? BUSY_SECONDS : undefined)
  }
}

export type FieldError = { readonly field: string; readonly reason: Message }

type Details = {
  readonly code?: string
  readonly field?: string | undefined
  readonly retryAfter?: number
  /** The number that the reason is about, for programs. */
  readonly count?: number
  readonly exception?: Message
  readonly errors?: readonly FieldError[]
  readonly extra?: Readonly<Record<string, string>>
}

/** Throws 422 if a rule returned a reason. */
export function refuseIf(whyNot: Message | null | undefined, field?: string): void {
  if (whyNot) throw new Refusal(422, whyNot, { field })
}
/** Throws 422 with all of these reasons, if there is any; a reason that is null does not count. */
export function refuseFields(
  ...whyNot: readonly { readonly field: string; readonly reason: Message | null | undefined }[]
): void {
  const errors = whyNot.filter((one): one is FieldError => Boolean(one.reason))
  if (errors[0]) throw new Refusal(422, errors[0].reason, { field: errors[0].field, errors })
}
/** Refuses (400) an input with all that is wrong with it. */
export function refuseWrong(wrong: readonly WrongField[]): void {
  const errors = wrong.map(({ field, message }) => ({ field, reason: message }))
  if (errors[0]) throw new Refusal(400, errors[0].reason, { field: errors[0].field, errors })
}
/** The row, or 404 with the same message for a missing row and one of another tenant. */
export function orNotFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new Refusal(404, t('MsgNotFound'))
  return row
}
export const conflict = (reason: Message, field?: string) => new Refusal(409, reason, { field })
/** Refuses a save whose record somebody else has changed since it was read; the portal then shows both versions. */
export const changedElsewhere = () => new Refusal(409, tConflict('MsgChangedElsewhere'), { code: CHANGED_ELSEWHERE })
export const badInput = (reason: Message, field?: string) => new Refusal(400, reason, { field })
export const forbidden = () => new Refusal(403, shared('MsgNotAuthorised'))

/**
 * Whether a failed request may nevertheless have done what it asked for, now or later: its commit or a kiosk did not reply. It must
 * not be done again by itself.
 */
export const mayHaveBeenDone = (error: unknown): boolean =>
  (error as Coded | null)?.code === COMMIT_UNANSWERED || (error instanceof Refusal && error.status === 504)

type Coded = { code?: unknown; statusCode?: unknown; message?: unknown; syscall?: unknown }

/** Error codes of PostgreSQL and the network that the client's data or a temporary state causes, with the reply. */
const DATABASE_CODES: Readonly<Record<string, [Status, Message, Details?]>> = {
  '23505': [409, t('MsgAlreadyExists')],
  '23503': [422, t('MsgReferenceMissing')],
  '22003': [400, shared('MsgBadInput')],
  '22007': [400, shared('MsgBadInput')],
  '22008': [400, shared('MsgBadInput')],
  '22021': [400, shared('MsgBadInput')],
  '22P02': [400, shared('MsgBadInput')],
  '22P05': [400, shared('MsgBadInput')],
  '40001': [503, t('MsgBusy')],
  '40P01': [503, t('MsgBusy')],
  '55P03': [503, t('MsgBusy')],
  '57014': [503, t('MsgBusy')],
  '53100': [503, t('MsgStorageFull'), { retryAfter: FULL_SECONDS }],
  ENOSPC: [503, t('MsgStorageFull'), { retryAfter: FULL_SECONDS }],
  '53200': [503, t('MsgBusy')],
  '58030': [503, t('MsgBusy')],
  '53300': [503, t('MsgBusy')],
  '57P01': [503, t('MsgBusy')],
  '57P02': [503, t('MsgBusy')],
  '57P03': [503, t('MsgBusy')],
  ECONNREFUSED: [503, t('MsgBusy')],
  ECONNRESET: [503, t('MsgBusy')],
  EPIPE: [503, t('MsgBusy')],
  [COMMIT_UNANSWERED]: [503, t('MsgMayBeSaved')],
}
/** Messages of pg, whose errors have no code. */
const NO_RESPONSE =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Query read timeout/

/** Whether nothing could be stored because a disk is full. */
export const isStorageFull = (error: unknown): boolean => asRefusal(error)?.reason.code === 'MsgStorageFull'

/** An error as a refusal, or null if it is a defect of the server. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const { code, statusCode, message, syscall } = (error ?? {}) as Coded
  if (typeof code === 'string' && DATABASE_CODES[code]) return new Refusal(...DATABASE_CODES[code])
  // Whatever the reason: a stopped database has no socket, the queue of a frozen one fills up, its name may be unknown for a while.
  if (syscall === 'connect' || syscall === 'getaddrinfo') return new Refusal(503, t('MsgBusy'))
  if (typeof message === 'string' && NO_RESPONSE.test(message)) return new Refusal(503, t('MsgBusy'))
  // A file that must not be served gets the same reply as a missing one.
  if (statusCode === 403) return new Refusal(404, t('MsgNotFound'))
  if (statusCode === 413) return new Refusal(413, t('MsgTooLarge'))
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Refusal(400, message ? plainMessage(String(message)) : shared('MsgBadInput'))
  return null
}

/** Sets the status and headers of a refusal on a reply. */
export function refused(reply: FastifyReply, { status, retryAfter }: Refusal): FastifyReply {
  if (retryAfter) reply.header('retry-after', String(retryAfter))
  return reply.status(status)
}

/** The reply for a refusal. */
export function failureOf({ status, reason, code, field, count, exception, errors }: Refusal, translate: Translate): Failure {
  const text = translate(reason)
  const more = {
    ...(field && { Field: field }),
    ...(count !== undefined && { Count: count }),
    ...(exception && { ExceptionMessage: translate(exception) }),
    ...(errors.length > 1 && { Errors: errors.map((one) => ({ Field: one.field, Message: translate(one.reason) })) }),
  }
  return { Title: translate(TITLES[status]), Message: text, ErrorMessage: text, Code: code, ...more }
}
const OAUTH_CODE = /^[a-z_]+$/
/** The same in OAuth's shape for the token endpoint, with OAuth's error code where the refusal has one. */
/** What a client may try again later; any other refusal without an OAuth code is an invalid request. */
const OAUTH_ERRORS: Readonly<Partial<Record<Status, string>>> = { 429: 'slow_down', 503: 'temporarily_unavailable' }
export const oauthFailureOf = ({ status, reason, code, extra }: Refusal, translate: Translate) => ({
  error: OAUTH_CODE.test(code) ? code : (OAUTH_ERRORS[status] ?? 'invalid_request'),
  error_description: translate(reason),
  ...extra,
})
/** The reply for a defect of the server, without details. */
export function unexpectedFailure(translate: Translate): Failure {
  const reason = shared('MsgUnexpected')
  const text = translate(reason)
  return { Title: translate(t('TitleError')), Message: text, ErrorMessage: text, Code: reason.code }
}
