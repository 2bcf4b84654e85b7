import { RecordLink } from '#platform/portal/record/RecordLink.tsx'

type OfCourier = { readonly CourierId: string | null; readonly CourierName: string | null }

/** The name of a row's courier, as a link; null without one. */
export const courierName = ({ CourierId, CourierName }: OfCourier) =>
  CourierName && (
    <RecordLink kind="courier" id={CourierId}>
      {CourierName}
    </RecordLink>
  )
