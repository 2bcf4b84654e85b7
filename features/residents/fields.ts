import { z } from 'zod'
import { MAX_UNIT_NUMBER } from '#features/package-statuses/limits.ts'
import { MAX_NAME } from '#features/recipients/rules.ts'
import { optionalEmail, optionalMobile, optionalPhone } from '#platform/contact-fields.ts'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { LANGUAGES } from '#platform/language.ts'
import { optionalText, requiredChoice, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { isAccessCode, OCCUPANCY } from './rules.ts'

/** Longest texts of a resident, in characters (spec 2 §5, §9; the address is not specified). */
export const RESIDENT_MAX = { name: MAX_NAME, unitNumber: MAX_UNIT_NUMBER, address: 200 } as const

/** The columns of `residents` that many residents are written with at once, such as by an import. */
export const BULK_COLUMNS = [
  'property_id',
  'building_id',
  'unit_number',
  'first_name',
  'last_name',
  'email',
  'mobile_phone',
  'phone1',
  'phone2',
  'external_id',
  'occupancy_status',
  'language',
] as const
export type BulkColumn = (typeof BULK_COLUMNS)[number]
/** The values of a resident by column. */
export type ResidentValues = { readonly [Column in BulkColumn]: Column extends 'occupancy_status' ? number : string }

const place = requiredChoice(t('MsgBuildingCannotBeNull'))

const day = z.iso.date()
/** A day, `YYYY-MM-DD`; '' becomes null. */
export const optionalDay = (invalid: Message) => {
  const error = packMessage(invalid)
  return z
    .string({ error })
    .trim()
    .refine((value) => value === '' || day.safeParse(value).success, error)
    .nullish()
    .transform((day) => day || null)
}

const name = (key: 'FirstName' | 'LastName') =>
  requiredText(RESIDENT_MAX.name, t(`Msg${key}CannotBeNull`), t(`Msg${key}TooLong`, { max: RESIDENT_MAX.name }))

/**
 * The fields of the resident form with their error texts, in the order of the checks (spec 2 §5; decisions "People").
 */
export const residentFields = {
  FirstName: name('FirstName'),
  LastName: name('LastName'),
  EmailId: optionalEmail,
  MobilePhone: optionalMobile,
  Phone1: optionalPhone,
  Phone2: optionalPhone,
  PropertyId: place,
  BuildingId: place,
  UnitNumber: requiredText(
    RESIDENT_MAX.unitNumber,
    t('MsgUnitNumberCannotBeNull'),
    t('MsgUnitNumberTooLong', { max: RESIDENT_MAX.unitNumber }),
  ),
  Address: optionalText(RESIDENT_MAX.address, t('MsgAddressTooLong', { max: RESIDENT_MAX.address })),
  OccupancyStatus: z
    .literal(Object.values(OCCUPANCY), { error: packMessage(t('MsgOccupancyStatusInvalid')) })
    .default(OCCUPANCY.Current),
  IsActive: z.boolean().default(true),
  IsDisabled: z.boolean().default(false),
  HasOptedOut: z.boolean().default(false),
  IsEmailNotificationEnabled: z.boolean().default(true),
  IsSmsNotificationEnabled: z.boolean().default(true),
  /** Of messages; '' follows the organisation, undefined leaves it unchanged. */
  Language: z
    .literal(['', ...LANGUAGES], { error: packMessage(t('MsgLanguageInvalid')) })
    .nullish()
    .transform((language) => language ?? undefined),
  IsOutofTown: z.boolean().default(false),
  /** The first day away and the day of return; ignored unless `IsOutofTown`. */
  HoldFrom: optionalDay(t('MsgHoldDayInvalid')),
  HoldUntil: optionalDay(t('MsgHoldDayInvalid')),
  /** '' removes the code; undefined leaves it unchanged. */
  LockerAccessCode: z
    .string()
    .trim()
    .refine((code) => code === '' || isAccessCode(code), packMessage(t('MsgAccessCodeInvalid')))
    .nullish()
    .transform((code) => code ?? undefined),
  /** E-mails the code after saving. */
  SendLockerAccessCode: z.boolean().default(false),
}
