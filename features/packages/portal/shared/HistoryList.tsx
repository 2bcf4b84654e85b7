import { Text } from '@mantine/core'
import { Children, type ComponentProps, type ReactNode } from 'react'
import { placeText } from '#features/package-statuses/place-text.ts'
import { groupIdOf, statusById } from '#features/package-statuses/statuses.ts'
import { t as label } from '#platform/labels.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { Extensions } from '#platform/portal/navigation/extensions.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { numbered } from '#platform/portal/record/record-history.ts'
import { When } from '#platform/portal/ui/times.tsx'
import type { HistoryRow } from '../../contract.ts'
import { HAND_OVER_LINKS } from './extensions.ts'
import classes from './history.module.css'
import { PackageStatusBadge } from './PackageStatusBadge.tsx'
import { PlaceLinks } from './PlaceLinks.tsx'

type Props<Row extends HistoryRow> = {
  query: ComponentProps<typeof Loaded<readonly Row[]>>['query']
  timeZone: string
  /** What an entry is about, before its place and user; empty values are omitted. */
  subjectsOf?: (row: Row) => readonly ReactNode[]
  /** Shown when there are no entries. */
  empty: string
}

/** The history of packages, latest first, with time, place and user. */
export function HistoryList<Row extends HistoryRow>({ query, timeZone, subjectsOf, empty }: Props<Row>) {
  return (
    <Loaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{empty}</Text>
        ) : (
          <ol className={classes.history}>
            {numbered(rows).map(({ row, number }) => (
              <Change key={number} row={row} timeZone={timeZone} subjects={subjectsOf?.(row) ?? []} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function Change({ row, timeZone, subjects }: { row: HistoryRow; timeZone: string; subjects: readonly ReactNode[] }) {
  const status = statusById(row.StatusId)
  const parts = [...subjects, placeText(row) && <PlaceLinks place={row} />, row.UserName && <By row={row} />].filter(Boolean)
  return (
    <li>
      <div className={classes.change}>
        <PackageStatusBadge status={row.Status} groupId={status ? groupIdOf(status) : 0} />
        <span className={classes.quiet}>
          <When at={row.TransactionDate} timeZone={timeZone} exact />
        </span>
      </div>
      {parts.length > 0 && <div>{Children.toArray(parts.flatMap((part, index) => (index > 0 ? [' · ', part] : [part])))}</div>}
      {row.Note && <div className={classes.quiet}>{row.Note}</div>}
      {row.HandOverId && <Extensions point={HAND_OVER_LINKS} props={{ handOverId: row.HandOverId }} />}
    </li>
  )
}

/** Who did it; a resident or an agent is a link. */
function By({ row: { Actor, UserName } }: { row: HistoryRow }) {
  const words = label('HistoryBy', { name: UserName }).text
  if (!Actor) return words
  return (
    <RecordLink kind={Actor.Kind} id={Actor.Id}>
      {words}
    </RecordLink>
  )
}
