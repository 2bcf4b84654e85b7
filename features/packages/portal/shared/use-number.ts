import { couriers } from '#features/couriers/contract.ts'
import { couriersOfNumber, holdsNoNumber, misreadNumberOf, trackingNumberOf } from '#features/tracking-numbers/recognise.ts'
import { useCall } from '#platform/portal/api/queries.ts'

/** What a typed or scanned text says: the number in it, and the organisation's couriers whose number it is, may be, or would be. */
export function useNumber(text: string) {
  const { data = [] } = useCall(couriers.assignable)
  const delivering = data.filter((courier) => !courier.IsDryCleaning)
  const { chosen, offered } = couriersOfNumber(text, delivering)
  return {
    number: trackingNumberOf(text),
    /** It holds no number, but an address, a link or the like. */
    isOther: holdsNoNumber(text),
    courier: chosen,
    offered: chosen ? [] : offered,
    /** The names of those whose number was misread. */
    misread: misreadNumberOf(text, delivering),
  }
}
