import { Text, Title } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { BankAlerts } from '#features/alerts/portal/BankAlerts.tsx'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { usePathParams, useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import { SidePanel } from '#platform/portal/ui/SidePanel.tsx'
import type { SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import { LockerPanel } from '../locker/LockerPanel.tsx'
import { useOpenings } from '../locker/use-openings.ts'
import { RefreshAge } from '../RefreshAge.tsx'
import { useOpenDoors } from '../shared/use-open-doors.ts'
import { BankStatus } from '../summary-columns.tsx'
import { useSummary } from '../use-summary.ts'
import { BankCabinet } from './BankCabinet.tsx'
import { BankChooser } from './BankChooser.tsx'
import { BankPackages } from './BankPackages.tsx'
import { BankSummaries } from './BankSummaries.tsx'
import classes from './bank.module.css'
import { BANK_OPERATIONS } from './bank-operations.ts'
import { RefreshButton } from './RefreshButton.tsx'
import { useLayout } from './use-layout.ts'

/** One locker bank: as it stands in the lobby, in numbers, and each of its lockers to be looked into (spec 1 §2, §4). */
export default function LockerBankDashboard() {
  const { id } = usePathParams('id')
  const summary = useSummary()
  const bank = summary.data?.find((row) => row.LockerBankId === id.toLowerCase())
  return (
    <div className={classes.screen} data-scrolls>
      <header className={classes.header}>
        <div>
          <Title order={1}>{bank?.LockerBankName ?? t('TitleLockerBank').text}</Title>
          {bank && (
            <Text c="dimmed">
              {bank.PropertyName} · {bank.BuildingName}
            </Text>
          )}
        </div>
        {bank && <BankStatus bank={bank} />}
        <div className={classes.tools}>
          <BankChooser banks={summary.data ?? []} chosen={bank?.LockerBankId ?? null} />
          <RefreshAge at={summary.dataUpdatedAt} />
          <RefreshButton isBusy={summary.isFetching} />
        </div>
      </header>
      {bank && <BankAlerts lockerBankId={bank.LockerBankId} />}
      {bank && <Bank bank={bank} />}
      {summary.isSuccess && !bank && <Text role="status">{t('MsgNoSuchBank').text}</Text>}
    </div>
  )
}

function Bank({ bank }: { bank: SummaryRow }) {
  const lockerBankId = bank.LockerBankId
  const layout = useLayout(lockerBankId)
  const { locker: chosenName } = useSearchParams()
  const setSearch = useSetSearchParams()
  const refresh = useRefresh()
  const openings = useOpenings(lockerBankId)
  const doors = useOpenDoors()

  const askAgain = useThrottledCallback(() => refresh(BANK_OPERATIONS), LIVE_PAUSE_MS)
  useLive((news) => {
    if (news !== 'missed') {
      if (news.LockerBankId !== lockerBankId) return
      openings.hear(news)
      if (news.Topic === 'opened' && news.LockerId) doors.swing(news.LockerId)
      if (news.Topic === 'opening') return
    }
    askAgain()
  })

  const choose = (name: string | undefined) => setSearch({ locker: name })
  const lockers = layout.data?.flatMap((column) => column.LockerCollection) ?? []
  const chosen = lockers.find(({ LockerName }) => LockerName.toLowerCase() === chosenName?.toLowerCase())
  const close = () => choose(undefined)
  return (
    <div className={classes.bank}>
      <div className={classes.overview}>
        <BankCabinet
          lockerBankId={lockerBankId}
          name={bank.LockerBankName}
          layout={layout}
          openDoors={doors.open}
          selectedId={chosen?.Id ?? null}
          choose={(locker) => choose(locker.LockerName)}
        />
        <BankSummaries lockerBankId={lockerBankId} />
        <BankPackages lockerBankId={lockerBankId} propertyId={bank.PropertyId} />
      </div>
      <SidePanel title={t('TitleLockerDetail').text} hint={t('HintChooseLocker').text} close={close}>
        {chosen && <LockerPanel key={chosen.Id} bank={bank} locker={chosen} openings={openings} close={close} />}
      </SidePanel>
    </div>
  )
}
