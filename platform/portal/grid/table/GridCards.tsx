import { Skeleton } from '@mantine/core'
import { Fragment } from 'react'
import { t } from '../../messages.ts'
import { ScreenLink, useGo } from '../../navigation/links.tsx'
import type { GridColumn, GridProps, Page } from '../grid-types.ts'
import type { Selection } from '../state/use-selection.ts'
import classes from './cards.module.css'
import GridCheckbox from './GridCheckbox.tsx'
import { isFilled, isRowClick, textOf } from './row-content.ts'

/** Columns of a card by default. */
const ON_A_CARD = 3
const SKELETONS = ['one', 'two', 'three', 'four']

type Props<Row, Sort extends string> = {
  props: GridProps<Row, Sort>
  page: Page<Row> | undefined
  selection: Selection<Row> | null
  pending: boolean
}

/** The rows on a narrow screen, as cards with the main columns. Empty values are omitted. */
export default function GridCards<Row, Sort extends string>({ props, page, selection, pending }: Props<Row, Sort>) {
  const go = useGo()
  const marked = props.columns.filter((column) => column.card)
  const shown = marked.length > 0 ? marked : props.columns.slice(0, ON_A_CARD)
  const show = (column: GridColumn<Row, Sort>, row: Row) => (column.cell ? column.cell(row) : textOf(column, row))
  const headingOf = (row: Row) => props.cardHeading?.(row) ?? (shown[0] && show(shown[0], row))
  const others = shown.slice(props.cardHeading ? 0 : 1)
  const ways = props.columns.filter((column) => column.way)
  return (
    <ul className={classes.cards} aria-label={props.title} aria-busy={!page || pending}>
      {!page && SKELETONS.map((key) => <Skeleton key={key} height={88} component="li" />)}
      {page?.Data.map((row) => {
        const path = props.open?.(row)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the heading is a link; the card only widens it for a finger
          <li key={props.rowId(row)} className={classes.card} onClick={(event) => path && isRowClick(event) && go(path)}>
            <div className={classes.cardHeading}>
              {path ? <ScreenLink to={path}>{headingOf(row)}</ScreenLink> : <strong>{headingOf(row)}</strong>}
              {selection && (
                <GridCheckbox
                  aria-label={t('GridSelectRow', { name: props.rowName(row) }).text}
                  checked={selection.has(row)}
                  aria-disabled={selection.isFixed}
                  onChange={() => selection.toggle(row)}
                />
              )}
            </div>
            <dl>
              {others
                .filter((column) => isFilled(column, row))
                .map((column) => (
                  <div key={column.id}>
                    <dt>{column.header}</dt>
                    <dd>{show(column, row)}</dd>
                  </div>
                ))}
            </dl>
            {ways.length > 0 && (
              <div className={classes.ways}>
                {ways.map((column) => (
                  <Fragment key={column.id}>{show(column, row)}</Fragment>
                ))}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
