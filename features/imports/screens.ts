import { defineMessages } from '#platform/define-messages.ts'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('ImportScreens', {
  ScreenImport: 'Import residents',
  ScreenImports: 'Resident imports',
  ScreenImportJob: 'Import Job Detail',
  WordImport: 'Import',
})
