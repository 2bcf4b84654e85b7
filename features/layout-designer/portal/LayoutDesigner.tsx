import { useQuery } from '@tanstack/react-query'
import { layouts } from '#features/layout/contract.ts'
import { t } from '#features/layout/messages.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { BankPage } from '#features/locker-banks/portal/shared/BankPage.tsx'
import { queryKey, useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { Designer } from './Designer.tsx'
import { readVersion } from './saving/use-live-layout.ts'

/** The layout designer of a locker bank (spec 1 §2, §4, §5). */
export default function LayoutDesigner() {
  const { lockerBankId } = usePathParams('lockerBankId')
  const bank = useCall(lockerBanks.name, { params: { lockerBankId } })
  const version = useQuery({
    queryKey: queryKey(layouts.read, { version: lockerBankId }),
    queryFn: ({ signal }) => readVersion(lockerBankId, signal),
    // Fetched once each time the designer opens; the designer itself follows later versions.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  return (
    <BankPage key={lockerBankId} lockerBankId={lockerBankId}>
      <Loaded query={version} failure={t('MsgFailedToFetchLayout').text}>
        {(first) => <Designer key={lockerBankId} lockerBankId={lockerBankId} name={bank.data?.Name ?? ''} version={first} />}
      </Loaded>
    </BankPage>
  )
}
