import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('EnquiryHelp', {
  HelpEnquiries:
    'Messages, quotes and wishes for a demonstration from the public site. The e-mail address in each line opens an answer.',
})

export const help: FeatureHelp = {
  '/enquiry/list': { text: t('HelpEnquiries'), guide: 'print-labels-and-lists' },
}
