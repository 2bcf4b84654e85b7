import { z } from 'zod'
import { type Message, packMessage } from './define-messages.ts'
import { t } from './messages.ts'
import { optionalText, requiredText } from './wire.ts'

/** Lengths in characters (spec 2 §5, §9). */
export const CONTACT = { emailMax: 100, phoneMax: 20, mobileMin: 10 } as const

const email = z.email()
export const isEmail = (value: string) => email.safeParse(value).success
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
/** A mobile number, or '' for none: an optional plus, then digits, dots, parentheses, hyphens and spaces. */
export const optionalMobile = optionalText(CONTACT.phoneMax, tooLong)
  .refine(isPhone, packMessage(t('MsgPhoneInvalid')))
  .refine(isLongEnough, packMessage(tooShort))
/** A required mobile number; `empty` is the message when it is missing. */
export const requiredMobile = (empty: Message) =>
  requiredText(CONTACT.phoneMax, empty, tooLong)
    .refine(isPhone, packMessage(t('MsgPhoneInvalid')))
    .refine(isLongEnough, packMessage(tooShort))
/** Any other phone number in free form, or '' for none. */
export const optionalPhone = optionalText(CONTACT.phoneMax, t('MsgPhoneTooLong', { max: CONTACT.phoneMax }))
