import { layouts } from '#features/layout/contract.ts'
import { Cabinet } from '#features/layout/portal/shared/Cabinet.tsx'
import { useCall } from '#platform/portal/api/queries.ts'
import classes from './package.module.css'

type Props = { lockerBankId: string; lockerId: string; name: string }

/** A small cabinet with the package's locker marked. Optional: the place is also written as text. */
export function YouAreHere({ lockerBankId, lockerId, name }: Props) {
  const layout = useCall(layouts.read, { params: { lockerBankId } })
  if (!layout.data) return null
  return (
    <div className={classes.here}>
      <Cabinet bare name={name} columns={layout.data} selectedId={lockerId} />
    </div>
  )
}
