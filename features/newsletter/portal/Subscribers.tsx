import { IconDownload } from '@tabler/icons-react'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { download } from '#platform/portal/api/download.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { ToolButton } from '#platform/portal/ui/ToolButton.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { newsletter, type SUBSCRIBER_SORTS, type Subscriber } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'

const FILTERS: GridFilter[] = [{ name: 'SearchText', label: label('LabelEmail').text, kind: 'search', personal: true }]
const COLUMNS: GridColumn<Subscriber, (typeof SUBSCRIBER_SORTS)[number]>[] = [
  { id: 'Email', header: label('LabelEmail').text, card: true },
  { id: 'RequestedAt', header: t('LabelSubscribedAt').text, cell: (row) => <When at={row.RequestedAt} exact />, card: true },
  {
    id: 'ConfirmedAt',
    header: t('LabelConfirmedAt').text,
    cell: (row) => (row.ConfirmedAt ? <When at={row.ConfirmedAt} exact /> : t('WordUnconfirmed').text),
    text: (row) => row.ConfirmedAt ?? t('WordUnconfirmed').text,
    card: true,
  },
]

/** Who has asked for the newsletter of the public site; only the operator's organisation has some. */
export default function Subscribers() {
  return (
    <DataGrid
      id="newsletter-subscribers"
      title={screens('ScreenSubscribers').text}
      operation={newsletter.page}
      columns={COLUMNS}
      filters={FILTERS}
      rowId={(row) => row.Id}
      rowName={(row) => row.Email}
      exportButton={() => <Export />}
      empty={t('NoSubscribers').text}
    />
  )
}

/** The server writes the file, because it makes the links and records the export. */
function Export() {
  const { attempt, isUnderWay } = useAttempt()
  const start = () =>
    attempt(async () => {
      try {
        download('newsletter.csv', [await call(newsletter.export)], 'text/csv;charset=utf-8')
        return undefined
      } catch (error) {
        return toast.failure(error, t('MsgSubscribersFailed').text)
      }
    })
  return <ToolButton name={t('ExportSubscribers').text} icon={IconDownload} loading={isUnderWay} onClick={start} />
}
