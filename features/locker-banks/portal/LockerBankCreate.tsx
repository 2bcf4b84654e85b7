import { LockerBankForm } from './LockerBankForm.tsx'

/** A new locker bank (spec 1 §2). */
export default function LockerBankCreate() {
  return <LockerBankForm bank={null} />
}
