import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/bulk-messages.ts'
import { listText, numberText } from '#platform/define-messages.ts'
import BulkDialog from '../../bulk/BulkDialog.tsx'
import type { BulkTarget, PortalBulkAction } from '../../bulk/bulk-action.ts'
import { t as tPortal } from '../../messages.ts'
import { useViewer } from '../../session/viewer.tsx'
import type { Page } from '../grid-types.ts'
import type { Selection } from '../state/use-selection.ts'

/** A question names up to this many rows, and otherwise their number. */
const NAMED = 3

export type BulkContentProps<Row> = {
  selection: Selection<Row>
  page: Page<Row> | undefined
  actions: readonly PortalBulkAction[]
  /** The list's query, for all rows that match. */
  query: object
  rowName: (row: Row) => string
  /** Whether all rows that match can be chosen. */
  offersAll: boolean
}

/** The number of chosen rows as text; a list that does not know its length has 'more than' so many. */
export function countText<Row>(selection: Selection<Row>, page: Page<Row> | undefined): string {
  const chosen = selection.isAll ? (page?.Total ?? 0) - selection.exceptIds.length : selection.ids.length
  const count = numberText(chosen)
  return selection.isAll && page?.TotalIsAtLeast ? tPortal('NumberIsAtLeast', { count }).text : count
}

/** The names of the chosen rows, when they are few; null otherwise, as their number is said then. */
export const namesOf = <Row,>({ isAll, rows }: Selection<Row>, rowName: (row: Row) => string): string | null =>
  isAll || rows.length > NAMED ? null : listText(rows.map(rowName))

export const targetOf = <Row,>({ isAll, ids, exceptIds }: Selection<Row>, query: object): BulkTarget =>
  isAll ? { Matching: query, Except: exceptIds } : { Ids: ids }

/** The number of chosen rows, the way to all that match, and the actions. */
export default function BulkContent<Row>({ selection, page, actions, query, rowName, offersAll }: BulkContentProps<Row>) {
  const { permissions } = useViewer()
  const [asking, setAsking] = useState<PortalBulkAction | null>(null)
  const count = countText(selection, page)
  const rows = page?.Data ?? []
  const isMore = page !== undefined && (page.TotalIsAtLeast || page.Total > selection.ids.length)
  const mayTakeAll = offersAll && !selection.isAll && isMore && rows.length > 0 && rows.every(selection.has)
  const total = numberText(page?.Total ?? 0)
  return (
    <>
      <strong>{tPortal('GridSelected', { count }).text}</strong>
      {mayTakeAll && (
        <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
          {t('BulkSelectAll', { count: page.TotalIsAtLeast ? tPortal('NumberIsAtLeast', { count: total }).text : total }).text}
        </Button>
      )}
      {actions
        .filter(({ permission }) => permissions.has(permission))
        .map((action) => (
          <Button
            key={action.label}
            variant="default"
            size="compact-sm"
            color={action.isDangerous ? 'red' : undefined}
            onClick={() => setAsking(action)}
          >
            {action.label}
          </Button>
        ))}
      <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
        {tPortal('GridClearSelection').text}
      </Button>
      {asking && (
        <BulkDialog
          action={asking}
          target={targetOf(selection, query)}
          who={namesOf(selection, rowName) ?? asking.many(count)}
          onClose={() => setAsking(null)}
          onDone={() => {
            setAsking(null)
            selection.clear()
            // The button that had the focus is gone.
            document.querySelector<HTMLElement>('main h1')?.focus()
          }}
        />
      )}
    </>
  )
}
