import { t } from '#platform/messages.ts'
import type { Failure } from '#platform/wire.ts'
import { t as tPortal } from '../messages.ts'

/** A call that was refused, or that got no reply (`status` 0). `message` is for the user. */
export class CallError extends Error {
  readonly status: number
  readonly title: string
  readonly code: string
  /** The input's field that was refused, when the server names one. */
  readonly field: string | undefined
  /** Seconds after which the server allows the next try; 0 when it names none. */
  readonly retryAfter: number
  /** The body of the reply: OAuth's refusals have further fields. */
  readonly body: unknown
  constructor(
    status: number,
    failure: { title: string; message: string; code: string; field?: string | undefined },
    retryAfter = 0,
    body: unknown = null,
  ) {
    super(failure.message)
    this.name = 'CallError'
    this.status = status
    this.title = failure.title
    this.code = failure.code
    this.field = failure.field
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
    message: failure.Message || failure.ErrorMessage || failure.error_description || failure.Title || t('MsgUnexpected').text,
    code: failure.Code ?? failure.error ?? '',
    field: failure.Field,
  }
  return new CallError(reply.status, texts, Number(reply.headers.get('retry-after')) || 0, body)
}

export const unreachable = () => {
  const message = tPortal('MsgUnreachable')
  return new CallError(0, { title: '', message: message.text, code: message.code })
}

/** The server's reason for a failure; `otherwise` for a defect of the server, and where no server gave a reason. */
export function reasonOf(error: unknown, otherwise: string): string {
  const hasReason = error instanceof CallError && error.code !== '' && (error.status < 500 || error.status === 503)
  return hasReason && error.status !== 0 ? error.message : otherwise
}

/**
 * The title and message for any error; `title` replaces the reply's. A reply with only a title shows it once. Errors that are not
 * refusals are logged and get a general message.
 */
export function textsOf(error: unknown, title?: string): { title: string; message: string } {
  if (!(error instanceof CallError)) {
    console.error(error)
    return { title: title ?? '', message: t('MsgUnexpected').text }
  }
  const under = title ?? error.title
  return { title: under === error.message ? '' : under, message: error.message }
}
