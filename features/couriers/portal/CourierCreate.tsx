import { CourierForm } from './CourierForm.tsx'

/** A new courier (spec 2 §2). */
export default function CourierCreate() {
  return <CourierForm courier={null} />
}
