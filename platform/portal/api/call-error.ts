import { t } from '#platform/messages.ts'
import type { Failure } from '#platform/wire.ts'
import { t as sayPortal } from '../messages.ts'

/** A call that was refused, or that got no reply (`status` 0). `message` is for the user. */
export class CallError extends Error {
  readonly status: number
  readonly title: string
  readonly code: string
  /** The input's field that was refused, when the server names one. */
  readonly field: string | undefined
  constructor(status: number, said: { title: string; message: string; code: string; field?: string | undefined }) {
    super(said.message)
    this.name = 'CallError'
    this.status = status
    this.title = said.title
    this.code = said.code
    this.field = said.field
  }
}

/** OAuth's errors carry a description, all others a title and a message (decisions "Wire"). */
export async function errorOfReply(reply: Response): Promise<CallError> {
  const body: unknown = await reply.json().catch(() => null)
  const said = (body ?? {}) as Partial<Failure> & { error?: string; error_description?: string }
  return new CallError(reply.status, {
    title: said.Title ?? '',
    message: said.Message || said.ErrorMessage || said.error_description || said.Title || t('MsgUnexpected').text,
    code: said.Code ?? said.error ?? '',
    field: said.Field,
  })
}

export const unreachable = () => {
  const said = sayPortal('MsgUnreachable')
  return new CallError(0, { title: '', message: said.text, code: said.code })
}

/**
 * The words for any thrown thing, under `title` or the reply's own; a reply that has a title alone says it once. What is not
 * a refusal is a fault, logged for us and worded for them.
 */
export function wordsOf(error: unknown, title?: string): { title: string; message: string } {
  if (!(error instanceof CallError)) {
    console.error(error)
    return { title: title ?? '', message: t('MsgUnexpected').text }
  }
  const under = title ?? error.title
  return { title: under === error.message ? '' : under, message: error.message }
}
