import { z } from 'zod'
import { MAX_TRACKING_NUMBER } from '#features/package-statuses/limits.ts'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { MAX_WORDS, text, withoutForbidden, wordsOf } from '#platform/wire.ts'
import { t } from './messages.ts'
import { holdsNoNumber, trackingNumberOf } from './recognise.ts'
import { readScannedText } from './scanned-text.ts'

/**
 * The tracking number of a parcel as a person, a scanner or a program gives it, in the form in which it is kept (`trackingNumberOf`). A
 * code that holds something else, such as an address, is refused.
 */
export const trackingNumber = z
  .string()
  .refine((given) => !holdsNoNumber(given), packMessage(t('MsgNoTrackingNumber')))
  .transform(trackingNumberOf)
  .pipe(text(MAX_TRACKING_NUMBER))

/** The same of a parcel that lies in a locker already, which is kept without a number rather than refused. */
export const trackingNumberIfAny = z.string().transform((given) => trackingNumberOf(given).slice(0, MAX_TRACKING_NUMBER))

const code = text(MAX_TRACKING_NUMBER)
/**
 * The number of a package that may have been kept with a code before codes were read: a code without a number is given as it is, and
 * `whyNoNumber` refuses it unless the package has it already.
 */
export const trackingNumberOrCode = z
  .string()
  .refine((given) => !holdsNoNumber(given) || code.safeParse(given).success, packMessage(t('MsgNoTrackingNumber')))
  .transform((given) => trackingNumberOf(given) || given)
  .pipe(code)

/** Why a package cannot get a tracking number; null for a number. */
export const whyNoNumber = (number: string): Message | null => (holdsNoNumber(number) ? t('MsgNoTrackingNumber') : null)

/**
 * A search text in which a number may be given as a scanner reads it. A code that is longer than a search, or that is written in more
 * groups than a search has words, is sought by its number.
 */
export const sought = z.string().transform((given) => {
  const isUsual = readScannedText(given).isPlain && wordsOf(given).length <= MAX_WORDS
  return isUsual ? withoutForbidden(given).replace(/\s+/g, ' ') : trackingNumberOf(given) || given
})
