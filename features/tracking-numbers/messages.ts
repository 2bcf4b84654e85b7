import { defineMessages } from '#platform/define-messages.ts'

/** Texts of tracking numbers. */
export const t = defineMessages('TrackingNumber', {
  MsgNoTrackingNumber: 'This code has no tracking number in it. Please scan the barcode beside the number.',
})
