import { IconPencil } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, use, useRef, useState } from 'react'
import { t } from '#platform/bulk-messages.ts'
import { TabReachesLinks } from '../../navigation/links.tsx'
import { useMay } from '../../session/viewer.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { ColumnLook } from '../grid-types.ts'
import type Editor from './CellEditor.tsx'
import type { CellEdit } from './cell-edit.ts'
import classes from './edit.module.css'

// A lazy component has no type parameters.
const CellEditor = lazyComponent(() => import('./CellEditor.tsx')) as typeof Editor

/** Longest pause between the clicks of a double click, in ms; a single click opens the row after it. */
const DOUBLE_CLICK = 250

type Props<Row> = { column: ColumnLook<Row>; row: Row; text: string; edit: CellEdit<Row>; children: ReactNode }

/** A cell with its content, or the field that edits it. */
export function EditableCell<Row>({ column, row, text, edit, children }: Props<Row>) {
  const [isEdited, setEdited] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reachesLinks = use(TabReachesLinks)
  if (!useMay(edit.permission)) return children
  const name = t('CellEdit', { column: column.header, name: edit.nameOf(row) }).text
  const end = () => {
    setEdited(false)
    const cell = element.current?.closest<HTMLElement>('[data-place]')
    if (cell) return cell.focus()
    // In the second line and on cards only the pencil has the focus; it returns with the next rendering.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[data-pencil]')?.focus())
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget && (event.target as HTMLElement).closest('a, button')) return
    event.stopPropagation()
    const opened = event.currentTarget.closest<HTMLElement>('tr, li')
    clearTimeout(timer.current)
    if (event.detail === 1) timer.current = setTimeout(() => opened?.click(), DOUBLE_CLICK)
  }
  const begin = () => {
    clearTimeout(timer.current)
    setEdited(true)
  }
  if (isEdited)
    return (
      <div ref={element}>
        <CellEditor {...{ row, edit, text, name, end, column: column.header }} />
      </div>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: F2 and the pencil do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the row
    <div ref={element} className={classes.cell} data-align={column.align} onClick={onClick} onDoubleClick={begin}>
      <span className={classes.content}>{children}</span>
      <button
        type="button"
        tabIndex={reachesLinks ? 0 : -1}
        className={classes.pencil}
        data-pencil
        aria-label={name}
        onClick={begin}
      >
        <IconPencil size={14} aria-hidden />
      </button>
    </div>
  )
}
