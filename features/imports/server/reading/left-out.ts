import { packMessage } from '#platform/define-messages.ts'
import { headingKey } from '../../fields.ts'
import { t } from '../../messages.ts'
import { isCode, isNothing } from './cells.ts'

/** Why a line is left out: packed messages. */
export const ABOVE_HEADINGS = packMessage(t('LeftOutAbove'))
export const HEADINGS_AGAIN = packMessage(t('LeftOutHeadings'))
export const TOTAL = packMessage(t('LeftOutTotal'))
const VACANT = packMessage(t('LeftOutVacant'))
const NOBODY = packMessage(t('LeftOutNobody'))

const alternatives = (words: string) => `(?:${words.replaceAll(', ', '|')})`
/** Words that begin a total and no name of a person. */
const SURE = alternatives(
  'totals?, subtotals?, totales, subtotales, gesamt, gesamtsumme, gesamtanzahl, gesamtergebnis, insgesamt, zwischensumme, endsumme, anzahl, recuento',
)
/** Words of totals that people are called as well. */
const UNSURE = alternatives('counts?, sums?, averages?, summen?, suma, sumas, cantidad, promedio')
const BEFORE = alternatives(
  'grand, sub, report, overall, property, building, page, unit, units, resident, residents, tenant, tenants, record, row, occupied, vacant, mieter, bewohner, wohnungen, einheiten, objekt, seiten',
)
const COUNTED = alternatives(
  'residents, tenants, occupants, units, apartments, records, rows, lines, leases, properties, bewohner, mieter, wohnungen, wohneinheiten, einheiten, zeilen, residentes, inquilinos, viviendas, unidades, registros, filas',
)
/** A total by its beginning: "Total for Riverside", "Grand Total", "Gesamt: 12". */
const SURE_TOTAL = new RegExp(`^(?:${BEFORE}[ -]+)?${SURE}(?![\\p{L},])`, 'iu')
/** A text that is nothing but a total: "Count: 2", "Summe", "Tenants: 12", "12 residents", "Sum of units". */
const WHOLE_TOTAL = new RegExp(
  `^(?:(?:${BEFORE}[ -]+)?(?:${SURE}|${UNSURE})(?: (?:of|for|de|der|general))?(?: ${COUNTED})?|${COUNTED}(?= ?[:=])|\\d+ ${COUNTED})[ :=.]*[\\d., %]*$`,
  'iu',
)
/** "Riverside Total: 12" */
const TOTAL_BEHIND = /[ -](?:sub)?totals?[ :=.]*[\d., %]*$/i
/** Longer texts are neither totals nor words for a vacant unit. */
const LONGEST = 80
const isTotal = (text: string): boolean =>
  text.length <= LONGEST && (WHOLE_TOTAL.test(text) || SURE_TOTAL.test(text) || TOTAL_BEHIND.test(text))
/** The beginning of what may be a total where nothing else is in the line. */
const MAYBE_TOTAL = new RegExp(`^(?:${BEFORE}[ -]+)?(?:${SURE}|${UNSURE})(?!\\p{L})`, 'iu')
const isNumber = (text: string): boolean => /^[#\d.,:%() -]+$/.test(text)

/** Words for a vacant unit, in place of a name or as a status; the unit, its state or a code may follow. */
const VACANT_WORD = new RegExp(
  `^\\W*(?:${alternatives('vacant, vacancy, vacants, unoccupied, leerstand, leerstehend, leer stehend, unbewohnt, unvermietet, nicht vermietet, vacante, desocupad[oa], desalquilad[oa], sin inquilino, sin ocupar, no tenant, no resident, no occupant, kein mieter')}(?:\\W.*)?|${alternatives('available, empty, leer, frei, libre, disponible, vací[oa], vaci[oa], off[ -]market')}|${alternatives('model, down, admin, employee, office')}(?:[ /-]+(?:unit|apartment|model|down|admin))?)\\W*$`,
  'i',
)

export const isVacant = (text: string): boolean => text.length <= LONGEST && VACANT_WORD.test(text)

/** Whether a line below the headings repeats them, as on each page of a report. */
export function isHeadingsAgain(cells: readonly string[], keys: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '').length
  return filled > 1 && cells.every((cell, i) => cell === '' || headingKey(cell) === keys[i])
}

type Person = {
  /** The cells of names. */
  readonly names: readonly string[]
  /** The cells of the unit and of contacts, among which codes do not count: a unit without a tenant may have one. */
  readonly unit: string
  readonly contacts: readonly string[]
}
/** Why a line describes nobody: totals of a report, captions of its groups, and units without a resident; '' if it may describe somebody. */
export function whyLeftOut(cells: readonly string[], { names, unit, contacts }: Person): string {
  if (contacts.some(isContact)) return ''
  const filled = names.filter((name) => !isNothing(name))
  const people = filled.filter((name) => !isNumber(name))
  const first = cells.find((cell) => cell !== '') ?? ''
  // A total has a number or nothing where others have a name, or is itself there.
  const isNobody = people.length === 0 || isTotal(unit) || isTotal(people.join(' ')) || people.every(isTotal)
  if (isNobody && cells.some(isTotal)) return TOTAL
  const isOnlyName = people.length === 0 || (unit === '' && people.length === 1 && people[0] === first)
  if (isOnlyName && MAYBE_TOTAL.test(first)) return TOTAL
  if (people.length > 0 && people.every((name) => isVacant(name) || isCode(name)) && cells.some(isVacant)) return VACANT
  if (filled.length > 0) return ''
  if (unit === '') return NOBODY
  return cells.some(isVacant) ? VACANT : ''
}

/** An e-mail or a phone number: reports have counts and words in these columns too. */
const isContact = (cell: string): boolean => cell.includes('@') || cell.replace(/\P{Nd}/gu, '').length >= 5
