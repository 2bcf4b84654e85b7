import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('SystemHelp', {
  HelpSystem: 'Whether the server, its database, broker and mail work. Jobs that wait or failed are listed with their reason.',
})

export const help: FeatureHelp = {
  '/system': { text: t('HelpSystem'), guide: 'run-in-production' },
}
