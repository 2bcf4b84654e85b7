import { createContext, use } from 'react'
import type { AuditKind } from '#platform/audit.ts'
import type { Permission } from '#platform/permissions.ts'
import { fillPath } from '../api/call.ts'
import { useViewer } from '../session/viewer.tsx'

/** A screen that shows a record, and who may open it. */
type Way = readonly [needs: Permission, path: string]
/** The kinds of record of the audit trail; its entries, and its list of the entries of a record. */
type RecordKind = AuditKind | 'auditEntry' | 'auditOf'

/**
 * The screens that a link to each kind of record leads to; the first that the user may open is used. `{id}` is the record's id, or
 * what else its screen knows it by; `{of}` is what it belongs to. A kind without screens has no link.
 */
export type RecordWays = Readonly<Partial<Record<RecordKind, readonly Way[]>>>

/** A record that is named somewhere; null ids are of records that the server does not show to the user. */
export type RecordRef = {
  readonly kind: RecordKind
  readonly id: string | null | undefined
  readonly of?: string | null | undefined
}

/** The ways to records, of all features. */
export const RecordWaysContext = createContext<RecordWays>({})

/** The address of the first screen of the record that these permissions open; null if there is none or an id is missing. */
export function recordPath(ways: RecordWays, { kind, id, of }: RecordRef, permissions: ReadonlySet<Permission>): string | null {
  const path = ways[kind]?.find(([needs]) => permissions.has(needs))?.[1]
  if (!path || !id || (path.includes('{of}') && !of)) return null
  return fillPath(path, { id, of })
}

/** `recordPath` for the user. */
export const useRecordPath = (record: RecordRef): string | null =>
  recordPath(use(RecordWaysContext), record, useViewer().permissions)
