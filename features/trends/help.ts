import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('TrendHelp', {
  HelpTrends:
    'How many packages came and went by day, how full the lockers were and how long packages waited. Choose places and days.',
})

export const help: FeatureHelp = {
  '/dashboard/trends': { text: t('HelpTrends'), guide: 'share-a-view' },
}
