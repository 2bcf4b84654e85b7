import { ResidentForm } from './ResidentForm.tsx'

/** A new resident (spec 2 §2). */
export default function ResidentCreate() {
  return <ResidentForm resident={null} />
}
