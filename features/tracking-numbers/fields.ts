import { z } from 'zod'
import { MAX_TRACKING_NUMBER } from '#features/package-statuses/limits.ts'
import { packMessage } from '#platform/define-messages.ts'
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

/**
 * A search text in which a number may be given as a scanner reads it. A code that is longer than a search, or that is written in more
 * groups than a search has words, is sought by its number.
 */
export const sought = z.string().transform((given) => {
  const isUsual = readScannedText(given).isPlain && wordsOf(given).length <= MAX_WORDS
  return isUsual ? withoutForbidden(given).replace(/\s+/g, ' ') : trackingNumberOf(given) || given
})
