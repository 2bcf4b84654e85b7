import { defineMessages } from '#platform/define-messages.ts'
import { t as common, type FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('AdviceTagHelp', {
  HelpAdviceTags: 'Short remarks for packages, such as “fragile” or “keep cool”. Kiosk and mailroom offer them.',
})

export const help: FeatureHelp = {
  '/advicetag/list': { text: t('HelpAdviceTags'), guide: 'book-and-hand-over-parcels' },
  '/advicetag/create': { text: common('HelpCreate'), guide: 'book-and-hand-over-parcels' },
  '/advicetag/{advicetagId}/': { text: common('HelpRecord'), guide: 'merge-changes' },
}
