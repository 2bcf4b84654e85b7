import { CONTACT } from '#platform/contact-fields.ts'
import { type Message, packMessage, unpackMessage } from '#platform/define-messages.ts'
import { smsNumber } from '#platform/phone-number.ts'
import { FIELDS, type FieldName, fieldMessage } from '../../fields.ts'
import { t } from '../../messages.ts'
import { codeOf, isDate, isNothing, isRounded, oneLine } from './cells.ts'
import { type Contact, phoneOf } from './contacts.ts'

/** The fields whose values are texts, in the order of the checks; places and the occupancy status are looked up. */
const CHECKED = [
  'UnitNumber',
  'FirstName',
  'LastName',
  'Email',
  'MobilePhone',
  'Phone1',
  'Phone2',
  'ExternalId',
  'Language',
] as const satisfies readonly FieldName[]
type CheckedName = (typeof CHECKED)[number]
const REQUIRED: ReadonlySet<FieldName> = new Set(['UnitNumber', 'FirstName', 'LastName'])

/** A message that says which field of a line lost something; it is kept after the import, so it holds no value of the line. */
const warning = (code: 'WarnMore' | 'WarnExtension' | 'WarnRounded', name: FieldName) =>
  packMessage(t(code, { column: fieldMessage(name) }))
const left = (name: FieldName, reason: Message) => packMessage(t('WarnLeftOut', { column: fieldMessage(name), reason }))
/** The packed warnings of a contact that was taken out of a cell. */
export const warningsOf = (name: FieldName, { hasMore, isCut }: Contact): string[] => [
  ...(hasMore ? [warning('WarnMore', name)] : []),
  ...(isCut ? [warning('WarnExtension', name)] : []),
]
const DATE = packMessage(t('WarnDate'))
const NO_SMS = packMessage(t('WarnNoSms', { column: fieldMessage('MobilePhone') }))

type Warn = (packed: string) => void
const phone = (name: FieldName, isMobile: boolean) => (cell: string, warn: Warn) => {
  const number = phoneOf(cell, { max: CONTACT.phoneMax, isMobile })
  for (const one of warningsOf(name, number)) warn(one)
  return number.value
}
const code = (cell: string) => (isNothing(cell) ? '' : codeOf(oneLine(cell)))

/** What is read of a clean cell before it is checked. */
const READERS: Readonly<Record<CheckedName, (cell: string, warn: Warn) => string>> = {
  UnitNumber: (unit, warn) => {
    if (isDate(unit)) warn(DATE)
    return unit
  },
  FirstName: oneLine,
  LastName: oneLine,
  // An e-mail is read before, because lines are compared by it.
  Email: (email) => email,
  MobilePhone: phone('MobilePhone', true),
  Phone1: phone('Phone1', false),
  Phone2: phone('Phone2', false),
  ExternalId: code,
  Language: (cell) => (isNothing(cell) ? '' : oneLine(cell)),
}

export type CheckedValues = {
  readonly values: Readonly<Record<string, string | undefined>>
  /** Why the line is refused: the first error of a required value, packed; '' for none. */
  readonly reason: string
  readonly warnings: readonly string[]
}

/**
 * Checks the values of a resident by column. A wrong value refuses the line if it is required, else it is left out with a warning. Wrong
 * values of required fields stay, without control characters, so that the residents whom the line may mean are found.
 */
export function checkValues(written: Readonly<Record<string, unknown>>, culture: string): CheckedValues {
  let reason = ''
  const warnings: string[] = []
  const values: Record<string, string | undefined> = {}
  for (const name of CHECKED) {
    const { column, schema } = FIELDS[name]
    const cell = String(written[column] ?? '')
    if (cell === '' && !REQUIRED.has(name)) continue
    const text = READERS[name](cell, (packed) => warnings.push(packed))
    if (isRounded(text) && !REQUIRED.has(name)) {
      warnings.push(warning('WarnRounded', name))
      continue
    }
    const checked = schema.safeParse(text)
    if (checked.success) {
      values[column] = checked.data || undefined
      if (name === 'MobilePhone' && checked.data && smsNumber(checked.data, culture) === null) warnings.push(NO_SMS)
    } else if (REQUIRED.has(name)) {
      reason ||= checked.error.issues[0]!.message
      values[column] = text.replace(/\p{Cc}/gu, '')
    } else warnings.push(left(name, unpackMessage(checked.error.issues[0]!.message)))
  }
  return { values, reason, warnings }
}
