import { Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '#platform/messages.ts'
import { wasShown } from '../api/call.ts'
import { CallError, reasonOf, textsOf } from '../api/call-error.ts'
import { toast } from './toast.tsx'

type Failing = {
  readonly error: unknown
  readonly isError: boolean
  readonly isSuccess: boolean
  readonly refetch: () => unknown
}

/**
 * Shows a notice when a query fails (spec 1 §8), and again only after it has succeeded or was repeated by `retry`, or by other means
 * after `again`: a screen that is refreshed every minute reports a failure once. Returns the texts of the failure, for the place where
 * the data would be or are old.
 */
export function useLoadFailure(query: Failing, title = t('MsgRetrieveFailed').text, reason?: string) {
  const { error, isError, isSuccess, refetch } = query
  const isReported = useRef(false)
  const texts = isError ? textsOfLoad(error, title, reason) : null
  const report = useEffectEvent((failure: unknown) => {
    if (!texts || isReported.current || wasShown(failure)) return
    isReported.current = true
    // The general reason of an unreachable server has no title: then all queries fail, and equal toasts are shown once.
    const isGeneral = reason === undefined && failure instanceof CallError && failure.status === 0
    toast.error(texts.message, isGeneral ? {} : { title: texts.title })
  })
  useEffect(() => {
    if (isSuccess) isReported.current = false
    if (isError) report(error)
  }, [isError, isSuccess, error])
  const again = () => {
    isReported.current = false
  }
  const retry = () => {
    again()
    refetch()
  }
  return { texts, retry, again }
}

/** Whether what is shown is old, because it could not be read again. The connection banner speaks for a lost connection. */
export const isOld = ({ isRefetchError, error }: { isRefetchError: boolean; error: unknown }): boolean =>
  isRefetchError && !(error instanceof CallError && error.status === 0)

const textsOfLoad = (error: unknown, title: string, reason: string | undefined) =>
  reason === undefined ? textsOf(error, title) : { title, message: reasonOf(error, reason) }

type Texts = { title: string; message: string }

/** A failure that stays in the page; not an alert, because the notice has announced it. */
export const groupOf = ({ title, message }: Texts) => ({ role: 'group', 'aria-label': title || message })

/** A failure without the server's reason has only a title. */
export const FailureTexts = ({ title, message }: Texts) => (
  <>
    <Text fw={600}>{title || message}</Text>
    {title && <Text c="dimmed">{message}</Text>}
  </>
)
