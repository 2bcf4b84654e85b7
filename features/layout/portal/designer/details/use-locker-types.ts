import { useEffect } from 'react'
import type { OutputOf } from '#platform/operation.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { layouts } from '../../../contract.ts'
import { t } from '../../../messages.ts'

/** Types of doors with their sizes; none until they are there, and it is said when they could not be fetched (spec 1 §8). */
export function useLockerTypes() {
  const types = useCall(layouts.lockerTypes, {}, { staleTime: Number.POSITIVE_INFINITY })
  useEffect(() => {
    if (types.isError) toast.failure(types.error, t('MsgLockerTypesFailed').text)
  }, [types.isError, types.error])
  return types.data ?? NO_TYPES
}

const NO_TYPES: OutputOf<typeof layouts.lockerTypes> = []
