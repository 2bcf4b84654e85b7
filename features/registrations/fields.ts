import { z } from 'zod'
import { isPin, PIN_DIGITS } from '#features/agents/fields.ts'
import { optionalPhone, requiredEmail, requiredMobile } from '#platform/contact-fields.ts'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { Id, optionalText, requiredChoice, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { MAX_COMMENTS } from './rules.ts'

/** Longest texts of a registration, in characters (spec 2 §9). */
const MAX = { name: 100, userName: 50, unitNumber: 10, captcha: 8000 } as const

const name = (empty: Message) => requiredText(MAX.name, empty)
const FirstName = name(t('MsgFirstNameCannotBeNull'))
const LastName = name(t('MsgLastNameCannotBeNull'))
const Email = requiredEmail(t('MsgEmailCannotBeNull'))
const place = requiredChoice(t('MsgBuildingCannotBeNull'))
const PhoneNumber = requiredMobile(t('MsgPhoneNumberCannotBeNull'))

/** The fields of a resident with their error texts, in the order in which they are checked (spec 2 §5). */
export const residentFields = {
  FirstName,
  LastName,
  Email,
  PropertyId: place,
  BuildingId: place,
  UnitNumber: requiredText(MAX.unitNumber, t('MsgUnitNumberCannotBeNull'), t('MsgUnitNumberTooLong', { max: MAX.unitNumber })),
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
  CourierId: requiredChoice(t('MsgCourierCannotBeNull')),
}
export const agentSignIn = {
  UserName: requiredText(MAX.userName, t('MsgUserNameCannotBeNull')),
  PhoneNumber,
}
const noProperty = packMessage(t('MsgPropertyMissing'))
export const PropertyIds = z
  .array(Id, { error: noProperty })
  .max(500)
  .min(1, packMessage(t('MsgPropertyAtLeastOne')))

const notPin = packMessage(t('MsgPinInvalid', { digits: PIN_DIGITS }))
/** A required PIN. */
export const Pin = z
  .string({ error: packMessage(t('MsgPinCannotBeNull')) })
  .trim()
  .min(1, { error: packMessage(t('MsgPinCannotBeNull')), abort: true })
  .refine(isPin, notPin)
/** An optional PIN: undefined leaves the stored one. */
export const NewPin = z
  .string()
  .trim()
  .refine((pin) => pin === '' || isPin(pin), notPin)
  .nullish()
  .transform((pin) => pin || undefined)

export const Comments = optionalText(MAX_COMMENTS, t('MsgCommentsTooLong', { max: MAX_COMMENTS }))
/** The captcha's answer, for any provider. */
export const ReCaptchaToken = z
  .string({ error: packMessage(t('MsgCaptchaFailed')) })
  .min(1, packMessage(t('MsgCaptchaFailed')))
  .max(MAX.captcha, packMessage(t('MsgCaptchaFailed')))
