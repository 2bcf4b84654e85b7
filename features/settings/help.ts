import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('SettingsHelp', {
  HelpGeneral:
    'Settings of the whole organisation: language, addresses for summaries and alerts, openings, imports. The links and posters for self-registration are here too.',
  HelpPoster: 'A poster with the QR code for self-registration. Print it and hang it beside the lockers.',
  HelpAbout: 'The version of the portal. Name it when you ask for help.',
})

export const help: FeatureHelp = {
  '/setting/general': { text: t('HelpGeneral'), guide: 'get-started' },
  '/setting/poster/{kind}': { text: t('HelpPoster'), guide: 'print-labels-and-lists' },
  '/about': { text: t('HelpAbout'), guide: 'keyboard-shortcuts' },
}
