import { Text } from '@mantine/core'
import { numberText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { useTimeText, When } from '#platform/portal/ui/times.tsx'
import { REPORT_NAMES, REPORTS, type ReportName, reportAddress } from '../reports.ts'
import { t } from '../run-messages.ts'
import { RUN_STATES, type RunRow, type RunState, reportRuns } from '../runs-contract.ts'
import { t as screens } from '../screens.ts'
import { t as viewer } from '../viewer-messages.ts'

const KINDS: Readonly<Record<RunState, MeaningKind>> = {
  Working: 'used',
  Done: 'good',
  Failed: 'stop',
  Cancelled: 'off',
  NotSent: 'look',
}
const titleOf = ({ Report }: RunRow) => REPORTS[Report as ReportName].title.text
const stateText = (state: RunState) => t(`Run${state}`).text

function wayOf({ Format, IsScheduled }: RunRow): string {
  if (IsScheduled) return t('WayMail', { format: Format }).text
  if (Format === 'HTML5Interactive') return t('WayViewer').text
  return Format === 'HTML5' ? t('WayPreview').text : Format
}
const parametersOf = ({ Parameters }: RunRow, words = (value: string) => value) =>
  Parameters.map(({ Name, Value }) => `${Name}: ${words(Value)}`).join(', ')
/** The parameters with days as the viewer writes them; a file has them as the report has. */
function Given({ row }: { row: RunRow }) {
  const { value } = useTimeText()
  return parametersOf(row, value)
}
const rowsOf = ({ RowCount }: RunRow) => (RowCount === null ? '' : numberText(RowCount))
const durationOf = ({ Seconds }: RunRow) => (Seconds === null ? '' : t('LabelSeconds', { seconds: numberText(Seconds) }).text)

const COLUMNS: GridColumn<RunRow, 'StartedAt'>[] = [
  { id: 'StartedAt', header: t('LabelStarted').text, cell: (row) => <When at={row.StartedAt} exact />, card: true },
  { id: 'Report', header: viewer('LabelToolbar').text, unsorted: true, names: true, cell: titleOf, text: titleOf, card: true },
  { id: 'UserName', header: t('LabelFor').text, unsorted: true, card: true },
  {
    id: 'State',
    header: label('LabelStatus').text,
    unsorted: true,
    cell: (row) => (
      <>
        <StatusBadge kind={KINDS[row.State]}>{stateText(row.State)}</StatusBadge>
        {row.Reason && (
          <Text size="xs" c="dimmed">
            {row.Reason}
          </Text>
        )}
      </>
    ),
    text: ({ State, Reason }) => [stateText(State), Reason].filter(Boolean).join(': '),
    card: true,
  },
  { id: 'Format', header: t('LabelWay').text, unsorted: true, cell: wayOf, text: wayOf },
  {
    id: 'Parameters',
    header: viewer('LabelParameters').text,
    unsorted: true,
    cell: (row) => <Given row={row} />,
    text: (row) => parametersOf(row),
  },
  { id: 'RowCount', header: t('LabelRows').text, unsorted: true, align: 'right', cell: rowsOf, text: rowsOf },
  { id: 'Seconds', header: t('LabelDuration').text, unsorted: true, align: 'right', cell: durationOf, text: durationOf },
]

const reports = REPORT_NAMES.map((name) => ({ Id: name, Name: REPORTS[name].title.text }))
const states = RUN_STATES.map((state) => ({ Id: state, Name: stateText(state) }))
const FILTERS: GridFilter[] = [
  { name: 'Report', label: viewer('LabelToolbar').text, kind: 'choice', pinned: true, useChoices: () => ({ choices: reports }) },
  { name: 'State', label: label('LabelStatus').text, kind: 'choice', pinned: true, useChoices: () => ({ choices: states }) },
]

/** Runs of reports, latest first; a row opens the report with the same parameters. */
export default function RunList() {
  return (
    <DataGrid
      id="report-runs"
      title={screens('ScreenReportRuns').text}
      operation={reportRuns.page}
      columns={COLUMNS}
      filters={FILTERS}
      rowId={(row) => row.Id}
      rowName={titleOf}
      open={(row) => reportAddress(row.Report as ReportName, row.Values)}
      empty={
        <EmptyHint
          text={t('NoRuns').text}
          steps={[{ to: REPORTS.Transaction.path, text: REPORTS.Transaction.title.text, needs: 'PropertyReport' }]}
        />
      }
    />
  )
}
