import { fileNameOf } from '../../../parameters.ts'
import { t } from '../../../viewer-messages.ts'
import { isGone, step } from '../state/failures.ts'
import { type FileFlag, failed, fileBegun, fileEnded } from '../state/reducer.ts'
import { INFO_POLL_MS } from '../state/state.ts'
import { type Context, drop } from './context.ts'
import { waitMs } from './requests.ts'

type ReportFile = { readonly name: string; readonly content: Blob }

/** A file of the report as it is shown; null when it fails, is stopped, or another one is being made. */
export async function makeFile(context: Context, format: string, flag: FileFlag): Promise<ReportFile | null> {
  const { read, update, requests } = context
  const { ids, reportSource, isExporting, isPrinting, phase } = read()
  if (!ids || !reportSource) {
    update({ error: t('ErrorNoDocument').text })
    return null
  }
  if (isExporting || isPrinting || phase === 'loading') return null
  const signal = requests.begin('file')
  update(fileBegun(flag))
  try {
    const content = await contentOrAgain(context, format, signal)
    update(fileEnded(flag))
    return { name: nameOf(context, format), content }
  } catch (error) {
    update(signal.aborted ? fileEnded(flag) : failed(error, { [flag]: false }))
    return null
  }
}

/** Ends the file that is being made, if there is one. */
export function stopFile(context: Context): void {
  context.requests.stop('file')
  if (context.unfinishedFile) void drop(context, context.unfinishedFile)
  context.unfinishedFile = null
}

/** Loads the report again when its document is gone. */
const contentOrAgain = (context: Context, format: string, signal: AbortSignal): Promise<Blob> =>
  contentOf(context, format, signal).catch(async (error: unknown) => {
    if (signal.aborted || !isGone(error)) throw error
    await context.reload()
    signal.throwIfAborted()
    if (context.read().phase !== 'ready') throw error
    return contentOf(context, format, signal)
  })

async function contentOf(context: Context, format: string, signal: AbortSignal): Promise<Blob> {
  const { service, read } = context
  const { ids, reportSource } = read()
  if (!ids || !reportSource) throw new Error(t('ErrorNoDocument').text)
  const what = t('ErrorDocument', { report: reportSource.report, format })
  const document = { format, baseDocumentId: ids.documentId, useCache: true }
  const at = { ...ids, documentId: await step(what, service.createDocument(ids, document)) }
  if (signal.aborted) void drop(context, at)
  signal.throwIfAborted()
  context.unfinishedFile = at
  for (let began = Date.now(); !(await service.getInfo(at, signal)).documentReady; began = Date.now())
    await waitMs(INFO_POLL_MS - (Date.now() - began), signal)
  context.unfinishedFile = null
  return service.getFile(at, signal)
}

/** The period is by default that of the parameters. */
function nameOf({ read }: Context, format: string): string {
  const { parameters, reportSource } = read()
  const values = Object.fromEntries(parameters.map(({ id, value }) => [id, value]))
  return fileNameOf(reportSource!.report, { ...values, ...reportSource!.parameterValues }, format.toLowerCase())
}
