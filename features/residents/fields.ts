import { z } from 'zod'
import { optionalEmail, optionalMobile, optionalPhone } from '#platform/contact-fields.ts'
import { EMPTY_GUID, Id, optionalText, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { isAccessCode, OCCUPANCY } from './rules.ts'

/** Longest texts of a resident, in characters (spec 2 §5, §9; the address's is ours). */
export const RESIDENT_MAX = { name: 100, unitNumber: 10, address: 200 } as const

const noBuilding = t('MsgBuildingCannotBeNull').text
const place = z
  .string({ error: noBuilding })
  .refine((id) => id !== '' && id !== EMPTY_GUID, { error: noBuilding, abort: true })
  .pipe(Id)

const day = z.iso.date()
/** A day without a time, `YYYY-MM-DD`; '' and null are none. */
export const optionalDay = (error: string) =>
  z
    .string({ error })
    .trim()
    .refine((value) => value === '' || day.safeParse(value).success, error)
    .nullish()
    .transform((day) => day || null)

const name = (key: 'FirstName' | 'LastName') =>
  requiredText(RESIDENT_MAX.name, t(`Msg${key}CannotBeNull`).text, t(`Msg${key}TooLong`, { max: RESIDENT_MAX.name }).text)

/**
 * What is typed into a resident's form, with the text of each refusal, in the order in which they are told (spec 2 §5;
 * decisions "People").
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
    t('MsgUnitNumberCannotBeNull').text,
    t('MsgUnitNumberTooLong', { max: RESIDENT_MAX.unitNumber }).text,
  ),
  Address: optionalText(RESIDENT_MAX.address, t('MsgAddressTooLong', { max: RESIDENT_MAX.address }).text),
  OccupancyStatus: z.literal(Object.values(OCCUPANCY), { error: t('MsgOccupancyStatusInvalid').text }).default(OCCUPANCY.Current),
  IsActive: z.boolean().default(true),
  IsDisabled: z.boolean().default(false),
  HasOptedOut: z.boolean().default(false),
  IsEmailNotificationEnabled: z.boolean().default(true),
  IsSmsNotificationEnabled: z.boolean().default(true),
  IsOutofTown: z.boolean().default(false),
  /** The first day away and the day of the return; they count while `IsOutofTown` does. */
  HoldFrom: optionalDay(t('MsgHoldDayInvalid').text),
  HoldUntil: optionalDay(t('MsgHoldDayInvalid').text),
  /** '' takes the code away; left out, it stays as it is. */
  LockerAccessCode: z
    .string()
    .trim()
    .refine((code) => code === '' || isAccessCode(code), t('MsgAccessCodeInvalid').text)
    .nullish()
    .transform((code) => code ?? undefined),
  /** Sends the code by e-mail once it is saved. */
  SendLockerAccessCode: z.boolean().default(false),
}
