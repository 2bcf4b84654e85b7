import { z } from 'zod'
import { type Message, packMessage } from './define-messages.ts'
import { t } from './messages.ts'
import { phoneText } from './phone-text.ts'
import { optionalText, requiredText } from './wire.ts'

/** Lengths in characters (spec 2 §5, §9). */
export const CONTACT = { emailMax: 100, phoneMax: 20, mobileMin: 10 } as const

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$`, 'i')
/**
 * The one rule of e-mail addresses: a dot-atom of RFC 5322 before the sign, as browsers take it too (WHATWG HTML), and a host name with
 * a dot. At most 64 characters before the sign and 254 in all (RFC 5321).
 */
export const isEmail = (value: string): boolean => EMAIL.test(value) && value.length <= 254 && value.lastIndexOf('@') <= 64
/** The mailbox of an e-mail address, for quotas: lower case and without a `+tag`, which makes any number of addresses. */
export const mailboxOf = (address: string): string => address.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')
/** A required e-mail address; `empty` is the message when it is missing. */
export const requiredEmail = (empty: Message) =>
  requiredText(CONTACT.emailMax, empty, t('MsgEmailTooLong', { max: CONTACT.emailMax })).refine(
    isEmail,
    packMessage(t('MsgEmailInvalid')),
  )

/** An e-mail address, or '' for none. */
export const optionalEmail = optionalText(CONTACT.emailMax, t('MsgEmailTooLong', { max: CONTACT.emailMax })).refine(
  (value) => value === '' || isEmail(value),
  packMessage(t('MsgEmailInvalid')),
)

const isPhone = (value: string) => value === '' || /^\+?[\d.() -]+$/.test(value)
const isLongEnough = (value: string) => value === '' || value.length >= CONTACT.mobileMin
const tooShort = t('MsgMobileTooShort', { min: CONTACT.mobileMin })
const tooLong = t('MsgMobileTooLong', { max: CONTACT.phoneMax })
/**
 * A mobile number, or '' for none: an optional plus, then digits, dots, parentheses, hyphens and spaces. Other forms are read first
 * (`phoneText`).
 */
export const optionalMobile = z
  .string()
  .overwrite(phoneText)
  .max(CONTACT.phoneMax, packMessage(tooLong))
  .refine(isPhone, packMessage(t('MsgPhoneInvalid')))
  .refine(isLongEnough, packMessage(tooShort))
  .nullish()
  .transform((number) => number ?? '')
/** A required mobile number; `empty` is the message when it is missing. */
export const requiredMobile = (empty: Message) =>
  z
    .string({ error: packMessage(empty) })
    .overwrite(phoneText)
    .pipe(requiredText(CONTACT.phoneMax, empty, tooLong))
    .refine(isPhone, packMessage(t('MsgPhoneInvalid')))
    .refine(isLongEnough, packMessage(tooShort))
/** Any other phone number in free form, or '' for none. */
export const optionalPhone = optionalText(CONTACT.phoneMax, t('MsgPhoneTooLong', { max: CONTACT.phoneMax }))
