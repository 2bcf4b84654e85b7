import { z } from 'zod'
import { type BulkColumn, residentFields } from '#features/residents/fields.ts'
import { t as residentText } from '#features/residents/messages.ts'
import { OCCUPANCY, OCCUPANCY_NAMES, type OccupancyName, occupancyMessage } from '#features/residents/rules.ts'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, languageOf } from '#platform/language.ts'
import { optionalText } from '#platform/wire.ts'
import { t } from './messages.ts'

const MAX_EXTERNAL_ID = 100

/** A heading or a word as it is compared: letters and digits alone, in lower case. */
export const headingKey = (heading: string): string =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The words of the other languages for each occupancy status. */
const OCCUPANCY_WORDS = {
  Current: ['wohnt hier', 'actual'],
  MovingIn: ['zieht ein', 'se está mudando'],
  MovedOut: ['ausgezogen', 'se ha mudado'],
} as const satisfies Record<OccupancyName, readonly string[]>
const STATUSES = new Map(
  OCCUPANCY_NAMES.flatMap((name) =>
    [name, occupancyMessage(OCCUPANCY[name]).text, String(OCCUPANCY[name]), ...OCCUPANCY_WORDS[name]].map(
      (word): [string, number] => [headingKey(word), OCCUPANCY[name]],
    ),
  ),
)
/** The occupancy status of a cell, by word or number; undefined if it is unknown. */
export const occupancyOf = (word: string): number | undefined => STATUSES.get(headingKey(word))
const occupancy = z
  .string()
  .refine(
    (word) => word === '' || occupancyOf(word) !== undefined,
    packMessage(t('MsgOccupancyUnknown', { statuses: OCCUPANCY_NAMES.map((name) => occupancyMessage(OCCUPANCY[name])) })),
  )
  .transform(occupancyOf)

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
 * The fields of a resident in a file (decisions "People"), by the heading of the template: the column of `residents`, the label,
 * the check of a cell (none for a place, which is looked up), and other headings that name the field.
 */
export const FIELDS = {
  Property: {
    column: 'property_id',
    label: () => label('LabelProperty'),
    headings: ['property name', 'property code', 'immobilie', 'liegenschaft', 'objekt', 'propiedad'],
  },
  Building: {
    column: 'building_id',
    label: () => label('LabelBuilding'),
    headings: ['building name', 'gebäude', 'haus', 'edificio'],
  },
  UnitNumber: {
    column: 'unit_number',
    label: () => label('LabelUnitNumber'),
    schema: residentFields.UnitNumber,
    headings: ['unit', 'unit no', 'apartment', 'apt', 'flat', 'wohnung', 'wohnungsnummer', 'unidad', 'número de vivienda'],
  },
  FirstName: {
    column: 'first_name',
    label: () => label('LabelFirstName'),
    schema: residentFields.FirstName,
    headings: ['given name', 'forename', 'vorname', 'nombre'],
  },
  LastName: {
    column: 'last_name',
    label: () => label('LabelLastName'),
    schema: residentFields.LastName,
    headings: ['surname', 'family name', 'nachname', 'familienname', 'apellido', 'apellidos'],
  },
  Email: {
    column: 'email',
    label: () => label('LabelEmail'),
    schema: residentFields.EmailId,
    headings: ['email id', 'email address', 'mail', 'correo', 'correo electrónico'],
  },
  MobilePhone: {
    column: 'mobile_phone',
    label: () => label('LabelMobilePhone'),
    schema: residentFields.MobilePhone,
    headings: ['mobile', 'cell', 'cell phone', 'mobiltelefon', 'handy', 'móvil', 'teléfono móvil'],
  },
  Phone1: {
    column: 'phone1',
    label: () => label('LabelPhone1'),
    schema: residentFields.Phone1,
    headings: ['phone', 'telephone', 'telefon', 'telefon 1', 'teléfono', 'teléfono 1'],
  },
  Phone2: {
    column: 'phone2',
    label: () => label('LabelPhone2'),
    schema: residentFields.Phone2,
    headings: ['telefon 2', 'teléfono 2'],
  },
  ExternalId: {
    column: 'external_id',
    label: () => t('LabelExternalId'),
    schema: optionalText(MAX_EXTERNAL_ID),
    headings: ['external code', 'resident id', 'tenant id', 'externe id', 'id externo'],
  },
  OccupancyStatus: {
    column: 'occupancy_status',
    label: () => residentText('LabelOccupancy'),
    schema: occupancy,
    headings: ['occupancy', 'status', 'wohnstatus', 'belegungsstatus', 'estado', 'estado de ocupación'],
  },
  Language: {
    column: 'language',
    label: () => residentText('LabelMessageLanguage'),
    schema: language,
    headings: [
      'language',
      'language of messages',
      'preferred language',
      'sprache',
      'sprache der nachrichten',
      'idioma',
      'idioma de los mensajes',
    ],
  },
} as const satisfies Readonly<
  Record<string, { column: BulkColumn; label: () => Message; schema?: z.ZodType; headings: readonly string[] }>
>
export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]
const REQUIRED: readonly FieldName[] = ['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName']
export const isRequired = (name: FieldName): boolean => REQUIRED.includes(name)
export const fieldMessage = (name: FieldName): Message => FIELDS[name].label()

const KNOWN = new Map<string, FieldName>(
  FIELD_NAMES.flatMap((name) =>
    [name, ...FIELDS[name].headings].map((heading): [string, FieldName] => [headingKey(heading), name]),
  ),
)

/** The field of each heading, '' for none: the one that the organisation chose before, else by its name; each field once. */
export function fieldsOf(headings: readonly string[], remembered: ReadonlyMap<string, string>): (FieldName | '')[] {
  const taken = new Set<FieldName>()
  return headings.map((heading) => {
    const key = headingKey(heading)
    const chosen = remembered.get(key)
    const field = chosen === undefined ? KNOWN.get(key) : FIELD_NAMES.find((name) => name === chosen)
    if (!field || taken.has(field)) return ''
    taken.add(field)
    return field
  })
}

/** Why a file with these fields cannot be read: required ones are missing. */
export function whyNotRead(fields: readonly string[]): Message | null {
  const missing = REQUIRED.filter((name) => !fields.includes(name))
  if (missing.length === 0) return null
  return t(fields.length < REQUIRED.length ? 'MsgHeadingsTooFew' : 'MsgHeadingsMissing', {
    columns: missing.map(fieldMessage),
  })
}
/** Whether an unreadable file becomes readable once its headings are assigned to fields. */
export const canAssignFields = (fields: readonly string[]): boolean =>
  whyNotRead(fields) !== null && fields.length >= REQUIRED.length
