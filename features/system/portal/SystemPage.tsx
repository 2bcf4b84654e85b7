import { Anchor, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { ScreenLink, useSearchParams } from '#platform/portal/navigation/links.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { When } from '#platform/portal/ui/times.tsx'
import { type Detail, type SystemStatus, system } from '../contract.ts'
import { t } from '../messages.ts'
import { SYSTEM_PATH, t as screens } from '../screens.ts'
import { bytesText } from './bytes.ts'
import { PlainTable } from './PlainTable.tsx'
import { SystemDetails } from './SystemDetails.tsx'
import classes from './system.module.css'

/** How often the numbers are read again, in ms. */
const REFRESH_MS = 30_000

/** The state of the installation, each number with a link to what lies behind it; for super administrators. */
export default function SystemPage() {
  const status = useCall(system.status, {}, { every: REFRESH_MS })
  const { show } = useSearchParams()
  return (
    <div className={`${screen.screen} ${classes.page}`} data-scrolls>
      <Title order={1}>{screens('ScreenSystem').text}</Title>
      <Loaded query={status} failure={t('MsgSystemLoadFailed').text}>
        {(data) => (show ? <SystemDetails show={show} status={data} /> : <Overview status={data} />)}
      </Loaded>
    </div>
  )
}

const Shows = ({ show, label, children }: { show: string; label?: string; children: ReactNode }) => (
  <Anchor component={ScreenLink} to={`${SYSTEM_PATH}?show=${show}`} aria-label={label}>
    {children}
  </Anchor>
)

function Overview({ status }: { status: SystemStatus }) {
  return (
    <>
      <Versions status={status} />
      <Queues status={status} />
      <Schedules status={status} />
      <Outboxes status={status} />
      <Kiosks status={status} />
      <Fetches status={status} />
    </>
  )
}

function Versions({ status }: { status: SystemStatus }) {
  const { Release, Node, Database, StartedAt, Migrations, Disk, DatabaseBytes } = status
  const migrations = numberText(Migrations.length)
  const facts: readonly [string, ReactNode][] = [
    [
      t('LabelRelease').text,
      <Anchor key="release" component={ScreenLink} to="/about">
        {Release}
      </Anchor>,
    ],
    ['Node', Node],
    [t('LabelDatabase').text, Database],
    [t('LabelStarted').text, <When key="started" at={StartedAt} />],
    [
      t('LabelMigrations').text,
      <Shows key="migrations" show="migrations" label={`${t('LabelMigrations').text}: ${migrations}`}>
        {migrations}
      </Shows>,
    ],
    [t('LabelLastMigration').text, Migrations[0]?.Name ?? '–'],
    [t('LabelDiskFree').text, t('DiskOf', { free: bytesText(Disk.Free), total: bytesText(Disk.Total) }).text],
    [
      t('LabelDatabaseSize').text,
      <Shows key="database" show="tables" label={`${t('LabelDatabaseSize').text}: ${bytesText(DatabaseBytes)}`}>
        {bytesText(DatabaseBytes)}
      </Shows>,
    ],
  ]
  return (
    <section className={classes.section} aria-label={t('TitleVersions').text}>
      <Title order={2}>{t('TitleVersions').text}</Title>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Queues({ status: { Queues: queues } }: { status: SystemStatus }) {
  const number = (queue: string, label: string, count: number) => (
    <Shows show={`jobs.${queue}`} label={`${queue}, ${label}: ${numberText(count)}`}>
      {numberText(count)}
    </Shows>
  )
  const columns = [t('LabelWaiting').text, t('LabelRunning').text, t('LabelFailed').text] as const
  return (
    <PlainTable
      title={t('TitleQueues').text}
      first={t('LabelQueue').text}
      columns={[...columns.map((label) => ({ label, isNumber: true })), { label: t('LabelOldest').text }]}
      rows={queues.map(({ Name, Waiting, Active, Failed, OldestAt }) => ({
        key: Name,
        name: Name,
        cells: [
          number(Name, columns[0], Waiting),
          number(Name, columns[1], Active),
          number(Name, columns[2], Failed),
          <When key="oldest" at={OldestAt} />,
        ],
      }))}
      empty={t('NothingHere').text}
    />
  )
}

function Schedules({ status: { Schedules: schedules } }: { status: SystemStatus }) {
  return (
    <PlainTable
      title={t('TitleSchedules').text}
      first={t('LabelSchedule').text}
      columns={[{ label: t('LabelCron').text }, { label: t('LabelLastRun').text }, { label: t('LabelResult').text }]}
      rows={schedules.map(({ Name, Cron, LastRunAt, HasFailed }) => ({
        key: Name,
        name: <Shows show={`jobs.${Name}`}>{Name}</Shows>,
        cells: [
          Cron,
          LastRunAt ? <When key="run" at={LastRunAt} /> : t('WordNever').text,
          LastRunAt && (
            <StatusBadge key="result" kind={HasFailed ? 'stop' : 'good'}>
              {t(HasFailed ? 'ResultFailed' : 'ResultOk').text}
            </StatusBadge>
          ),
        ],
      }))}
      empty={t('NothingHere').text}
    />
  )
}

const OUTBOX = [
  { what: 'mails-waiting', count: 'MailsWaiting', label: 'LabelMailsWaiting' },
  { what: 'mails-failed', count: 'MailsFailed', label: 'LabelMailsFailed' },
  { what: 'notices-waiting', count: 'NoticesWaiting', label: 'LabelNoticesWaiting' },
  { what: 'notices-failed', count: 'NoticesFailed', label: 'LabelNoticesFailed' },
  { what: 'events', count: 'EventsUnapplied', label: 'LabelEvents' },
] as const satisfies readonly { what: Detail; count: string; label: string }[]

function Outboxes({ status: { Outboxes: outboxes } }: { status: SystemStatus }) {
  return (
    <PlainTable
      title={t('TitleOutboxes').text}
      first={t('LabelOrganisationName').text}
      columns={[...OUTBOX.map(({ label }) => ({ label: t(label).text, isNumber: true })), { label: t('LabelOldest').text }]}
      rows={outboxes.map((outbox) => ({
        key: outbox.Id,
        name: outbox.Name,
        cells: [
          ...OUTBOX.map(({ what, count, label }) => (
            <Shows
              key={what}
              show={`${what}.${outbox.Id}`}
              label={`${outbox.Name}, ${t(label).text}: ${numberText(outbox[count])}`}
            >
              {numberText(outbox[count])}
            </Shows>
          )),
          <When key="oldest" at={oldest(outbox.OldestMailAt, outbox.OldestNoticeAt)} />,
        ],
      }))}
    />
  )
}

/** The earlier of two times in ISO 8601. */
const oldest = (...times: readonly (string | null)[]): string | null =>
  times.filter((time) => time !== null).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

function Kiosks({ status: { Kiosks: kiosks } }: { status: SystemStatus }) {
  const columns = [t('LabelKiosks').text, t('LabelOnline').text] as const
  return (
    <PlainTable
      title={t('TitleKiosks').text}
      first={t('LabelOrganisationName').text}
      columns={[{ label: t('LabelProgram').text }, ...columns.map((label) => ({ label, isNumber: true }))]}
      rows={kiosks.map(({ Id, Name, AppVersion, Kiosks: count, Online }) => {
        const version = AppVersion || t('NotReported').text
        const number = (label: string, value: number) => (
          <Shows show={`kiosks.${Id}`} label={`${Name} ${version}, ${label}: ${numberText(value)}`}>
            {numberText(value)}
          </Shows>
        )
        return {
          key: `${Id} ${AppVersion}`,
          name: Name,
          cells: [version, number(columns[0], count), number(columns[1], Online)],
        }
      })}
      empty={t('NothingHere').text}
    />
  )
}

function Fetches({ status: { Fetches: fetches } }: { status: SystemStatus }) {
  return (
    <PlainTable
      title={t('TitleFetches').text}
      first={t('LabelOrganisationName').text}
      columns={[{ label: t('LabelServer').text }, { label: t('LabelLastRun').text }, { label: t('LabelResult').text }]}
      rows={fetches.map(({ Id, Name, SourceName, LastRunAt, LastFailure }) => ({
        key: `${Id} ${SourceName}`,
        name: Name,
        cells: [
          SourceName,
          LastRunAt ? (
            <Shows key="run" show={`fetches.${Id}`}>
              <When at={LastRunAt} />
            </Shows>
          ) : (
            t('WordNever').text
          ),
          LastRunAt && (LastFailure || t('ResultOk').text),
        ],
      }))}
      empty={t('NothingHere').text}
    />
  )
}
