import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('ThemeHelp', {
  HelpTheme:
    'Colours, logo and texts of the terminals of this property. The preview shows each screen; publish to send it to the kiosks.',
})

export const help: FeatureHelp = {
  '/property/{propertyId}/theme': { text: t('HelpTheme'), guide: 'set-up-a-locker-bank' },
}
