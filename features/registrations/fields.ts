import { z } from 'zod'
import { isPin, PIN_DIGITS } from '#features/agents/fields.ts'
import { optionalPhone, requiredEmail, requiredMobile } from '#platform/contact-fields.ts'
import { EMPTY_GUID, Id, optionalText, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { MAX_COMMENTS } from './rules.ts'

/** Longest texts of a registration, in characters (spec 2 §9). */
const MAX = { name: 100, userName: 50, unitNumber: 10, captcha: 8000 } as const

const name = (empty: string) => requiredText(MAX.name, empty)
const chosen = (nothing: string) =>
  z
    .string({ error: nothing })
    .refine((id) => id !== '' && id !== EMPTY_GUID, { error: nothing, abort: true })
    .pipe(Id)

const FirstName = name(t('MsgFirstNameCannotBeNull').text)
const LastName = name(t('MsgLastNameCannotBeNull').text)
const Email = requiredEmail(t('MsgEmailCannotBeNull').text)
const PhoneNumber = requiredMobile(t('MsgPhoneNumberCannotBeNull').text)

/** The fields of a resident with their error texts, in the order in which they are checked (spec 2 §5). */
export const residentFields = {
  FirstName,
  LastName,
  Email,
  PropertyId: chosen(t('MsgPropertyAndBuildingMissing').text),
  BuildingId: chosen(t('MsgBuildingCannotBeNull').text),
  UnitNumber: requiredText(
    MAX.unitNumber,
    t('MsgUnitNumberCannotBeNull').text,
    t('MsgUnitNumberTooLong', { max: MAX.unitNumber }).text,
  ),
  PhoneNumber,
  PhoneNumber1: optionalPhone,
  PhoneNumber2: optionalPhone,
  /** Needs an accessible locker. */
  IsDDA: z.boolean().default(false),
}

/** The fields of an agent; the PIN, which comes between them, is required only in the form. */
export const agentPerson = {
  FirstName,
  LastName,
  Email,
  CourierId: chosen(t('MsgCourierCannotBeNull').text),
}
export const agentSignIn = {
  UserName: requiredText(MAX.userName, t('MsgUserNameCannotBeNull').text),
  PhoneNumber,
}
const noProperty = t('MsgPropertyMissing').text
export const PropertyIds = z.array(Id, { error: noProperty }).max(500).min(1, t('MsgPropertyAtLeastOne').text)

const notPin = t('MsgPinInvalid', { digits: PIN_DIGITS }).text
/** A required PIN. */
export const Pin = z
  .string({ error: t('MsgPinCannotBeNull').text })
  .trim()
  .min(1, { error: t('MsgPinCannotBeNull').text, abort: true })
  .refine(isPin, notPin)
/** An optional PIN: undefined leaves the stored one. */
export const NewPin = z
  .string()
  .trim()
  .refine((pin) => pin === '' || isPin(pin), notPin)
  .nullish()
  .transform((pin) => pin || undefined)

export const Comments = optionalText(MAX_COMMENTS, t('MsgCommentsTooLong', { max: MAX_COMMENTS }).text)
/** The captcha's answer, for any provider. */
export const ReCaptchaToken = z
  .string({ error: t('MsgCaptchaFailed').text })
  .min(1, t('MsgCaptchaFailed').text)
  .max(MAX.captcha)
