import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help and of the command palette; loaded when they are opened. */
export const t = defineMessages('ImportHelp', {
  HelpImport:
    'Upload a file with residents. You see what would change before anything does; refused lines are listed with their reason and can be downloaded.',
  HelpImports:
    'The files that were uploaded or fetched, with what each has changed. A file that waits is applied or discarded from here.',
  HelpImportFile:
    'What one file would change or has changed, line by line. Refused lines have their reason; correct them in the file and upload it again.',
  WordsOfImport: 'upload file csv list',
})

export const help: FeatureHelp = {
  '/resident/import': { text: t('HelpImport'), guide: 'add-residents' },
  '/importfile/create': { text: t('HelpImport'), guide: 'add-residents' },
  '/importfile/list': { text: t('HelpImports'), guide: 'add-residents' },
  '/importfile/{importId}/detail': { text: t('HelpImportFile'), guide: 'add-residents' },
}
