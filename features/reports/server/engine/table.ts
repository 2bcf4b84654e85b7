import type { Message } from '#platform/define-messages.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { RowsQuery } from '#platform/server/postgres/cursor.ts'
import { t } from '../../messages.ts'
import type { Cell, CellKind, Part, ReportLink } from '../../model.ts'
import type { Making, Sql } from './definition.ts'
import { type Order, orderOf } from './sort.ts'

/** Rows of a report. */
export const MAX_ROWS = 1_000_000

export type TableColumn<Row> = {
  readonly id: string
  readonly title: Message
  readonly kind: CellKind
  readonly width: number
  readonly cell: (row: Row) => Cell
  /** Totals of groups and of the table add the numbers up. */
  readonly isSummed?: boolean
  /** What the rows are sorted by when the reader chooses the column; without it nobody can. */
  readonly sort?: Sql
}

type Table<Row> = {
  readonly title?: Message
  readonly columns: readonly TableColumn<Row>[]
  /** The order keeps the rows of a group together. */
  readonly group?: {
    readonly title: Message
    /** Of its key, which is the group's value where it is not a text. */
    readonly kind?: CellKind
    readonly key: (row: Row) => string
    readonly text: (row: Row) => string
  }
  readonly link?: (row: Row) => ReportLink | undefined
  /** The language of the person whom a row names, as a tag. */
  readonly language?: (row: Row) => string | null
  readonly order: Order
  readonly query: (order: Sql) => RowsQuery<Row>
}

type Sums = (number | null)[]

/** The rows of a query as a table with groups and totals. Refuses more than `MAX_ROWS`. */
export async function* tableParts<Row>({ rows: read, translate, changes }: Making, table: Table<Row>): AsyncGenerator<Part> {
  const { columns, group, link, language, title, order, query } = table
  yield {
    kind: 'table',
    ...(title && { title: translate(title) }),
    ...(group && { group: { title: translate(group.title), kind: group.kind ?? 'text' } }),
    columns: columns.map(({ id, title: text, kind, width, sort }) => ({
      id,
      kind,
      width,
      title: translate(text),
      isSortable: sort !== undefined,
    })),
  }
  const noSums = (): Sums => columns.map(({ isSummed }) => (isSummed ? 0 : null))
  const hasTotals = columns.some(({ isSummed }) => isSummed)
  let rows = 0
  let groups = 0
  let current: { key: string; text: string } | undefined
  let sums = noSums()
  const all = noSums()
  const endOfGroup = (): Part[] =>
    current && hasTotals
      ? [{ kind: 'total', text: translate(t('TotalOf', { name: current.text })), cells: sums, isLast: false }]
      : []
  for await (const batch of read(query(orderOf(changes, columns, order)))) {
    rows += batch.length
    if (rows > MAX_ROWS) throw new Refusal(422, t('MsgReportTooLong', { max: MAX_ROWS }))
    for (const row of batch) {
      const key = group?.key(row)
      if (group && key !== undefined && key !== current?.key) {
        yield* endOfGroup()
        sums = noSums()
        groups += 1
        current = { key, text: group.text(row) }
        yield { kind: 'group', id: `g${groups}`, text: current.text, ...(group.kind && { value: key }) }
      }
      const cells = columns.map(({ cell }) => cell(row))
      cells.forEach((cell, i) => {
        if (sums[i] !== null) sums[i] = (sums[i] as number) + Number(cell ?? 0)
        if (all[i] !== null) all[i] = (all[i] as number) + Number(cell ?? 0)
      })
      const to = link?.(row)
      const tag = language?.(row)
      yield { kind: 'row', cells, ...(to && { link: to }), ...(tag && { language: tag }) }
    }
  }
  yield* endOfGroup()
  if (rows === 0) yield { kind: 'note', text: translate(t('MsgNoRows')) }
  else if (hasTotals) yield { kind: 'total', text: translate(t('TotalAll')), cells: all, isLast: true }
}
