import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { residents } from '../contract.ts'
import { t } from '../messages.ts'
import { DelegatesPanel } from './DelegatesPanel.tsx'
import ResidentForm from './ResidentForm.tsx'
import { ResidentTabs } from './ResidentTabs.tsx'

/**
 * Reading an access code is audited, so the query does not refetch while the form is open. It is not cached afterwards: reopening
 * the form shows changes by others.
 */
const WHILE_OPEN = { staleTime: Number.POSITIVE_INFINITY, keptFor: 0 }

/** A resident: the form, delegates, packages and history (spec 2 §2). */
export default function ResidentEdit() {
  const { residentId } = usePathParams('residentId')
  const resident = useCall(residents.get, { params: { residentId } }, WHILE_OPEN)
  return (
    <Loaded query={resident} failure={t('MsgResidentRetrieveFailed').text}>
      {(data) => (
        <ResidentTabs
          key={data.Id}
          resident={data}
          details={<ResidentForm resident={data} />}
          delegates={<DelegatesPanel resident={data} />}
        />
      )}
    </Loaded>
  )
}
