import type { Db } from '#platform/server/postgres/db.ts'
import { missingColumns } from '../../columns.ts'
import { columnsOf } from '../../headings.ts'
import { hashOfSheet, rememberedLayouts } from '../layouts.ts'
import { headingLinesOf, knownLine } from '../reading/heading-lines.ts'
import type { Sheet } from './workbook.ts'

const ANY_PLACE = { property: true, building: true }
const headingsIn = ({ rows }: Sheet) => knownLine(headingLinesOf(rows))?.headings
const isList = (sheet: Sheet): boolean => {
  const headings = headingsIn(sheet)
  return headings !== undefined && missingColumns(columnsOf(headings, new Map()), ANY_PLACE).length === 0
}

/**
 * The sheet of a workbook that is read unless a person has chosen one: of those that are shown the first one with a list of residents,
 * else with a line of known headings, else the first one. A cover or a summary may be in front.
 */
export function defaultSheet(sheets: readonly Sheet[]): Sheet | undefined {
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  return shown.find(isList) ?? shown.find((sheet) => headingsIn(sheet) !== undefined) ?? shown[0] ?? sheets[0]
}

/**
 * The sheet that a person has chosen in an earlier workbook: one with the same headings and the same name, dates aside, else the first
 * shown one with the same headings. Undefined if none of these was ever chosen.
 */
export async function rememberedSheet(db: Db, sheets: readonly Sheet[]): Promise<Sheet | undefined> {
  if (sheets.length < 2) return undefined
  const lines = sheets.map(({ rows }) => headingLinesOf(rows))
  const remembered = await rememberedLayouts(
    db,
    lines.flat().map(({ key }) => key),
  )
  if (remembered.size === 0) return undefined
  const { id } = await db.selectFrom('organisations').select('id').executeTakeFirstOrThrow()
  const chosen = sheets.flatMap((sheet, i) => {
    const names = lines[i]!.flatMap(({ key }) => remembered.get(key)?.sheet ?? [])
    return names.length > 0 ? [{ sheet, isNamed: names.includes(hashOfSheet(id, sheet.name)) }] : []
  })
  return (chosen.find(({ isNamed }) => isNamed) ?? chosen.find(({ sheet }) => !sheet.isHidden))?.sheet
}
