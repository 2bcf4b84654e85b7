import type { RawBuilder } from 'kysely'
import type { Message } from '#platform/define-messages.ts'
import type { Translate } from '#platform/server/http/language.ts'
import type { ReadRows, RowsQuery } from '#platform/server/postgres/cursor.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Changes, Part } from '../../model.ts'
import type { Choice, ParameterType, Value } from '../../parameters.ts'
import type { CellText } from './cell-text.ts'

/** Values of a report's parameters, checked: ids that the caller sees, dates as ISO 8601 texts. */
export type Values = Readonly<Record<string, Value | readonly Value[]>>

/** Where the default values of parameters come from. */
export type Zone = { readonly timeZone: string; readonly now: Date }

/** What the values of a parameter depend on; only those that have the words of `search` are offered. */
export type Choosing = { readonly values: Values; readonly translate: Translate; readonly search: string }

export type Parameter = {
  readonly id: string
  readonly text: Message
  readonly type: ParameterType
  readonly multivalue?: boolean
  readonly isVisible?: boolean
  readonly allowNull?: boolean
  readonly allowBlank?: boolean
  /** What each value must look like, beyond its type. */
  readonly pattern?: RegExp
  /** The value without one given; an empty list means all. */
  readonly byDefault: (zone: Zone) => Value | readonly Value[]
  /** The values that it can have, as the other values have it; undefined for a free one. At most `MAX_CHOICES`. */
  readonly choices?: (db: Db, choosing: Choosing) => Promise<readonly Choice[]>
  /** The parameters whose choices depend on this one. */
  readonly children?: readonly string[]
}

/** A part of a query. */
export type Sql = RawBuilder<unknown>

/** What a report is made with. */
export type Making = {
  /** All queries of a report see the same moment. */
  readonly rows: ReadRows
  readonly values: Values
  readonly changes: Changes
  readonly translate: Translate
  readonly now: Date
  /** Of days and times in the report. */
  readonly timeZone: string
  readonly text: CellText
}

export type Definition = {
  readonly parameters: readonly Parameter[]
  /** The report behind its heading. */
  readonly parts: (making: Making) => AsyncIterable<Part>
}

/** The rows of a query that has few. */
export async function fewRows<Row>({ rows }: Pick<Making, 'rows'>, query: RowsQuery<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const batch of rows(query)) all.push(...batch)
  return all
}
