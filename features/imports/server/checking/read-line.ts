import type { ResidentValues } from '#features/residents/fields.ts'
import { withoutApostrophes } from '#platform/csv.ts'
import { packMessage } from '#platform/define-messages.ts'
import { FIELD_NAMES, FIELDS, type FieldName } from '../../fields.ts'
import { t } from '../../messages.ts'
import type { CsvLine } from './csv.ts'
import type { Places } from './places.ts'

const CHECKED = FIELD_NAMES.flatMap((name) => {
  const field = FIELDS[name]
  return 'schema' in field ? [[name, field] as const] : []
})

/** The value of each field; undefined for an empty cell. */
export type LineValues = Partial<ResidentValues>
/** A line with the reason of its refusal, a packed message or ''; the values of a refused line are as they are written. */
export type ReadLine = { readonly line: number; readonly reason: string; readonly values: LineValues }

/** Returns a function that reads a line by the fields of its columns, without checking more than the place. */
export function lineReader(fields: readonly (FieldName | '')[], places: Places): (line: CsvLine) => ReadLine {
  const positions = new Map(fields.map((field, at) => [field, at]))
  return ({ line, cells }) => {
    if (cells === null) return { line, reason: packMessage(t('MsgLineUnreadable')), values: {} }
    const cell = (name: FieldName) => withoutApostrophes((cells[positions.get(name) ?? -1] ?? '').trim())
    const { propertyId, buildingId, whyNot } = places(cell('Property'), cell('Building'))
    const values: Record<string, string> = {}
    if (propertyId) values.property_id = propertyId
    if (buildingId) values.building_id = buildingId
    for (const [name, { column }] of CHECKED) if (cell(name) !== '') values[column] = cell(name)
    const isTooLong = cells.slice(fields.length).some((one) => one.trim() !== '')
    return { line, reason: isTooLong ? packMessage(t('MsgLineTooLong')) : whyNot, values }
  }
}

/** Checks the values of a line; the first error in the order of the fields is the reason of a refusal. */
export function checkLine({ line, reason: earlier, values: written }: ReadLine): ReadLine {
  let reason = earlier
  const values: Record<string, unknown> = { ...written }
  for (const [, { column, schema }] of CHECKED) {
    const checked = schema.safeParse(written[column] ?? '')
    if (!checked.success) reason ||= checked.error.issues[0]!.message
    values[column] = checked.success ? checked.data || undefined : String(written[column] ?? '').replace(/\p{Cc}/gu, '')
  }
  return { line, reason, values }
}

const atHome = ({ building_id, unit_number }: LineValues, value: string) => `${building_id} ${unit_number} ${value}`.toLowerCase()
const nameOf = ({ first_name = '', last_name = '' }: LineValues) => `${first_name} ${last_name}`

/** The e-mails that lines of one home share under different names: there an e-mail alone identifies no resident (decisions "People"). */
export function createSharedEmails() {
  const names = new Map<string, string>()
  const shared = new Set<string>()
  return {
    add: ({ values }: ReadLine): void => {
      if (!values.building_id || !values.email) return
      const [key, name] = [atHome(values, values.email), nameOf(values).toLowerCase()]
      if ((names.get(key) ?? name) !== name) shared.add(key)
      names.set(key, name)
    },
    has: ({ values }: ReadLine): boolean => shared.has(atHome(values, values.email ?? '')),
    /** Frees the memory of what only `add` needs. */
    seal: (): void => names.clear(),
  }
}

/** Returns whether an earlier line describes the same person: by external id, or by name at home. */
export function createDuplicates(): (values: LineValues) => boolean {
  const externalIds = new Set<string>()
  const externalIdByName = new Map<string, string>()
  return (values) => {
    const { external_id = '' } = values
    const name = atHome(values, nameOf(values))
    const other = externalIdByName.get(name)
    if (externalIds.has(external_id)) return true
    if (other !== undefined && (other === '' || external_id === '' || other === external_id)) return true
    if (external_id) externalIds.add(external_id)
    externalIdByName.set(name, external_id)
    return false
  }
}
