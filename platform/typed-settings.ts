import { z } from 'zod'
import { isEmail } from './contact-fields.ts'
import { type Message, packMessage } from './define-messages.ts'
import { t } from './messages.ts'
import { MAX_INT, MessageText, requiredText, text } from './wire.ts'

/** The type of a setting's value (spec 3 §3 "Setting", and `choice:` of some words); `intrange` without bounds is 0 to 9999. */
const ValueType = z.union([
  z.enum(['datetime', 'email', 'emails', 'optionalemails', 'int', 'intrange', 'bool']),
  z.templateLiteral(['intrange:', z.int(), '-', z.int()]),
  z.templateLiteral(['choice:', z.string()]),
  /** For display only: no value of it can be saved. */
  z.literal('text'),
])
export type ValueType = z.output<typeof ValueType>

/** A setting of a catalogue. `Value` is the default; values are stored and sent as text. */
export type TypedSetting = {
  readonly Name: string
  readonly Label: Message
  readonly Description: Message
  readonly ValueType: ValueType
  readonly Value: string
  /** What the values of a choice are called, in order. */
  readonly Choices?: readonly SettingChoice[]
  /** Shown, but read-only. */
  readonly Disabled?: boolean
}
type SettingChoice = { readonly Value: string; readonly Text: Message }

/** What the settings are called, by their names. */
export const settingLabels = (settings: readonly TypedSetting[]): Readonly<Record<string, Message>> =>
  Object.fromEntries(settings.map(({ Name, Label }) => [Name, Label]))
/** The words for the values of settings that are choices. */
export const settingWords = (settings: readonly TypedSetting[]) =>
  Object.fromEntries(
    settings.map(({ Name, Choices }) => [Name, (value: unknown) => Choices?.find((choice) => choice.Value === value)?.Text]),
  )

type Shape = Pick<TypedSetting, 'Name' | 'ValueType'>

/** The type of a parsed value. */
type ParsedAs<T extends ValueType> = T extends 'datetime'
  ? Date
  : T extends 'email'
    ? string
    : T extends 'emails' | 'optionalemails'
      ? readonly string[]
      : T extends 'bool'
        ? boolean
        : T extends 'text' | `choice:${string}`
          ? string
          : number
type AnyValue = Date | string | readonly string[] | boolean | number

const DEFAULT_RANGE = { min: 0, max: 9999 } as const
const MAX_NAME = 100
const MAX_VALUE = 1000
const MAX_SETTINGS = 200

/** The addresses of a list separated by commas or semicolons; undefined if one is invalid. */
function addressesOf(value: string): string[] | undefined {
  const all = value
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return all.every(isEmail) ? all : undefined
}

const INTEGER = /^[+-]?\d+$/

function integerWithin(value: string, { min, max }: { min: number; max: number }): number | undefined {
  if (!INTEGER.test(value)) return undefined
  const integer = Number(value)
  // Adding 0 turns -0 into 0.
  return integer >= min && integer <= max ? integer + 0 : undefined
}

/** Inclusive bounds of an integer type; null for other types. */
export function boundsOf(valueType: ValueType): { min: number; max: number } | null {
  if (valueType === 'int') return { min: -MAX_INT, max: MAX_INT }
  const range = /^intrange(?::(-?\d+)-(-?\d+))?$/.exec(valueType)
  if (!range) return null
  return range[1] === undefined ? DEFAULT_RANGE : { min: Number(range[1]), max: Number(range[2]) }
}

/** A saved value as it counts: a number above the present maximum of its setting is cut to it, other values stay. */
export function cutToMaximum(valueType: ValueType, value: string): string {
  const bounds = boundsOf(valueType)
  if (!bounds || !INTEGER.test(value)) return value
  return Number(value) > bounds.max ? String(bounds.max) : value
}

/** The values of a choice; null for other types. */
const choicesOf = (valueType: ValueType): readonly string[] | null =>
  valueType.startsWith('choice:') ? valueType.slice('choice:'.length).split(',') : null

