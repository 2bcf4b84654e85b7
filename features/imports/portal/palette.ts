import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { t } from '../help.ts'

export const palette: PalettePart = { words: { '/resident/import': t('WordsOfImport') } }
