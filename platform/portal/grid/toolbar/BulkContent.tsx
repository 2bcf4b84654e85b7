import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/bulk-messages.ts'
import { numberText } from '#platform/define-messages.ts'
import { useIsConnectionLost } from '../../api/connection.ts'
import type { AnyOperation } from '../../api/queries.ts'
import BulkDialog from '../../bulk/BulkDialog.tsx'
import type { PortalBulkAction } from '../../bulk/bulk-action.ts'
import { t as tPortal } from '../../messages.ts'
import { useViewer } from '../../session/viewer.tsx'
import type { GridRemove, Page } from '../grid-types.ts'
import type { Selection } from '../state/use-selection.ts'
import { countText, focusHeading, namesOf, targetOf } from './chosen-rows.ts'
import RemoveButton from './RemoveButton.tsx'

export type BulkContentProps<Row> = {
  selection: Selection<Row>
  page: Page<Row> | undefined
  actions: readonly PortalBulkAction[]
  /** The list's query, for all rows that match. */
  query: object
  rowName: (row: Row) => string
  /** The list's operation, and how its rows are deleted by those who may. */
  operation: AnyOperation
  remove: GridRemove | undefined
}

/** The way to all rows that match, and the actions for the chosen ones. */
export default function BulkContent<Row>(props: BulkContentProps<Row>) {
  const { selection, page, actions, query, rowName, operation, remove } = props
  const { permissions } = useViewer()
  const isConnectionLost = useIsConnectionLost()
  const [asking, setAsking] = useState<PortalBulkAction | null>(null)
  const count = countText(selection, page)
  // Deletes of checked rows only have no other way.
  const offersAll = actions.length > 0 || Boolean(remove?.many)
  const rows = page?.Data ?? []
  const isMore = page !== undefined && (page.TotalIsAtLeast || page.Total > selection.ids.length)
  const mayTakeAll = offersAll && !selection.isAll && isMore && rows.length > 0 && rows.every(selection.has)
  const total = numberText(page?.Total ?? 0)
  return (
    <>
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
            disabled={isConnectionLost}
            onClick={() => setAsking(action)}
          >
            {action.label}
          </Button>
        ))}
      {remove && <RemoveButton {...{ remove, operation, selection, page, rowName }} matching={query} />}
      <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
        {tPortal('GridClearSelection').text}
      </Button>
      {asking && (
        <BulkDialog
          action={asking}
          target={targetOf(selection, page, query)}
          who={namesOf(selection, rowName) ?? asking.many(count)}
          onClose={() => setAsking(null)}
          onDone={() => {
            setAsking(null)
            selection.clear()
            focusHeading()
          }}
        />
      )}
    </>
  )
}
