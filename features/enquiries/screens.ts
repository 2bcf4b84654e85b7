import { defineMessages } from '#platform/define-messages.ts'

export const ENQUIRIES_PATH = '/enquiry/list'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('EnquiryScreens', {
  ScreenEnquiries: 'Enquiries',
})
