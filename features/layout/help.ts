import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('LayoutHelp', {
  HelpLayout:
    'Draw the cabinet: columns, lockers with their sizes, the terminal. Nothing changes at the kiosk before you publish.',
})

export const help: FeatureHelp = {
  '/lockerbank/{lockerBankId}/layout': { text: t('HelpLayout'), guide: 'set-up-a-locker-bank' },
}
