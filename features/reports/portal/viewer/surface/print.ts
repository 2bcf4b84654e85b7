import { download } from '#platform/portal/api/download.ts'
import { t } from '../../../viewer-messages.ts'
import type { Controller } from '../controller.ts'
import type { PrintMode } from '../state/state.ts'

/** The browser shows the PDF, or a person opens the file: chosen, or by what the browser can do (spec 3 §4 "Print mode"). */
export const printsInWindow = (mode: PrintMode, canShowPdf: boolean) =>
  mode === 'FORCE_PDF_PLUGIN' || (mode === 'AUTO_SELECT' && canShowPdf)

/** After this the window has read the file. */
const LOADED_MS = 60_000

/** Prints the report: its PDF in a window of its own, or as a file. If the window is blocked, a notice says so and the file is downloaded. */
export async function print(controller: Controller): Promise<void> {
  const inWindow = printsInWindow(controller.read().printMode, navigator.pdfViewerEnabled)
  // Opened before the file is there: a window that is opened later is blocked.
  const opened = inWindow ? window.open('', '_blank') : null
  if (inWindow && !opened) controller.notify(t('NoticeWindowBlocked').text)
  const file = await controller.printReport()
  if (!file) return opened?.close()
  if (opened && !opened.closed) {
    const address = URL.createObjectURL(file.content)
    opened.location.href = address
    setTimeout(() => URL.revokeObjectURL(address), LOADED_MS)
    return
  }
  download(file.name, [file.content], file.content.type)
}

export async function exportAs(controller: Controller, format: string): Promise<void> {
  const file = await controller.exportReport(format)
  if (file) download(file.name, [file.content], file.content.type)
}
