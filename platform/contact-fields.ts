import { z } from 'zod'
import { t } from './messages.ts'
import { optionalText, requiredText } from './wire.ts'

/** Longest e-mail and phone number, and the shortest mobile number, in characters (spec 2 §5, §9). */
export const CONTACT = { emailMax: 100, phoneMax: 20, mobileMin: 10 } as const

const email = z.email()
const isEmail = (value: string) => email.safeParse(value).success
/** An e-mail that must be given; `empty` is what is said of none. */
export const requiredEmail = (empty: string) =>
  requiredText(CONTACT.emailMax, empty, t('MsgEmailTooLong', { max: CONTACT.emailMax }).text).refine(
    isEmail,
    t('MsgEmailInvalid').text,
  )

/** An e-mail, or '' for none. */
export const optionalEmail = optionalText(CONTACT.emailMax, t('MsgEmailTooLong', { max: CONTACT.emailMax }).text).refine(
  (value) => value === '' || isEmail(value),
  t('MsgEmailInvalid').text,
)

const isPhone = (value: string) => value === '' || /^\+?[\d.() -]+$/.test(value)
const isLongEnough = (value: string) => value === '' || value.length >= CONTACT.mobileMin
const tooShort = t('MsgMobileTooShort', { min: CONTACT.mobileMin }).text
const tooLong = t('MsgMobileTooLong', { max: CONTACT.phoneMax }).text
/** A mobile number, or '' for none: an optional plus, then digits, dots, parentheses, hyphens and blanks. */
export const optionalMobile = optionalText(CONTACT.phoneMax, tooLong)
  .refine(isPhone, t('MsgPhoneInvalid').text)
  .refine(isLongEnough, tooShort)
/** A mobile number that must be given; `empty` is what is said of none. */
export const requiredMobile = (empty: string) =>
  requiredText(CONTACT.phoneMax, empty, tooLong).refine(isPhone, t('MsgPhoneInvalid').text).refine(isLongEnough, tooShort)
/** Another phone number, or '' for none, as people write it. */
export const optionalPhone = optionalText(CONTACT.phoneMax, t('MsgPhoneTooLong', { max: CONTACT.phoneMax }).text)
