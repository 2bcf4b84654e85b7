import { Loaded } from '#platform/portal/Loaded.tsx'
import { usePathParams } from '#platform/portal/links.tsx'
import { useCall } from '#platform/portal/queries.ts'
import { couriers } from '../contract.ts'
import CourierForm from './CourierForm.tsx'

/** A courier as it is edited (spec 2 §2). */
export default function CourierEdit() {
  const { courierId } = usePathParams('courierId')
  const courier = useCall(couriers.get, { params: { courierId } })
  return <Loaded query={courier}>{(data) => <CourierForm key={data.Id} courier={data} />}</Loaded>
}
