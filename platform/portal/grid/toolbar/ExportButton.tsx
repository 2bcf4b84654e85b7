import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { useIsConnectionLost } from '../../api/connection.ts'
import { download } from '../../api/download.ts'
import { toast } from '../../feedback/toast.tsx'
import { t } from '../../messages.ts'
import { loadCode } from '../../ui/load-code.ts'
import { ToolButton } from '../../ui/ToolButton.tsx'
import type { GridColumn, GridProps } from '../grid-types.ts'
import { askPage, useGridQuery } from '../state/use-grid-rows.ts'
import type { GridState } from '../state/use-grid-state.ts'

type Props<Row, Sort extends string> = {
  props: GridProps<Row, Sort>
  state: GridState
  columns: readonly GridColumn<Row, Sort>[]
}

/** Exports the filtered rows, in the shown columns, as CSV; shows its progress and can be cancelled. */
export function ExportButton<Row, Sort extends string>({ props, state, columns }: Props<Row, Sort>) {
  const [done, setDone] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)
  const query = useGridQuery(props, state)
  const isConnectionLost = useIsConnectionLost()

  const start = async () => {
    const control = new AbortController()
    stop.current = control
    setDone(0)
    try {
      if (props.exportFile) {
        const shown = columns.flatMap((column) => (column.links || column.unsorted ? [] : column.id))
        const file = await props.exportFile(query, shown, control.signal)
        return download(`${props.id}.csv`, [file], 'text/csv;charset=utf-8')
      }
      const ask = (page: object) => askPage(props, { ...query, ...page }, control.signal)
      const { exportCsv } = await loadCode(() => import('./export-csv.ts'))
      const { parts, rows, complete } = await exportCsv(columns, ask, setDone)
      download(`${props.id}.csv`, parts, 'text/csv;charset=utf-8')
      const count = numberText(rows)
      if (complete) toast.success(t('GridExportDone', { count }).text)
      else toast.warning(t('GridExportBound', { count }).text)
    } catch (error) {
      if (!control.signal.aborted) toast.failure(error)
    } finally {
      setDone(null)
    }
  }

  if (done !== null) {
    return (
      <Button variant="default" onClick={() => stop.current?.abort()}>
        {t('GridExporting', { done: numberText(done) }).text} · {t('WordCancel').text}
      </Button>
    )
  }
  return <ToolButton name={t('GridExport').text} icon={IconDownload} disabled={isConnectionLost} onClick={start} />
}