/** The value of a text, undefined if it does not match the type (spec 3 §5 "Settings"). */
function parse(valueType: ValueType, value: string): AnyValue | undefined {
  const bounds = boundsOf(valueType)
  if (bounds) return integerWithin(value, bounds)
  const choices = choicesOf(valueType)
  if (choices) return choices.includes(value) ? value : undefined
  switch (valueType) {
    case 'datetime':
      return Number.isNaN(Date.parse(value)) ? undefined : new Date(value)
    case 'email':
      return isEmail(value) ? value : undefined
    case 'emails': {
      const addresses = addressesOf(value)
      return addresses?.length ? addresses : undefined
    }
    case 'optionalemails':
      return addressesOf(value)
    case 'bool':
      return /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : undefined
    default:
      return undefined
  }
}

/** Why a value cannot be saved, or null. Only `optionalemails` may be empty. */
export function whyNotSetting({ Name, ValueType }: Shape, value: string): Message | null {
  if (value.trim() === '' && ValueType !== 'optionalemails') return t('MsgSettingsCompulsory')
  const allowed = text(MAX_VALUE).safeParse(value)
  return allowed.success && parse(ValueType, allowed.data) !== undefined ? null : t('MsgSettingInvalid', { Name })
}

/** The input of a save: some settings of a catalogue with their values. */
export const SettingValues = z
  .array(
    z.object({
      Name: requiredText(MAX_NAME, t('MsgSettingsMissing')),
      Value: z
        .union([z.string(), z.number(), z.boolean(), z.null()])
        .transform((value) => (value === null ? '' : `${value}`.trim())),
      /** The value that the change is of; 409 if somebody else has changed it since. Without one that is not checked. */
      Before: z.string().max(MAX_VALUE).nullish(),
      /** As in a reply: every setting that is shown counts. */
      IsActive: z.boolean().nullish(),
    }),
    { error: packMessage(t('MsgSettingsMissing')) },
  )
  .min(1, packMessage(t('MsgSettingsMissing')))
  .max(MAX_SETTINGS)
export type SettingValues = z.output<typeof SettingValues>

/** The first setting of a list that cannot be saved, with the reason; null if all can. */
export function whyNotSettings(catalogue: readonly Shape[], settings: SettingValues): { name: string; whyNot: Message } | null {
  const seen = new Set<string>()
  for (const { Name, Value, IsActive } of settings) {
    const setting = catalogue.find((one) => one.Name === Name)
    const isOne = setting && !seen.has(Name) && IsActive !== false
    const whyNot = isOne ? whyNotSetting(setting, Value) : t('MsgSettingInvalid', { Name })
    if (whyNot) return { name: Name, whyNot }
    seen.add(Name)
  }
  return null
}

/** A setting in a reply; `Value` is the effective value. */
export const SettingRow = z.object({
  Name: z.string(),
  Label: MessageText,
  Description: MessageText,
  /** The heading of its group. */
  Group: MessageText,
  ValueType,
  Value: z.string(),
  DefaultValue: z.string(),
  Choices: z.array(z.object({ Value: z.string(), Text: MessageText })).optional(),
  Disabled: z.boolean(),
  /** Always: a setting without effect is not in the list. */
  IsActive: z.boolean(),
})
export type SettingRow = z.output<typeof SettingRow>

/** Form fields for these settings, with the same validation as the save; a form names a setting by its label. */
export const settingFields = (settings: readonly (Shape & Partial<Pick<SettingRow, 'Label'>>)[]) =>
  Object.fromEntries(
    settings.map((setting) => [
      setting.Name,
      z
        .string()
        .trim()
        .superRefine((value, context) => {
          const whyNot = whyNotSetting({ ...setting, Name: setting.Label ?? setting.Name }, value)
          if (whyNot) context.addIssue({ code: 'custom', message: packMessage(whyNot) })
        }),
    ]),
  )

/** The value of a setting that has no default and was not set yet. */
const noValue = (valueType: ValueType): AnyValue => (valueType === 'emails' ? [] : '')

/** All settings of a catalogue as parsed values; a number above its maximum is cut, a missing or invalid value is replaced by the default. */
export function readSettings<const S extends readonly TypedSetting[]>(
  catalogue: S,
  values: Readonly<Record<string, string>>,
): { readonly [T in S[number] as T['Name']]: ParsedAs<T['ValueType']> } {
  const all = catalogue.map(({ Name, ValueType, Value }) => [
    Name,
    parse(ValueType, cutToMaximum(ValueType, values[Name] ?? Value)) ?? parse(ValueType, Value) ?? noValue(ValueType),
  ])
  return Object.fromEntries(all)
}
