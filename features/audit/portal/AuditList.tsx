import { useMemo } from 'react'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { FilterEditing, FilterValues, GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { type AuditRow, audit } from '../contract.ts'
import { HEADINGS, originMessage } from '../headings.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { AuditExport } from './AuditExport.tsx'
import { Person, Subject } from './subject.tsx'

const originText = (row: AuditRow) => originMessage(row).text
const kindText = (row: AuditRow) => row.SubjectKindName ?? ''
const column = (id: keyof typeof HEADINGS) => ({ id, header: HEADINGS[id].text, unsorted: true }) as const
const COLUMNS: GridColumn<AuditRow, 'At'>[] = [
  { id: 'At', header: HEADINGS.At.text, cell: (row) => <When at={row.At} exact />, card: true },
  { ...column('UserName'), cell: (row) => <Person row={row} />, card: true },
  { ...column('Action'), card: true },
  { ...column('SubjectKind'), cell: kindText, text: kindText, card: true },
  { ...column('SubjectName'), cell: (row) => <Subject row={row} />, card: true },
  { ...column('Origin'), cell: originText, text: originText },
]

const FILTERS: GridFilter[] = [
  { name: 'ActorId', label: label('SectionPerson').text, kind: 'choice', pinned: true, useChoices: usePeople },
  { name: 'Action', label: label('LabelAction').text, kind: 'choice', pinned: true, useChoices: () => useWords('Actions') },
  { name: 'SubjectKind', label: t('LabelAuditKind').text, kind: 'choice', pinned: true, useChoices: () => useWords('Kinds') },
  { name: 'FromDay', label: t('LabelAuditFrom').text, kind: 'text', isDay: true, pinned: true },
  { name: 'UntilDay', label: t('LabelAuditUntil').text, kind: 'text', isDay: true, pinned: true },
  { name: 'SubjectId', label: t('LabelAuditSubjectId').text, kind: 'text' },
]

/** Actions or kinds of record, by name. */
function useWords(part: 'Actions' | 'Kinds') {
  const { data, isLoading } = useCall(audit.words, {}, { staleTime: Number.POSITIVE_INFINITY })
  const choices = useMemo(() => data?.[part].toSorted((a, b) => a.Name.localeCompare(b.Name)) ?? [], [data, part])
  return { choices, loading: isLoading }
}

/** People by what is typed, and the chosen one for the name. */
function usePeople({ ActorId }: FilterValues, { isOpen, text }: FilterEditing) {
  const query = { Q: text, Chosen: ActorId }
  const reading = { enabled: isOpen || ActorId !== undefined, keepsLast: true }
  const { data = [], isLoading } = useCall(audit.people, { query }, reading)
  return { choices: data, loading: isLoading, isSearched: true }
}

/** The audit trail of the organisation, latest first; a row opens its entry. */
export default function AuditList() {
  return (
    <DataGrid
      id="audit"
      title={screens('ScreenAudit').text}
      operation={audit.page}
      columns={COLUMNS}
      filters={FILTERS}
      rowId={(row) => row.Id}
      rowName={(row) => `${row.UserName}, ${row.Action}`}
      open={(row) => pathTo('/audit/{entryId}/detail', { entryId: row.Id })}
      exportButton={(query) => <AuditExport query={query} />}
      empty={t('NoAuditEntries').text}
    />
  )
}
