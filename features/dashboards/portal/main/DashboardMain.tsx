import { useThrottledCallback } from '@mantine/hooks'
import { propertyFilter } from '#features/buildings/portal/shared/place-filters.ts'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { t as bankScreens, lockerBankEntity } from '#features/locker-banks/screens.ts'
import { StopButton } from '#features/openings/portal/shared/BrakeButton.tsx'
import TrendsLink from '#features/trends/portal/shared/TrendsLink.tsx'
import { t as label } from '#platform/labels.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { useLoadFailure } from '#platform/portal/feedback/load-failure.tsx'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import type { GridFilter, GridProps } from '#platform/portal/grid/grid-types.ts'
import { pathTo, useSearchParams } from '#platform/portal/navigation/links.tsx'
import { ATTENTIONS, dashboards, type SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import { REFRESH_MS } from '../../refresh-age.ts'
import { t as screens } from '../../screens.ts'
import { arrangeSummary } from '../../summary-rows.ts'
import { useSummary } from '../queries.ts'
import { RefreshAge } from '../RefreshAge.tsx'
import { Attention } from './Attention.tsx'
import { summaryColumns } from './summary-columns.tsx'

const ATTENTION_NAMES = { offline: 'ChoiceOffline', expired: 'ChoiceExpired', flagged: 'ChoiceFlagged' } as const
const attentionChoices = ATTENTIONS.map((Id) => ({ Id, Name: t(ATTENTION_NAMES[Id]).text }))

const filters: readonly GridFilter[] = [
  propertyFilter(label('LabelProperty').text),
  { name: 'Attention', label: t('LabelAttention').text, kind: 'choice', useChoices: () => ({ choices: attentionChoices }) },
]

const arranged: GridProps<SummaryRow, string>['whole'] = (rows, query) => {
  const { data } = dashboards.summary.input.safeParse(query)
  return data ? arrangeSummary(rows, data) : [...rows]
}

/** The figures of all locker banks, updated live (spec 1 §2 "Dashboard main"). */
export default function DashboardMain() {
  const summary = useSummary()
  useLoadFailure(summary, t('MsgLockerBanksFailed').text)
  const { PropertyId } = useSearchParams()
  const refresh = useRefresh()
  const reload = useThrottledCallback((readBefore?: number) => refresh([dashboards.summary], { readBefore }), LIVE_PAUSE_MS)
  useLive((_, readBefore) => reload(readBefore))
  return (
    <DataGrid
      id="dashboard"
      title={screens('ScreenDashboard').text}
      operation={dashboards.summary}
      whole={arranged}
      failure={t('MsgLockerBanksFailed').text}
      every={REFRESH_MS}
      columns={summaryColumns}
      rowId={(row) => row.LockerBankId}
      rowName={(row) => row.LockerBankName}
      open={(row) => pathTo('/dashboard/lockerbank/{id}', { id: row.LockerBankId })}
      filters={filters}
      lead={summary.data && <Attention rows={summary.data} />}
      actions={
        <>
          <TrendsLink propertyId={PropertyId} />
          <StopButton />
          <RefreshAge at={summary.dataUpdatedAt} />
        </>
      }
      empty={
        <EmptyHint
          text={t('NoLockerBanks').text}
          steps={[
            { to: `${lockerBankEntity.path}/create`, text: bankScreens('ScreenNewLockerBank').text, needs: lockerBankEntity.add },
          ]}
        />
      }
    />
  )
}
