import { Anchor } from '@mantine/core'
import { numberText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import type { OutputOf } from '#platform/operation.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { DETAILS, DETAILS_LIMIT, type Detail, type SystemStatus, system } from '../contract.ts'
import { t } from '../messages.ts'
import { SYSTEM_PATH } from '../screens.ts'
import { bytesText } from './bytes.ts'
import { PlainTable } from './PlainTable.tsx'

const TITLES = {
  'mails-waiting': 'LabelMailsWaiting',
  'mails-failed': 'LabelMailsFailed',
  'notices-waiting': 'LabelNoticesWaiting',
  'notices-failed': 'LabelNoticesFailed',
  events: 'LabelEvents',
  kiosks: 'LabelKiosks',
  fetches: 'TitleFetches',
} as const satisfies Record<Detail, string>

/** The rows that a number of the system page counts; `show`, from the address, names the number. */
export function SystemDetails({ show, status }: { show: string; status: SystemStatus }) {
  return (
    <>
      <Anchor component={ScreenLink} to={SYSTEM_PATH}>
        {t('BackToSystem').text}
      </Anchor>
      <Content show={show} status={status} />
    </>
  )
}

function Content({ show, status }: { show: string; status: SystemStatus }) {
  const dot = show.indexOf('.')
  const [what, name] = dot < 0 ? [show, ''] : [show.slice(0, dot), show.slice(dot + 1)]
  const detail = DETAILS.find((one) => one === what)
  if (what === 'jobs') return <JobRows queue={name} />
  if (detail) return <DetailRows id={name} what={detail} status={status} />
  return what === 'tables' ? <Tables status={status} /> : <Migrations status={status} />
}

function Migrations({ status: { Migrations: migrations } }: { status: SystemStatus }) {
  return (
    <PlainTable
      title={t('TitleMigrations').text}
      first={t('LabelWhat').text}
      columns={[{ label: t('LabelTime').text }]}
      rows={migrations.map(({ Number: number, Name, AppliedAt }) => ({
        key: String(number),
        name: Name,
        cells: [<When key="at" at={AppliedAt} exact />],
      }))}
    />
  )
}

function Tables({ status: { Tables: tables } }: { status: SystemStatus }) {
  return (
    <PlainTable
      title={t('TitleDisk').text}
      first={t('LabelTable').text}
      columns={[{ label: t('LabelBytes').text, isNumber: true }]}
      rows={tables.map(({ Name, Bytes }) => ({ key: Name, name: Name, cells: [bytesText(Bytes)] }))}
    />
  )
}

function JobRows({ queue }: { queue: string }) {
  const rows = useCall(system.jobs, { params: { queue } })
  return (
    <Loaded query={rows}>
      {(data) => <Rows title={t('DetailOf', { what: t('TitleQueues'), name: queue }).text} rows={data} />}
    </Loaded>
  )
}

function DetailRows({ id, what, status }: { id: string; what: Detail; status: SystemStatus }) {
  const rows = useCall(system.details, { params: { id, what } })
  const name = status.Outboxes.find((outbox) => outbox.Id === id)?.Name ?? id
  const title = t('DetailOf', { what: t(TITLES[what]), name }).text
  return <Loaded query={rows}>{(data) => <Rows title={title} rows={data} />}</Loaded>
}

function Rows({ title, rows }: { title: string; rows: OutputOf<typeof system.details> }) {
  return (
    <>
      <PlainTable
        title={title}
        first={t('LabelWhat').text}
        columns={[{ label: t('LabelTime').text }, { label: label('LabelStatus').text }, { label: t('LabelNote').text }]}
        rows={rows.map(({ At, Name, State, Detail }, index) => ({
          key: `${At} ${Name} ${index}`,
          name: Name,
          cells: [<When key="at" at={At} />, State, Detail],
        }))}
        empty={t('NothingHere').text}
      />
      {rows.length === DETAILS_LIMIT && <p>{t('OnlyFirst', { count: numberText(DETAILS_LIMIT) }).text}</p>}
    </>
  )
}
