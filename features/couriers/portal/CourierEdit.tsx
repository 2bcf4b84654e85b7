import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { couriers } from '../contract.ts'
import CourierForm from './CourierForm.tsx'

/** A courier as it is edited (spec 2 §2). */
export default function CourierEdit() {
  const { courierId } = usePathParams('courierId')
  const courier = useCall(couriers.get, { params: { courierId } })
  return <Loaded query={courier}>{(data) => <CourierForm key={data.Id} courier={data} />}</Loaded>
}
