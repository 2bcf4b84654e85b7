import { z } from 'zod'
import { type BulkColumn, residentFields } from '#features/residents/fields.ts'
import { t as residentText } from '#features/residents/messages.ts'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { foldText, unaccented } from '#platform/fold-text.ts'
import { t as label } from '#platform/labels.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, languageOf } from '#platform/language.ts'
import { optionalText } from '#platform/wire.ts'
import { t } from './messages.ts'

const MAX_EXTERNAL_ID = 100

/**
 * A heading or a word as it is compared: letters and digits alone, in lower case and without accents. The key of a key is itself: what
 * is between two letters goes before "oe" and the like are folded.
 */
export const headingKey = (heading: string): string => foldText(unaccented(heading).replace(/[^\p{L}\p{N}]/gu, ''))

/** The English words for the languages; each is also known by its name and its tag. */
const LANGUAGE_WORDS: readonly (readonly [string, Language])[] = [
  ['english', 'en-US'],
  ['german', 'de'],
  ['spanish', 'es'],
]
const LANGUAGE_BY_WORD = new Map<string, Language>(
  [...LANGUAGE_WORDS, ...LANGUAGES.map((one) => [LANGUAGE_NAMES[one], one] as const)].map(([word, one]) => [
    headingKey(word),
    one,
  ]),
)
/** The language of a cell, by its name or tag; undefined if it is unknown. */
export const languageOfCell = (cell: string): Language | undefined => LANGUAGE_BY_WORD.get(headingKey(cell)) ?? languageOf(cell)
const language = z
  .string()
  .refine(
    (cell) => cell === '' || languageOfCell(cell) !== undefined,
    packMessage(t('MsgLanguageUnknown', { languages: LANGUAGES.map((one) => LANGUAGE_NAMES[one]).join(', ') })),
  )
  .transform(languageOfCell)

/**
 * The fields of a resident in a file (decisions "People"), by the heading of the template: the column of `residents`, the label, and
 * the check of a value (none for what is looked up).
 */
export const FIELDS = {
  Property: { column: 'property_id', label: () => label('LabelProperty') },
  Building: { column: 'building_id', label: () => label('LabelBuilding') },
  UnitNumber: { column: 'unit_number', label: () => label('LabelUnitNumber'), schema: residentFields.UnitNumber },
  FirstName: { column: 'first_name', label: () => label('LabelFirstName'), schema: residentFields.FirstName },
  LastName: { column: 'last_name', label: () => label('LabelLastName'), schema: residentFields.LastName },
  Email: { column: 'email', label: () => label('LabelEmail'), schema: residentFields.EmailId },
  MobilePhone: { column: 'mobile_phone', label: () => label('LabelMobilePhone'), schema: residentFields.MobilePhone },
  Phone1: { column: 'phone1', label: () => label('LabelPhone1'), schema: residentFields.Phone1 },
  Phone2: { column: 'phone2', label: () => label('LabelPhone2'), schema: residentFields.Phone2 },
  ExternalId: { column: 'external_id', label: () => t('LabelExternalId'), schema: optionalText(MAX_EXTERNAL_ID) },
  OccupancyStatus: { column: 'occupancy_status', label: () => residentText('LabelOccupancy') },
  Language: { column: 'language', label: () => residentText('LabelMessageLanguage'), schema: language },
} as const satisfies Readonly<Record<string, { column: BulkColumn; label: () => Message; schema?: z.ZodType }>>
export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]
export const fieldMessage = (name: FieldName): Message => FIELDS[name].label()
