import { packMessage } from '#platform/define-messages.ts'
import { headingKey } from '../../fields.ts'
import { t } from '../../messages.ts'
import { isNothing } from './cells.ts'

/** Why a line is left out: packed messages. */
export const ABOVE_HEADINGS = packMessage(t('LeftOutAbove'))
export const HEADINGS_AGAIN = packMessage(t('LeftOutHeadings'))
const TOTAL = packMessage(t('LeftOutTotal'))
const VACANT = packMessage(t('LeftOutVacant'))
const NOBODY = packMessage(t('LeftOutNobody'))

const TOTAL_WORD =
  /^(?:(?:grand|sub|report|property|building|page)[ -]*)?(?:total|totals|count|sum|average|summe|gesamt|gesamtsumme|zwischensumme|anzahl|suma|totales|subtotales|recuento|cantidad|promedio)(?![\p{L}])/iu
const VACANT_WORD =
  /^\W*(?:vacant|vacancy|vacant unit|vacant[ -/]+\S.*|leer|leerstand|leerstehend|frei|vacante|desocupad[oa]|libre)\W*$/i

/** Whether a line below the headings repeats them, as on each page of a report. */
export function isHeadingsAgain(cells: readonly string[], keys: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '').length
  return filled > 1 && cells.every((cell, i) => cell === '' || headingKey(cell) === keys[i])
}

type Person = {
  /** The cells of names. */
  readonly names: readonly string[]
  /** The cells of the unit and of contacts. */
  readonly unit: string
  readonly others: readonly string[]
}
/** Why a line describes nobody: totals of a report, captions of its groups, and units without a resident; '' if it may describe somebody. */
export function whyLeftOut(cells: readonly string[], { names, unit, others }: Person): string {
  const filled = names.filter((name) => !isNothing(name))
  const isHome = others.every(isNothing)
  if (!isHome) return ''
  const first = cells.find((cell) => cell !== '') ?? ''
  const isOnlyName = filled.length === 0 || (unit === '' && filled.length === 1 && filled[0] === first)
  if (isOnlyName && TOTAL_WORD.test(first)) return TOTAL
  if (filled.length > 0) return filled.every((name) => VACANT_WORD.test(name)) ? VACANT : ''
  if (unit === '') return NOBODY
  return cells.some((cell) => VACANT_WORD.test(cell)) ? VACANT : ''
}
