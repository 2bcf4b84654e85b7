import { t } from '#platform/messages.ts'
import type { Failure } from '#platform/wire.ts'
import { t as tPortal } from '../messages.ts'

/** A call that was refused, or that got no reply (`status` 0). `message` is for the user; without one a general text. */
export class CallError extends Error {
  readonly status: number
  readonly title: string
  readonly code: string
  /** Whether `message` is the reason, not a general text. */
  readonly isDescribed: boolean
  /** The input's field that was refused, when the server names one. */
  readonly field: string | undefined
  /** The reason for each field that was refused. */
  readonly errors: Readonly<Record<string, string>>
  /** Seconds after which the server allows the next try; 0 when it names none. */
  readonly retryAfter: number
  /** The body of the reply: OAuth's refusals have further fields. */
  readonly body: unknown
  constructor(
    status: number,
    failure: {
      title: string
      message: string
      code: string
      field?: string | undefined
      errors?: Readonly<Record<string, string>> | undefined
    },
    retryAfter = 0,
    body: unknown = null,
  ) {
    super(failure.message || failure.title || t('MsgUnexpected').text)
    this.name = 'CallError'
    this.status = status
    this.title = failure.title
    this.isDescribed = failure.message !== ''
    this.code = failure.code
    this.field = failure.field
    this.errors = failure.errors ?? (failure.field ? { [failure.field]: failure.message } : {})
    this.retryAfter = retryAfter
    this.body = body
  }
  /** Without a reply, and with 503 where the server itself got none: the request is only repeated with the same idempotency key. */
  get mayHaveBeenDone(): boolean {
    return this.status === 0 || this.status === 503
  }
}

/** OAuth's errors have a description, all others a title and a message (decisions "Wire"). */
export async function errorOfReply(reply: Response): Promise<CallError> {
  const body: unknown = await reply.json().catch(() => null)
  const failure = (body ?? {}) as Partial<Failure> & { error?: string; error_description?: string }
  const texts = {
    title: failure.Title ?? '',
    message: failure.Message || failure.ErrorMessage || failure.error_description || '',
    code: failure.Code ?? failure.error ?? '',
    field: failure.Field,
    errors: failure.Errors && Object.fromEntries(failure.Errors.map(({ Field, Message }) => [Field, Message])),
  }
  return new CallError(reply.status, texts, Number(reply.headers.get('retry-after')) || 0, body)
}

export const unreachable = () => {
  const message = tPortal('MsgUnreachable')
  return new CallError(0, { title: '', message: message.text, code: message.code })
}

/** The server's reason for a failure; `otherwise` for a defect of the server, and where no server gave a reason. */
export function reasonOf(error: unknown, otherwise: string): string {
  const hasReason = error instanceof CallError && error.isDescribed && (error.status < 500 || error.status === 503)
  return hasReason && error.status !== 0 ? error.message : otherwise
}

/** The reason of a failed load, for a field or a page without another title. */
export const whyNotLoaded = (error: unknown): string => textsOf(error, undefined, t('MsgRetrieveFailed').text).message

/**
 * The title and message for any error (spec 1 §8): `title` replaces the reply's, `otherwise` is the message of a reply without one.
 * Without both, only the title is shown. Errors that are not refusals are logged and get a general message.
 */
export function textsOf(error: unknown, title?: string, otherwise?: string): { title: string; message: string } {
  if (!(error instanceof CallError)) {
    console.error(error)
    return { title: title ?? '', message: otherwise ?? t('MsgUnexpected').text }
  }
  const under = title ?? error.title
  const message = error.isDescribed ? error.message : (otherwise ?? (error.title || under || error.message))
  return { title: under === message ? '' : under, message }
}
