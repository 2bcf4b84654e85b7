import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import type { RecordRef } from '#platform/portal/record/record-path.ts'
import type { AuditRow } from '../contract.ts'

const DELETED = / deleted$/

/** The record of an entry, as a link where it has a screen. */
export function Subject({ row }: { row: AuditRow }) {
  const { SubjectKind: kind, SubjectId, SubjectName } = row
  const name = SubjectName ?? SubjectId
  if (!kind || !name || DELETED.test(row.ActionKey)) return name
  const record =
    kind === 'locker'
      ? { kind: 'locker' as const, id: SubjectName, of: row.LockerBankId }
      : { kind: kind as RecordRef['kind'], id: SubjectId }
  return <RecordLink {...record}>{name}</RecordLink>
}

/** Who did it, as a link to a portal user or an agent. */
export const Person = ({ row: { Actor, UserName } }: { row: Pick<AuditRow, 'Actor' | 'UserName'> }) =>
  Actor ? (
    <RecordLink kind={Actor.Kind} id={Actor.Id}>
      {UserName}
    </RecordLink>
  ) : (
    UserName
  )
