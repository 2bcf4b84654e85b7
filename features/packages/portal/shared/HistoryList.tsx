import { Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import type { HistoryRow } from '../../contract.ts'
import { groupIdOf, statusById } from '../../statuses.ts'
import classes from './history.module.css'
import { PackageStatusBadge } from './PackageStatusBadge.tsx'

type Happened = Pick<HistoryRow, 'TransactionDate' | 'StatusId' | 'Status' | 'Note'>
type Words = readonly (string | null)[]
type Props<Row extends Happened> = {
  query: ComponentProps<typeof Loaded<readonly Row[]>>['query']
  propertyId: string
  /** An entry: event, subject, place and user; empty values are omitted. */
  wordsOf: (row: Row) => Words
  /** Shown when there are no entries. */
  empty: string
}

/** The history of packages, latest first, with time, place and user. */
export function HistoryList<Row extends Happened>({ query, propertyId, wordsOf, empty }: Props<Row>) {
  return (
    <Loaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{empty}</Text>
        ) : (
          <ol className={classes.history}>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows come in front only, so the place from the end stays
              <Change key={rows.length - index} row={row} propertyId={propertyId} words={wordsOf(row).filter(Boolean)} />
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function Change({ row, propertyId, words }: { row: Happened; propertyId: string; words: Words }) {
  const status = statusById(row.StatusId)
  return (
    <li>
      <div className={classes.change}>
        <PackageStatusBadge status={row.Status} groupId={status ? groupIdOf(status) : 0} />
        <span className={classes.quiet}>
          <When at={row.TransactionDate} propertyId={propertyId} exact />
        </span>
      </div>
      {words.length > 0 && <div>{words.join(' · ')}</div>}
      {row.Note && <div className={classes.quiet}>{row.Note}</div>}
    </li>
  )
}
