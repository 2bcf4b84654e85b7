import { Anchor, Group } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { t as tAgents } from '#features/agents/screens.ts'
import { POSTER_PATH, t as settings } from '#features/general-settings/screens.ts'
import { t as tResidents } from '#features/residents/screens.ts'
import type { BulkOperation } from '#platform/bulk.ts'
import { t as label } from '#platform/labels.ts'
import type { Permission } from '#platform/permissions.ts'
import { personName } from '#platform/person-name.ts'
import type { PortalBulkAction } from '#platform/portal/bulk/bulk-action.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import type { GridColumn, GridFilter, PagedOperation } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo, ScreenLink, useSearchParams } from '#platform/portal/navigation/links.tsx'
import { May, useMay, useViewer } from '#platform/portal/session/viewer.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { type REGISTRATION_SORTS, type RegistrationRow, registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import { REGISTRATION_STATUS, REGISTRATION_TYPES, type RegistrationType } from '../../rules.ts'
import classes from '../register.module.css'
import { statusBadge, verifiedBadge, verifiedText } from '../status-badges.tsx'
import { filtersWith } from './registration-filters.ts'

const LISTS = {
  resident: {
    title: 'TitleResidentRegistrations',
    empty: 'NoResidentRegistrations',
    tab: tResidents('ScreenResidents'),
    view: 'ViewResidentRegistration',
    review: 'EditResidentRegistration',
  },
  agent: {
    title: 'TitleAgentRegistrations',
    empty: 'NoAgentRegistrations',
    tab: tAgents('ScreenAgents'),
    view: 'ViewAgentRegistration',
    review: 'EditAgentRegistration',
  },
} as const

/** The lists request every status unless the filter names one. */
const ANY_STATUS = { RegistrationStatusType: 0 } as const
const nameOf = ({ FirstName, LastName }: RegistrationRow) => personName(FirstName, LastName)

const approval = (operation: BulkOperation, permission: Permission): PortalBulkAction => ({
  operation,
  permission,
  label: t('ActionApprove').text,
  text: (who) => t('AskApprove', { who }).text,
  many: (count) => t('CountRegistrations', { count }).text,
})
const ACTIONS = {
  resident: [approval(registrationsOf.resident.approve, LISTS.resident.review)],
  agent: [approval(registrationsOf.agent.approve, LISTS.agent.review)],
}

type SharedSort = (typeof REGISTRATION_SORTS)[number]
type Props<Row extends RegistrationRow, Sort extends string> = {
  of: RegistrationType
  operation: PagedOperation<Row, Sort | SharedSort>
  /** The columns of this kind only, between the names and the status. */
  columns: readonly GridColumn<Row, NoInfer<Sort>>[]
  /** The filters of this kind only, between the names and the e-mail. */
  filters: readonly GridFilter[]
}

/** The registrations of one kind; a row opens its review for those who have the permission. */
export function RegistrationGrid<Row extends RegistrationRow, Sort extends string>(props: Props<Row, Sort>) {
  const { of, operation } = props
  const { title, empty, review } = LISTS[of]
  const mayReview = useMay(review)
  // The status in the address, else pending (spec 2 §2).
  const firstStatus = useSearchParams().registrationStatusTypeId ?? String(REGISTRATION_STATUS.Pending)
  const filters = useMemo(() => filtersWith(props.filters, firstStatus), [props.filters, firstStatus])
  const reviewOf = useCallback(({ Id }: Row) => pathTo(`/${of}/{registrationId}/review`, { registrationId: Id }), [of])
  const columns = useMemo(
    (): GridColumn<Row, Sort | SharedSort>[] => [
      { id: 'FirstName', header: label('LabelFirstName').text },
      { id: 'LastName', header: label('LabelLastName').text },
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
        cell: (row) => <When at={row.SubmittedAt} />,
      },
      ...(mayReview
        ? [linkColumn<Row>({ id: 'Review', label: t('LinkReview').text, to: reviewOf, nameOf, repeatsRow: true })]
        : []),
    ],
    [props.columns, mayReview, reviewOf],
  )
  return (
    <DataGrid
      id={`${of}-registrations`}
      title={t(title).text}
      operation={operation}
      fixed={ANY_STATUS}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={nameOf}
      cardHeading={nameOf}
      open={mayReview ? reviewOf : undefined}
      filters={filters}
      remember
      bulk={ACTIONS[of]}
      lead={<Tabs of={of} />}
      actions={<FormLink of={of} />}
      empty={
        <EmptyHint
          text={t(empty).text}
          steps={[{ to: pathTo(POSTER_PATH, { kind: of }), text: settings('ScreenPoster').text, needs: 'ViewGeneralSetting' }]}
        />
      }
    />
  )
}

/** Links between the two lists, each for those who may see it. */
function Tabs({ of }: { of: RegistrationType }) {
  return (
    <Group component="nav" gap={16} aria-label={t('TabsLabel').text}>
      {REGISTRATION_TYPES.map((kind) => (
        <May key={kind} permission={LISTS[kind].view}>
          <Anchor
            component={ScreenLink}
            to={`/${kind}/listregistrations`}
            className={classes.tab}
            aria-current={kind === of ? 'page' : undefined}
          >
            {LISTS[kind].tab.text}
          </Anchor>
        </May>
      ))}
    </Group>
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
