import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('NewsletterHelp', {
  HelpNewsletter: 'Who has subscribed to the newsletter of the public site. The export has confirmed addresses only.',
})

export const help: FeatureHelp = {
  '/newsletter/list': { text: t('HelpNewsletter'), guide: 'print-labels-and-lists' },
}
