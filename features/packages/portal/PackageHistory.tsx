import { Text } from '@mantine/core'
import { Loaded } from '#platform/portal/Loaded.tsx'
import { useCall } from '#platform/portal/queries.ts'
import { When } from '#platform/portal/times.tsx'
import { type HistoryRow, packages } from '../contract.ts'
import { groupIdOf, statusById } from '../statuses.ts'
import { say } from '../viewer-messages.ts'
import { Section } from './facts.tsx'
import classes from './package.module.css'
import { placeText } from './place.ts'
import { StatusMark } from './StatusMark.tsx'

/** What happened to the package, the latest first: when, where, by whom. */
export function PackageHistory({ packageId, propertyId }: { packageId: string; propertyId: string }) {
  const history = useCall(packages.history, { params: { packageId } })
  return (
    <Section title={say('SectionHistory').text}>
      <Loaded query={history}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">{say('NoHistory').text}</Text>
          ) : (
            <ol className={classes.history}>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows come in front only, so the place from the end stays
                <Change key={rows.length - index} row={row} propertyId={propertyId} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  )
}

function Change({ row, propertyId }: { row: HistoryRow; propertyId: string }) {
  const status = statusById(row.StatusId)
  const words = [placeText(row), row.UserName && say('HistoryBy', { name: row.UserName }).text].filter(Boolean)
  return (
    <li>
      <div className={classes.change}>
        <StatusMark status={row.Status} groupId={status ? groupIdOf(status) : 0} />
        <span className={classes.quiet}>
          <When at={row.TransactionDate} propertyId={propertyId} exact />
        </span>
      </div>
      {words.length > 0 && <div>{words.join(' · ')}</div>}
      {row.Note && <div className={classes.note}>{row.Note}</div>}
    </li>
  )
}
