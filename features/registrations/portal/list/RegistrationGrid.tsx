import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import { t as label } from '#platform/labels.ts'
import type { Permission } from '#platform/permissions.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter, GridSource } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { useMay, useViewer } from '#platform/portal/session/viewer.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import type { RegistrationRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import type { RegistrationType } from '../../rules.ts'
import { statusBadge, verifiedBadge, verifiedText } from '../status-badges.tsx'
import { RegistrationTabs } from './RegistrationTabs.tsx'

/** The lists request every status unless the filter names one. */
const ANY_STATUS = { RegistrationStatusType: 0 } as const
const nameOf = ({ FirstName, LastName }: RegistrationRow) => `${FirstName} ${LastName}`

type SharedSort = 'FirstName' | 'LastName' | 'SubmittedAt'
type Props<Row extends RegistrationRow, Sort extends string> = {
  of: RegistrationType
  title: string
  operation: GridSource<Row, Sort | SharedSort>['operation']
  /** The columns of this kind only, between the names and the status. */
  columns: readonly GridColumn<Row, NoInfer<Sort>>[]
  filters: readonly GridFilter[]
  /** The permission to review. */
  permission: Permission
  reviewOf: (row: Row) => string
  empty: string
}

/** The registrations of one kind; a row opens its review for those who have the permission. */
export function RegistrationGrid<Row extends RegistrationRow, Sort extends string>(props: Props<Row, Sort>) {
  const { of, reviewOf } = props
  const mayReview = useMay(props.permission)
  const columns = useMemo(
    (): GridColumn<Row, Sort | SharedSort>[] => [
      { id: 'FirstName', header: label('LabelFirstName').text, sort: 'FirstName', card: true },
      { id: 'LastName', header: label('LabelLastName').text, sort: 'LastName', card: true },
      ...props.columns,
      { id: 'RegistrationStatus', header: t('LabelStatus').text, cell: statusBadge, card: true },
      {
        id: 'IsEmailVerified',
        header: t('LabelVerified').text,
        cell: (row) => verifiedBadge(row.IsEmailVerified),
        text: (row) => verifiedText(row.IsEmailVerified),
      },
      {
        id: 'SubmittedAt',
        header: t('LabelSubmitted').text,
        sort: 'SubmittedAt',
        cell: (row) => <When at={row.SubmittedAt} />,
      },
      ...(mayReview ? [linkColumn<Row>({ id: 'Review', label: t('LinkReview').text, to: reviewOf, nameOf })] : []),
    ],
    [props.columns, mayReview, reviewOf],
  )
  return (
    <DataGrid
      id={`${of}-registrations`}
      title={props.title}
      operation={props.operation}
      fixed={ANY_STATUS}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      open={mayReview ? reviewOf : undefined}
      filters={props.filters}
      remember
      lead={<RegistrationTabs of={of} />}
      actions={<FormLink of={of} />}
      empty={props.empty}
    />
  )
}

/** A link to the public form, to be passed on. */
function FormLink({ of }: { of: RegistrationType }) {
  const { systemName } = useViewer().organisation
  return (
    <Anchor href={`#/${of}/${encodeURIComponent(systemName)}/register`} target="_blank">
      {t('LinkForm').text}
    </Anchor>
  )
}
