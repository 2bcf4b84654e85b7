import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { type PackageDraft, packageForm } from '../../editing-contract.ts'
import type { Arrival } from './package-changes.ts'

/**
 * Sets the expiry that a package gets by the settings of its property, unless another is asked for before it is known; null asks for
 * none. `onTimeZone` receives the property's time zone.
 */
export function useNewExpiry({ set }: Draft<typeof PackageDraft>, onTimeZone?: (timeZone: string) => void) {
  const client = useQueryClient()
  const asked = useRef<Arrival | null>(null)
  return async (arrival: Arrival | null) => {
    asked.current = arrival
    if (!arrival) return
    const { buildingId, residentId, at, place = 'mailroom' } = arrival
    const query = { At: at, ...(residentId && { ResidentId: residentId }) }
    const read = () => call(packageForm.newExpiry, { params: { buildingId, place }, query })
    try {
      const { ExpiryTime, TimezoneId } = await client.fetchQuery({
        queryKey: ['newExpiry', buildingId, place, at, residentId],
        queryFn: read,
      })
      if (asked.current !== arrival) return
      set({ ExpiryTime })
      onTimeZone?.(TimezoneId)
    } catch (failure) {
      toast.failure(failure, label('LabelExpiry').text)
    }
  }
}
