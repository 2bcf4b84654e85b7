import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'
import { bankSettings } from '../settings.ts'
import LockerBankForm from './LockerBankForm.tsx'

/** How often the status is refreshed, in ms: the default heartbeat of a kiosk. */
const STATUS_EVERY = bankSettings({}).HeartbeatSeconds * 1000

/** Edits a locker bank; shows its kiosk's status and authorisation (spec 1 §2). */
export default function LockerBankEdit() {
  const { lockerBankId } = usePathParams('lockerBankId')
  const bank = useCall(lockerBanks.get, { params: { lockerBankId } }, { every: STATUS_EVERY })
  return (
    <Loaded query={bank} failure={t('MsgLockerBankRetrieveFailed').text}>
      {(data) => <LockerBankForm key={data.Id} bank={data} />}
    </Loaded>
  )
}
