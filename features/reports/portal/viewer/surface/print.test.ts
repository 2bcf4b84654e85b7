import { expect, test } from 'vitest'
import { printsInWindow } from './print.ts'

test.each([
  ['AUTO_SELECT', true, true],
  ['AUTO_SELECT', false, false],
  ['FORCE_PDF_PLUGIN', false, true],
  ['FORCE_PDF_FILE', true, false],
] as const)('%s in a browser that shows PDF files (%o) prints in a window: %o', (mode, canShowPdf, expected) => {
  expect(printsInWindow(mode, canShowPdf)).toBe(expected)
})
