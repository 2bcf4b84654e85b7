import type { CompiledQuery } from 'kysely'
import type { Message } from '#platform/define-messages.ts'
import type { Translate } from '#platform/server/http/language.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Changes, Part } from '../../model.ts'
import type { Choice, ParameterType, Value } from '../../parameters.ts'
import type { CellText } from './cell-text.ts'

/** Values of a report's parameters, checked: ids that the caller sees, dates as ISO 8601 texts. */
export type Values = Readonly<Record<string, Value | readonly Value[]>>

/** Where the default values of parameters come from. */
export type Zone = { readonly timeZone: string; readonly now: Date }

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
  /** The values that it can have, as the other values have it; undefined for a free one. */
  readonly choices?: (db: Db, values: Values, translate: Translate) => Promise<readonly Choice[]>
  /** The parameters whose choices depend on this one. */
  readonly children?: readonly string[]
}

export type RowsQuery<Row> = { compile(db: Db): CompiledQuery<Row> }

/** What a report is made with. */
export type Making = {
  /** For small queries; the rows of a table are read by `rows`. */
  readonly db: Db
  /** The rows of a query, batch by batch. */
  readonly rows: <Row>(query: RowsQuery<Row>) => AsyncIterable<readonly Row[]>
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
