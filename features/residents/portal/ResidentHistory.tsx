import { Text, Title } from '@mantine/core'
import { StatusMark } from '#features/packages/portal/StatusMark.tsx'
import { groupIdOf, statusById } from '#features/packages/statuses.ts'
import { Loaded } from '#platform/portal/Loaded.tsx'
import { useCall } from '#platform/portal/queries.ts'
import { When } from '#platform/portal/times.tsx'
import { type ResidentEvent, type ResidentInfo, residents } from '../contract.ts'
import { say } from '../messages.ts'
import classes from './resident.module.css'

/** What happened to a resident's packages, the latest first. */
export function ResidentHistory({ resident }: { resident: ResidentInfo }) {
  // It grows at the lockers: whoever opens it again sees what has happened since.
  const history = useCall(residents.history, { params: { residentId: resident.Id } }, { staleTime: 0 })
  return (
    <section aria-label={say('TabHistory').text}>
      <Title order={2}>{say('TabHistory').text}</Title>
      <Loaded query={history}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">{say('NoHistory').text}</Text>
          ) : (
            <ol className={classes.history}>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows come in front only, so the place from the end stays
                <Happened key={rows.length - index} row={row} propertyId={resident.PropertyId} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

function Happened({ row, propertyId }: { row: ResidentEvent; propertyId: string }) {
  const status = statusById(row.StatusId)
  const words = [row.PackageNumber, row.PlaceName, row.UserName && say('HistoryBy', { name: row.UserName }).text]
  return (
    <li>
      <div className={classes.happened}>
        <StatusMark status={row.Status} groupId={status ? groupIdOf(status) : 0} />
        <Text span c="dimmed">
          <When at={row.TransactionDate} propertyId={propertyId} exact />
        </Text>
      </div>
      <div>{words.filter(Boolean).join(' · ')}</div>
      {row.Note && <Text size="sm">{row.Note}</Text>}
    </li>
  )
}
