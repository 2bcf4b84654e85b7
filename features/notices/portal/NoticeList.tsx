import { t as tType } from '#features/notification-templates/type-messages.ts'
import { MEDIA, NOTICE_TYPE_NAMES, NOTICE_TYPES, noticeTypeMessage } from '#features/notification-templates/types.ts'
import { packageEntity, t as packageScreens } from '#features/package-statuses/screens.ts'
import { t as label } from '#platform/labels.ts'
import type { PortalBulkAction } from '#platform/portal/bulk/bulk-action.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useOpenedRow } from '#platform/portal/navigation/use-opened-row.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { NOTICE_STATUSES, type NoticeRow, notices, SEARCHED_DAYS } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { NoticeStatus } from './shared/NoticeStatus.tsx'

const NoticeDrawer = lazyComponent(() => import('./NoticeDrawer.tsx'))

const COLUMNS: GridColumn<NoticeRow, 'CreatedAt'>[] = [
  {
    id: 'CreatedAt',
    header: t('LabelNoticeTime').text,
    cell: (row) => <When at={row.CreatedAt} timeZone={row.PropertyTimezoneId} exact />,
    card: true,
  },
  {
    id: 'ResidentName',
    header: label('LabelRecipient').text,
    unsorted: true,
    cell: (row) => (
      <RecordLink kind="resident" id={row.ResidentId}>
        {row.ResidentName}
      </RecordLink>
    ),
    card: true,
  },
  { id: 'UnitNumber', header: label('LabelUnit').text, unsorted: true },
  {
    id: 'PackageNumber',
    header: label('LabelPackage').text,
    unsorted: true,
    cell: (row) => (
      <RecordLink kind="package" id={row.PackageId}>
        {row.PackageNumber}
      </RecordLink>
    ),
    card: true,
  },
  { id: 'Type', header: tType('LabelNoticeType').text, unsorted: true, card: true },
  { id: 'Medium', header: tType('LabelNoticeMedium').text, unsorted: true },
  {
    id: 'StatusName',
    header: label('LabelStatus').text,
    unsorted: true,
    cell: (row) => <NoticeStatus notice={row} />,
    text: (row) => [row.StatusName, row.Reason].filter(Boolean).join(': '),
    card: true,
  },
  { id: 'Address', header: label('LabelAddress').text, unsorted: true },
]

const statuses = NOTICE_STATUSES.map((name) => ({ Id: name, Name: t(`Notice${name}`).text }))
const types = NOTICE_TYPE_NAMES.map((name) => ({ Id: String(NOTICE_TYPES[name].id), Name: noticeTypeMessage(name).text }))
const media = [
  { Id: String(MEDIA.email), Name: tType('MediumEmail').text },
  { Id: String(MEDIA.sms), Name: tType('MediumSms').text },
]

const noticeActions: readonly PortalBulkAction[] = [
  {
    permission: 'EditPackage',
    operation: notices.sendAgainMany,
    label: t('ButtonSendAgain').text,
    text: (who) => t('AskSendAgain', { who }).text,
    many: (count) => t(count === '1' ? 'CountNotice' : 'CountNotices', { count }).text,
  },
]

const FILTERS: GridFilter[] = [
  { name: 'Q', label: t('FilterNotices', { days: SEARCHED_DAYS }).text, kind: 'search' },
  { name: 'Status', label: label('LabelStatus').text, kind: 'choice', pinned: true, useChoices: () => ({ choices: statuses }) },
  {
    name: 'TypeId',
    label: tType('LabelNoticeType').text,
    kind: 'choice',
    toInput: Number,
    useChoices: () => ({ choices: types }),
  },
  {
    name: 'MediumId',
    label: tType('LabelNoticeMedium').text,
    kind: 'choice',
    toInput: Number,
    useChoices: () => ({ choices: media }),
  },
  { name: 'Since', label: t('FilterNoticesSince').text, kind: 'text', isDay: true },
]

/** All notices with their outcome, latest first. Staff use it in disputes and to see why a resident received nothing. */
export default function NoticeList() {
  const { opened, last, pathOf, close } = useOpenedRow('notice')
  return (
    <>
      <DataGrid
        id="notices"
        title={screens('ScreenNotices').text}
        operation={notices.page}
        columns={COLUMNS}
        filters={FILTERS}
        bulk={noticeActions}
        rowId={(row) => row.Id}
        rowName={(row) => `${row.Type}, ${row.PackageNumber}`}
        open={(row) => pathOf('/notice/list', row.Id)}
        empty={
          <EmptyHint
            text={t('NoNotices').text}
            steps={[{ to: '/package/new', text: packageScreens('ScreenNewPackage').text, needs: packageEntity.add }]}
          />
        }
      />
      {last && <NoticeDrawer noticeId={last} opened={opened !== undefined} close={close} />}
    </>
  )
}
