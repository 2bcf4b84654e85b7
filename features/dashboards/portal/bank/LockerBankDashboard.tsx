import { Text, Title } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { BankAlerts } from '#features/alerts/portal/shared/BankAlerts.tsx'
import { buildingName, propertyName } from '#features/buildings/portal/shared/place-names.tsx'
import { besideFrom } from '#features/layout/portal/shared/column-width.ts'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { t as tLockerBanks } from '#features/locker-banks/screens.ts'
import { StopButton } from '#features/openings/portal/shared/BrakeButton.tsx'
import { useOpenDoors } from '#features/openings/portal/shared/use-open-doors.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams, useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import { SidePanel } from '#platform/portal/ui/SidePanel.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { ReloadButton } from '#platform/portal/ui/ToolButton.tsx'
import type { SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import { BankStatus } from '../BankStatus.tsx'
import { LockerPanel } from '../locker/LockerPanel.tsx'
import { useOpenings } from '../locker/use-openings.ts'
import { BANK_OPERATIONS, useLayout, useSummary } from '../queries.ts'
import { RefreshAge } from '../RefreshAge.tsx'
import { BankCabinet } from './BankCabinet.tsx'
import { BankChooser } from './BankChooser.tsx'
import { BankPackages } from './BankPackages.tsx'
import { BankSummaries } from './BankSummaries.tsx'
import classes from './bank.module.css'

/** One locker bank: its cabinet, figures and packages, and the details of the chosen locker (spec 1 §2, §4). */
export default function LockerBankDashboard() {
  const { id } = usePathParams('id')
  const summary = useSummary()
  const refresh = useRefresh()
  const bank = summary.data?.find((row) => row.LockerBankId === id.toLowerCase())
  return (
    <div className={screen.screen} data-scrolls>
      <header className={screen.header}>
        <div>
          <Title order={1}>{bank?.LockerBankName ?? tLockerBanks('ScreenLockerBank').text}</Title>
          {bank && (
            <Text c="dimmed">
              {propertyName(bank)} · {buildingName(bank)}
            </Text>
          )}
        </div>
        {bank && <BankStatus bank={bank} />}
        <div className={screen.tools}>
          <BankChooser banks={summary.data ?? []} chosen={bank?.LockerBankId ?? null} />
          <StopButton />
          <RefreshAge at={summary.dataUpdatedAt} />
          <ReloadButton loading={summary.isFetching} onClick={() => refresh(BANK_OPERATIONS)} />
        </div>
      </header>
      {bank && <BankAlerts lockerBankId={bank.LockerBankId} />}
      <Loaded query={summary} failure={t('MsgLockerBanksFailed').text}>
        {() => (bank ? <Bank bank={bank} /> : <Text role="status">{t('MsgNoSuchBank').text}</Text>)}
      </Loaded>
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

  const reload = useThrottledCallback(() => refresh(BANK_OPERATIONS), LIVE_PAUSE_MS)
  useLive((change) => {
    if (change !== 'missed') {
      if (change.LockerBankId !== lockerBankId) return
      openings.onChange(change)
      if (change.Topic === 'opened' && change.LockerId) doors.showOpen(change.LockerId)
      if (change.Topic === 'opening') return
    }
    reload()
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
        <BankPackages lockerBankId={lockerBankId} timeZone={bank.PropertyTimezoneId} />
      </div>
      <SidePanel
        title={t('TitleLockerDetail').text}
        hint={t('HintChooseLocker').text}
        close={close}
        besideFrom={besideFrom(layout.data?.length ?? 0)}
      >
        {chosen && <LockerPanel key={chosen.Id} bank={bank} locker={chosen} openings={openings} close={close} />}
      </SidePanel>
    </div>
  )
}
