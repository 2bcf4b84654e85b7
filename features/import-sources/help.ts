import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('ImportSourceHelp', {
  HelpFetched: 'Residents’ files from your SFTP or FTP server or mailbox. The list shows each file and what became of it.',
})

export const help: FeatureHelp = {
  '/emailsetting': { text: t('HelpFetched'), guide: 'import-residents-from-a-server' },
}
