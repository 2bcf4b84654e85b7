import { Anchor, Text } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { notices, type ReplyRow } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'

const COLUMNS: GridColumn<ReplyRow, 'ReceivedAt'>[] = [
  {
    id: 'ReceivedAt',
    header: t('LabelReplyTime').text,
    cell: (row) => <When at={row.ReceivedAt} timeZone={row.PropertyTimezoneId} exact />,
    card: true,
  },
  {
    id: 'ResidentName',
    header: label('LabelResident').text,
    unsorted: true,
    cell: (row) => (
      <RecordLink kind="resident" id={row.ResidentId}>
        {row.ResidentName || t('WordSharedNumber').text}
      </RecordLink>
    ),
    text: (row) => row.ResidentName || t('WordSharedNumber').text,
    card: true,
  },
  { id: 'UnitNumber', header: label('LabelUnit').text, unsorted: true },
  { id: 'PropertyName', header: label('LabelProperty').text, unsorted: true },
  {
    id: 'Number',
    header: label('LabelMobilePhone').text,
    unsorted: true,
    cell: (row) => <Anchor href={`tel:${row.Number}`}>{row.Number}</Anchor>,
    text: (row) => row.Number,
  },
  {
    id: 'Text',
    header: t('LabelReplyText').text,
    unsorted: true,
    cell: (row) => (
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {row.Text}
      </Text>
    ),
    text: (row) => row.Text,
    card: true,
  },
]

/** What recipients have written back to text messages, latest first. */
export default function ReplyList() {
  return (
    <DataGrid
      id="replies"
      title={screens('ScreenReplies').text}
      operation={notices.replies}
      columns={COLUMNS}
      rowId={(row) => row.Id}
      rowName={(row) => row.ResidentName || row.Number}
      empty={t('NoReplies').text}
    />
  )
}
