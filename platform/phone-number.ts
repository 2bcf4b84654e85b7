import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Message } from './define-messages.ts'
import { t } from './messages.ts'
import { hasExtension, inPlainSigns, phoneText } from './phone-text.ts'

/**
 * Numbers whose form a country has changed by a rule without exceptions, each with the present one. libphonenumber reads Argentina's
 * 15 itself.
 */
const FORMER: readonly (readonly [RegExp, string])[] = [
  // Mexico since 2019-08-03 (IFT): no 1 behind the country code, no 01, 044 and 045 in front.
  [/^\+52(?:1|01|044|045)(\d{10})$/, '+52$1'],
  // Côte d'Ivoire since 2021-01-31 (ARTCI): mobile numbers by their second digit, which names the operator.
  [/^\+225([04-9][0-3]\d{6})$/, '+22501$1'],
  [/^\+225([04-9][4-6]\d{6})$/, '+22505$1'],
  [/^\+225([04-9][7-9]\d{6})$/, '+22507$1'],
  // Benin since 2024-11-30 (ARCEP): all numbers.
  [/^\+229(\d{8})$/, '+22901$1'],
  // Brazil until 2016-11-06 (Anatel, Resolução 553): mobile numbers of all areas; those with 7 were also of radio services.
  [/^\+55(\d{2})([89]\d{7})$/, '+55$19$2'],
]

/** How a call to another country begins: in most of them, in North America, and in Australia. */
const ABROAD = /^(?:0011|011|00)(?=[1-9])/

/** The country of numbers without one: that of the organisation's culture. */
const countryOf = (culture: string) => new Intl.Locale(culture).maximize().region as CountryCode

/**
 * The number that a text message goes to, as `+` and digits (E.164), read with the country of a culture; null when none can be sent to
 * it. A number is possible by its length: whether it is in use is for the SMS service to say, because new area codes come
 * faster than any list of them (decisions "Phone numbers, addresses and replies").
 */
export function smsNumber(text: string, culture: string): string | null {
  const country = countryOf(culture)
  const plain = phoneText(text)
  const digits = plain.replace(/[^+\d]/g, '')
  const international = digits.replace(ABROAD, '+')
  const read = [plain, ...(international === digits ? [] : [international])].map((one) =>
    parsePhoneNumberFromString(one, country),
  )
  for (const number of read) {
    const present = number && inPresentForm(number)
    if (present?.isPossible()) return present.number
  }
  return null
}

function inPresentForm(number: PhoneNumber): PhoneNumber | undefined {
  const whole = `+${number.countryCallingCode}${number.nationalNumber}`
  const [former, present] = FORMER.find(([form]) => form.test(whole)) ?? []
  return former && present ? parsePhoneNumberFromString(whole.replace(former, present)) : number
}

/** A label in front, such as "Tel." or "Mobile:", behind a blank or at the beginning. */
const LABEL = /(?:^|[\s,;])(?:tel|phone|ph|mobile|mob|cell|telefon|handy|fon|tel[eé]fono|m[oó]vil)\b[.:\s]*$/iu
const ONLY_NUMBER = /^[\d ()+./-]+$/
const NOT_ABROAD_AT_HOME = /^\+|^00(?=[1-9])/
/** Fewer digits are a unit rather than a phone number. */
const SHORTEST_SOUGHT = 6
/** A number without the trunk prefix has so many digits only together with its country code. */
const WITH_COUNTRY = /^[1-9]\d{10,}$/

/**
 * The phone number at the end of a search, and the text before it; null where there is none. `parts` are the digits of which a stored
 * number has to contain one: those that were typed and those without a country code, both without zeros in front, because either side
 * may lack country code and trunk prefix (decisions "Search by words").
 */
export function soughtPhone(text: string): { readonly rest: string; readonly parts: readonly string[] } | null {
  const plain = inPlainSigns(text)
  const start = plain.search(/(?<=^|[\s,;:.])[+(]*\d/)
  if (start < 0) return null
  const written = plain.slice(start)
  const number = hasExtension(written) ? phoneText(written) : written
  const digits = number.replace(/\D/g, '')
  if (!ONLY_NUMBER.test(number) || digits.length < SHORTEST_SOUGHT) return null
  const parts = [digits, nationalDigits(number)].map((part) => part.replace(/^0+/, ''))
  return {
    rest: plain.slice(0, start).replace(LABEL, '').trim(),
    parts: [...new Set(parts)].filter((part) => part.length >= SHORTEST_SOUGHT),
  }
}

/** The digits of a number without the country code that it may have, with or without a sign of it. */
function nationalDigits(text: string): string {
  const signs = text.replace(/[^+\d]/g, '')
  const international = WITH_COUNTRY.test(signs) ? `+${signs}` : signs.replace(ABROAD, '+')
  const read = international.startsWith('+') ? parsePhoneNumberFromString(international) : undefined
  const number = read && inPresentForm(read)
  // What begins like a call abroad may also be a number at home: 0115 is Nottingham.
  return number && (NOT_ABROAD_AT_HOME.test(signs) || number.isPossible()) ? number.nationalNumber : ''
}

/** What to tell of a mobile number that is being entered: that its extension is left out, or that no text message can be sent to it. */
export function phoneHint(text: string, culture: string): Message | null {
  if (!/\p{Nd}/u.test(text)) return null
  if (smsNumber(text, culture) === null) return t('HintNoSmsNumber')
  return hasExtension(text) ? t('HintExtensionCut') : null
}
