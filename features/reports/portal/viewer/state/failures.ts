import type { Message } from '#platform/define-messages.ts'
import { t } from '../../../viewer-messages.ts'

const INVALID_CLIENT = 'InvalidClientException'
const INVALID_PARAMETER = 'InvalidParameterException'

/** A failure of a step of the load sequence: what failed, and the service's reason. */
class StepFailure extends Error {
  readonly status: number | undefined
  readonly code: string | undefined
  readonly body: FailureBody | undefined
  constructor(what: Message, cause: unknown) {
    const { message, status, code, body } = cause as Partial<StepFailure>
    super([what.text, message].filter(Boolean).join(' '), { cause })
    this.status = status
    this.code = code
    this.body = body
  }
}
/** The body of a refusal: which parameter is meant, and what exactly is wrong. */
type FailureBody = { readonly Field?: string; readonly ExceptionMessage?: string } | null
/** The result of a call; its failure says what failed. */
export const step = <T>(what: Message, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new StepFailure(what, error)
  })

export class InvalidParameters extends Error {
  readonly code = INVALID_PARAMETER
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code
export const isExpired = (error: unknown) => codeOf(error) === INVALID_CLIENT
export const isInvalidParameter = (error: unknown) => codeOf(error) === INVALID_PARAMETER
/** The service has deleted the instance or the document. */
export const isGone = (error: unknown) =>
  (error as { status?: unknown } | null)?.status === 404 && !isExpired(error) && !isInvalidParameter(error)

/** The text of a failure (spec 3 §8). */
export function failureOf(error: unknown, what?: Message): string {
  const message = error instanceof Error ? error.message : String(error)
  const texts = isInvalidParameter(error) ? [t('MsgParametersInvalid').text] : [what?.text, message]
  return [...texts, bodyOf(error)?.ExceptionMessage].filter(Boolean).join(' ')
}
const bodyOf = (error: unknown) => (error as { body?: FailureBody } | null)?.body
/** The messages of the parameter that a failure names. */
export function parameterErrorsOf(error: unknown): Readonly<Record<string, string>> {
  const { Field, ExceptionMessage } = bodyOf(error) ?? {}
  return isInvalidParameter(error) && Field ? { [Field]: ExceptionMessage ?? t('MsgParameterInvalid').text } : {}
}
