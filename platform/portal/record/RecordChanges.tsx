import { Text } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import type { OperationReturning } from '#platform/operation.ts'
import type { RecordChange } from '#platform/record.ts'
import { useCall } from '../api/queries.ts'
import { Loaded } from '../feedback/Loaded.tsx'
import { t } from '../messages.ts'
import { May } from '../session/viewer.tsx'
import { When } from '../ui/times.tsx'
import { RecordLink } from './RecordLink.tsx'
import classes from './record.module.css'
import { numbered } from './record-history.ts'

type Props = {
  operation: OperationReturning<readonly RecordChange[]>
  /** The record's id is the last one. */
  params: Readonly<Record<string, string>>
  /** The property in whose time zone the times are shown; the organisation's by default. */
  timeZone?: string | null
}

/** What was changed about a record, when and by whom, latest first. */
export function RecordChanges({ operation, params, timeZone }: Props) {
  const changes = useCall(operation, { params }, { staleTime: 0 })
  return (
    <Loaded query={changes}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{label('NoHistory').text}</Text>
        ) : (
          <>
            <ol className={classes.changes} aria-label={label('SectionHistory').text}>
              {numbered(rows).map(({ row, number }) => (
                <li key={number}>
                  <ChangeLine row={row} timeZone={timeZone} />
                </li>
              ))}
            </ol>
            {rows.some(({ EntryId }) => EntryId) && (
              <May permission="ViewAudit">
                <p>
                  <RecordLink kind="auditOf" id={Object.values(params).at(-1)}>
                    {t('LinkAuditOfRecord').text}
                  </RecordLink>
                </p>
              </May>
            )}
          </>
        )
      }
    </Loaded>
  )
}

/** One line of a history: action, user and time. */
export const ChangeLine = ({ row, timeZone }: { row: RecordChange; timeZone?: string | null | undefined }) => (
  <div className={classes.change}>
    <span>
      <RecordLink kind="auditEntry" id={row.EntryId}>
        {row.Action}
      </RecordLink>
    </span>
    <span className={classes.quiet}>
      <By row={row} />
    </span>
    <span className={classes.quiet}>
      <When at={row.At} timeZone={timeZone} exact />
    </span>
  </div>
)

/** Who did it, as a link to the person's record where there is one. */
function By({ row: { UserName, Actor } }: { row: RecordChange }) {
  const words = label('HistoryBy', { name: UserName }).text
  if (!Actor) return words
  return (
    <RecordLink kind={Actor.Kind} id={Actor.Id}>
      {words}
    </RecordLink>
  )
}
