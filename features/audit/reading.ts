import type { AuditWords } from '#platform/audit.ts'
import { type Message, plainMessage } from '#platform/define-messages.ts'
import { t as tPages } from '#platform/page-messages.ts'
import { isValues, type ValueChange } from './changes.ts'
import { t } from './messages.ts'

/** `is_out_of_town`, `isOutOfTown` and `IsOutofTown` are the same field. */
const keyOf = (field: string) => field.replaceAll('_', '').toLowerCase()

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The ids in the values, whose names a reader wants instead. */
export const idsOf = (changes: readonly ValueChange[]): string[] => [
  ...new Set(
    changes
      .flatMap(({ Before, After }) => [Before, After])
      .flat()
      .filter((value): value is string => typeof value === 'string' && UUID.test(value)),
  ),
]

/** Names of records by id. */
type Names = ReadonlyMap<string, string>
/** Reads entries with the words of the features. */
export type AuditReader = {
  /** The name of a field as its record's form has it; null for one that has none. */
  readonly fieldLabel: (field: string) => Message | null
  /** A change with the label of its field and readable values; times and days stay ISO 8601. */
  readonly readable: (
    change: ValueChange,
    names: Names,
  ) => { readonly Field: string; readonly Label: Message; readonly Before: Message | null; readonly After: Message | null }
}

/** A reader of entries. Of several features that name a field or a value, the first one counts. */
export function auditReader(words: readonly AuditWords[]): AuditReader {
  const fields = words.flatMap((one) => Object.entries(one.fields ?? {}))
  const labels = new Map(fields.toReversed().map(([field, name]) => [keyOf(field), name]))
  const values = Map.groupBy(
    words.flatMap((one) => Object.entries(one.values ?? {})),
    ([field]) => keyOf(field),
  )
  const fieldLabel = (field: string) => labels.get(keyOf(field)) ?? null
  const fieldMessage = (field: string) => fieldLabel(field) ?? plainMessage(field)
  const wordOf = (field: string, value: unknown) =>
    values
      .get(keyOf(field))
      ?.map(([, word]) => word(value))
      .find((word) => word !== undefined)

  function valueMessage(field: string, value: unknown, names: Names): Message | null {
    if (value === null || value === undefined || value === '') return null
    if (Array.isArray(value)) {
      if (value.length === 0) return null
      return t('AuditItems', { items: value.flatMap((one) => valueMessage(field, one, names) ?? []) })
    }
    if (isValues(value))
      return t('AuditItems', {
        items: Object.entries(value).flatMap(([name, inner]) => {
          const text = valueMessage(name, inner, names)
          return text ? t('AuditNamed', { name: fieldMessage(name), value: text }) : []
        }),
      })
    const word = wordOf(field, value)
    if (word) return word
    if (typeof value === 'boolean' || value === 'true' || value === 'false')
      return tPages(String(value) === 'true' ? 'WordYes' : 'WordNo')
    if (value === 'changed') return t('AuditWordChanged')
    // Lists of changed fields.
    const name = ['changed', 'filteredby'].includes(keyOf(field)) ? fieldLabel(String(value)) : null
    return name ?? plainMessage(names.get(String(value)) ?? String(value))
  }

  return {
    fieldLabel,
    readable: ({ Field, Before, After }, names) => ({
      Field,
      Label: fieldMessage(Field),
      Before: valueMessage(Field, Before, names),
      After: valueMessage(Field, After, names),
    }),
  }
}
