import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('NoticeHelp', {
  HelpNotices: 'E-mails and SMS to residents: to whom, when, and whether they arrived. Open one to read it, or send it again.',
  HelpReplies:
    'What recipients write back to text messages. STOP and similar words are not here: they end the notices by themselves. Nobody is answered from here.',
})

export const help: FeatureHelp = {
  '/notice/replies': { text: t('HelpReplies'), guide: 'book-and-hand-over-parcels' },
  '/notice/list': { text: t('HelpNotices'), guide: 'book-and-hand-over-parcels' },
}
