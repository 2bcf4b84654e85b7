import type { Message } from '#platform/define-messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type Column, whyNotRead } from '../../columns.ts'
import { headingKey } from '../../fields.ts'
import { wordsOfHeading } from '../../heading-words.ts'
import { columnsOf } from '../../headings.ts'
import type { Layout, NameOrder } from '../../layout.ts'
import { t } from '../../messages.ts'
import type { ImportSource } from '../../rules.ts'
import { hashOf, nameWithoutDate, type Remembered, rememberedLayouts } from '../layouts.ts'
import { cleanCell, isCode, isNothing, oneLine } from '../reading/cells.ts'
import { type HeadingLine, headingLinesOf, likeliestLine } from '../reading/heading-lines.ts'
import { isVacant } from '../reading/left-out.ts'
import type { FileLine } from '../reading/records.ts'
import { type Places, placesOf, readPlaceRows } from './places.ts'

/** How a file is read: what was chosen for it, was remembered, or was found. */
export type FileLayout = {
  readonly headingLine: number
  readonly headings: readonly string[]
  readonly columns: readonly (Column | '')[]
  readonly layout: Layout
  readonly places: Places
  /** Of the organisation: numbers without a country are of its country. */
  readonly culture: string
  /** Names are written in Spanish. */
  readonly isSpanish: boolean
  /** The occupancy status that a person has given to a word in an earlier file, 0 for none. */
  readonly statusBefore: (word: string) => number | undefined
  /** The place that was chosen for the last file with these headings. */
  readonly last: Pick<Layout, 'propertyId' | 'buildingId'>
  /** Places as they are found there; undefined if a place is chosen, or none was. */
  readonly lastPlaces: Places | undefined
}
export type FileToLayOut = { readonly name: string; readonly source: ImportSource; readonly chosen: Layout }

/** The layout of a file with these first lines; null if none of them can be headings. */
export async function layoutOf(
  db: Db,
  lines: readonly FileLine[],
  { name, source, chosen }: FileToLayOut,
): Promise<FileLayout | null> {
  const candidates = headingLinesOf(lines)
  const remembered = await rememberedLayouts(
    db,
    candidates.map(({ key }) => key),
  )
  const found = chosen.headingLine
    ? candidates.find(({ line }) => line === chosen.headingLine)
    : (candidates.find(({ key }) => remembered.has(key)) ?? likeliestLine(candidates))
  if (!found) return null
  const { id, culture } = await db.selectFrom('organisations').select(['id', 'culture']).executeTakeFirstOrThrow()
  const {
    propertyId,
    buildingId,
    file,
    columns: columnsBefore,
    statuses,
    sheet: _,
    ...before
  }: Remembered = remembered.get(found.key) ?? {}
  // Files of different properties have the same headings: a person says which one it is.
  const isSame = source !== 'Upload' && file === hashOf(id, nameWithoutDate(name))
  const layout: Layout = {
    ...before,
    ...(isSame && { propertyId, buildingId }),
    ...(columnsBefore && { columns: withHeadings(found.headings, (heading) => columnsBefore[hashOf(id, heading)]) }),
    ...chosen,
  }
  const rows = await readPlaceRows(db)
  const places = placesOf(rows, layout)
  const assigned = columnsOf(found.headings, new Map(Object.entries(layout.columns ?? {})), holdsCodes(lines, found.line))
  const columns = layout.columns ? assigned : withAddresses(found, assigned, { lines, places })
  const nameOrder = layout.nameOrder ?? nameOrderOf(found.headings, columns)
  return {
    headingLine: found.line,
    headings: found.headings,
    columns,
    layout: { ...layout, nameOrder },
    places,
    culture,
    isSpanish: culture.startsWith('es') || found.headings.some(isSpanish),
    statusBefore: (word) => statuses?.[hashOf(id, word)],
    last: { propertyId, buildingId },
    lastPlaces: propertyId && !layout.propertyId ? placesOf(rows, { propertyId, buildingId }) : undefined,
  }
}

/** The columns of headings by their keys, without those of headings that have none. */
const withHeadings = (headings: readonly string[], columnOf: (heading: string) => Column | '' | undefined) =>
  Object.fromEntries(
    headings.flatMap((heading) => {
      const column = columnOf(heading)
      return column === undefined ? [] : [[headingKey(heading), column]]
    }),
  )

const LAST_FIRST = /last.*first|name\W+vorname|apellidos?.*nombre/i
/** The order of whole names by their heading. */
const nameOrderOf = (headings: readonly string[], columns: readonly (Column | '')[]): NameOrder =>
  headings.some((heading, i) => columns[i] !== '' && LAST_FIRST.test(heading)) ? 'LastFirst' : 'FirstLast'

/** Words of Spanish headings that other languages do not have, in the singular. */
const SPANISH = new Set(
  'nombre apellido inquilino inquilina arrendatario arrendataria residente vivienda puerta escalera correo teléfono móvil móvile piso edificio'
    .split(' ')
    .map(headingKey),
)
const isSpanish = (heading: string): boolean =>
  wordsOfHeading(heading).some((word) => SPANISH.has(headingKey(word).replace(/s$/, '')))

const ADDRESSES = new Set(['address', 'property address', 'street address', 'adresse', 'anschrift', 'dirección'].map(headingKey))
type Known = { readonly lines: readonly FileLine[]; readonly places: Places }
/** The columns of a file without properties, in which a column with the addresses of known properties stands for them. */
function withAddresses({ line, headings }: HeadingLine, columns: readonly (Column | '')[], { lines, places }: Known) {
  const at = headings.findIndex((heading, i) => columns[i] === '' && ADDRESSES.has(headingKey(heading)))
  if (at < 0 || columns.includes('Property')) return columns
  const cells = lines.filter((one) => one.line > line).flatMap(({ cells }) => cells?.[at]?.trim() || [])
  const areKnown = cells.length > 0 && cells.every(places.isProperty)
  return areKnown ? columns.with(at, 'Property') : columns
}

/** Returns whether most of the cells of a column below the headings are codes, units without a resident aside. */
const holdsCodes = (lines: readonly FileLine[], headingLine: number) => (at: number) => {
  const cells = lines.flatMap(({ line, cells: written }) => (line > headingLine ? oneLine(cleanCell(written?.[at] ?? '')) : []))
  const filled = cells.filter((cell) => !isNothing(cell) && !isVacant(cell))
  return filled.length > 0 && filled.filter(isCode).length > filled.length / 2
}

/** Why a file with this layout cannot be read, or null. A place that the last file had is only to be confirmed. */
export function whyNotList({ columns, places, lastPlaces }: FileLayout): Message | null {
  const whyNot = whyNotRead(columns, places.given(columns))
  if (!(whyNot && lastPlaces)) return whyNot
  return whyNotRead(columns, lastPlaces.given(columns)) ?? t('MsgConfirmPlace', { button: t('ButtonCheckAgain') })
}
