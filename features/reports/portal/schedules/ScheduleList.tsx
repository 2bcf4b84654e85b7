import { t as label } from '#platform/labels.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { REPORTS } from '../../reports.ts'
import { t as run } from '../../run-messages.ts'
import { t } from '../../schedule-messages.ts'
import { reportSchedules, type ScheduleRow, scheduleEntity } from '../../schedules-contract.ts'
import { t as screens } from '../../screens.ts'
import { t as viewer } from '../../viewer-messages.ts'
import { timesText } from './times.ts'

const titleOf = ({ Report }: ScheduleRow) => REPORTS[Report].title.text

const columns: GridColumn<ScheduleRow, 'Name' | 'NextAt'>[] = [
  { id: 'Name', header: label('LabelName').text, card: true },
  { id: 'Report', header: viewer('LabelToolbar').text, unsorted: true, cell: titleOf, text: titleOf, card: true },
  { id: 'Format', header: run('LabelFormat').text, unsorted: true },
  { id: 'Frequency', header: t('LabelFrequency').text, unsorted: true, cell: timesText, text: timesText, card: true },
  {
    id: 'NextAt',
    header: t('LabelNext').text,
    cell: (row) =>
      row.IsActive ? (
        <When at={row.NextAt} timeZone={row.TimeZone} exact />
      ) : (
        <StatusBadge kind="off">{label('LabelInactive').text}</StatusBadge>
      ),
    text: (row) => (row.IsActive ? row.NextAt : label('LabelInactive').text),
    card: true,
  },
  { id: 'RecipientCount', header: t('SectionRecipients').text, unsorted: true, align: 'right' },
  { id: 'UserName', header: t('LabelOwner').text, unsorted: true },
]
const filters: GridFilter[] = [{ name: 'SearchText', label: label('LabelName').text, kind: 'search' }]

/** Schedules of reports: the own ones, or those of the organisation. */
export default function ScheduleList() {
  return (
    <EntityList
      id="report-schedules"
      entity={scheduleEntity}
      title={screens('ScreenReportSchedules').text}
      operation={reportSchedules.page}
      remove={reportSchedules.remove}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      filters={filters}
      labels={{ add: t('AddSchedule').text, remove: t('DeleteSchedules').text, edit: label('LinkEdit').text }}
      empty={t('NoSchedules').text}
    />
  )
}
