import { Anchor, Text } from '@mantine/core'
import { t as tPhone } from '#features/portal-users/messages.ts'
import { numberText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { When } from '#platform/portal/ui/times.tsx'
import { ENQUIRY_KINDS, type Enquiry, enquiries } from '../contract.ts'
import { kindMessage, t } from '../messages.ts'
import { t as screens } from '../screens.ts'

const kinds = ENQUIRY_KINDS.map((kind) => ({ Id: kind, Name: kindMessage(kind).text }))
const FILTERS: GridFilter[] = [
  { name: 'SearchText', label: t('FilterEnquiries').text, kind: 'search', personal: true },
  { name: 'Kind', label: t('LabelKind').text, kind: 'choice', pinned: true, useChoices: () => ({ choices: kinds }) },
]
const orderText = ({ Cabinets, Total }: Enquiry) =>
  [Cabinets.map(({ Name, Count }) => `${Count} × ${Name}`).join(', '), Total > 0 && `€ ${numberText(Total)}`]
    .filter(Boolean)
    .join(': ')
const daysText = ({ FromDay, UntilDay }: Enquiry) =>
  FromDay && UntilDay ? t('TextDays', { from: FromDay, until: UntilDay }).text : ''
const wanted = (row: Enquiry) => orderText(row) || daysText(row)

const COLUMNS: GridColumn<Enquiry, 'CreatedAt'>[] = [
  { id: 'CreatedAt', header: t('LabelReceived').text, cell: (row) => <When at={row.CreatedAt} exact />, card: true },
  { id: 'Kind', header: t('LabelKind').text, unsorted: true, cell: (row) => kindMessage(row.Kind).text, card: true },
  { id: 'Name', header: label('LabelName').text, unsorted: true, card: true },
  { id: 'Company', header: t('LabelCompany').text, unsorted: true },
  {
    id: 'Email',
    header: label('LabelEmail').text,
    unsorted: true,
    cell: (row) => <Anchor href={`mailto:${encodeURIComponent(row.Email)}`}>{row.Email}</Anchor>,
    text: (row) => row.Email,
    card: true,
  },
  { id: 'Phone', header: tPhone('LabelPhoneNumber').text, unsorted: true },
  { id: 'Cabinets', header: t('LabelOrder').text, unsorted: true, cell: wanted, text: wanted, card: true },
  {
    id: 'Message',
    header: t('LabelMessage').text,
    unsorted: true,
    cell: (row) => (
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {row.Message}
      </Text>
    ),
    text: (row) => row.Message,
    card: true,
  },
]

/** What visitors of the public site have sent, latest first; only the operator's organisation has some. */
export default function EnquiryList() {
  return (
    <DataGrid
      id="enquiries"
      title={screens('ScreenEnquiries').text}
      operation={enquiries.page}
      columns={COLUMNS}
      filters={FILTERS}
      rowId={(row) => row.Id}
      rowName={(row) => `${row.Name}, ${kindMessage(row.Kind).text}`}
      empty={t('NoEnquiries').text}
    />
  )
}
