import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { residents } from '../contract.ts'
import { t } from '../messages.ts'
import { residentEntity } from '../screens.ts'
import { DelegatesPanel } from './DelegatesPanel.tsx'
import { ResidentForm } from './ResidentForm.tsx'
import { ResidentPage } from './ResidentPage.tsx'
import { WITHOUT_CODE } from './resident-input.ts'

/**
 * A resident: the form, delegates, packages and history (spec 2 §2). It is read without the access code, which is shown on demand.
 * The query does not refetch while the form is open, and is not cached afterwards: reopening the form shows changes by others.
 */
export default editScreen(
  residentEntity,
  residents.get,
  (resident) => (
    <ResidentPage
      resident={resident}
      details={<ResidentForm resident={resident} />}
      delegates={<DelegatesPanel resident={resident} />}
    />
  ),
  { failure: t('MsgResidentRetrieveFailed').text, query: WITHOUT_CODE, staleTime: Number.POSITIVE_INFINITY, keptFor: 0 },
)
