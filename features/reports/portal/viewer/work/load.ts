import { t } from '../../../viewer-messages.ts'
import type { NewDocument, ReportSource } from '../client/service-client.ts'
import { InvalidParameters, isExpired, isGone, step } from '../state/failures.ts'
import { errorsOf } from '../state/parameter-values.ts'
import { failed, left, loadBegun, parametersRead, reportChosen } from '../state/reducer.ts'
import { isSameSource } from '../state/state.ts'
import { type Context, drop } from './context.ts'
import { deleteDropped, render, show } from './document.ts'
import { readParameters, readParametersAgain } from './session.ts'

const FORMATS = { INTERACTIVE: 'HTML5Interactive', PRINT_PREVIEW: 'HTML5' } as const

type Work = (signal: AbortSignal) => Promise<void>
/** Whether the document that is shown is what the next one is made of. */
type Stop = { readonly isOfShown?: boolean }

/** Runs a load; one that is under way ends, and its unfinished document is cancelled. */
async function run(context: Context, work: Work, stopping?: Stop): Promise<void> {
  stopLoad(context, stopping)
  const signal = context.requests.begin('load')
  context.update(loadBegun)
  try {
    await work(signal)
  } catch (error) {
    if (!signal.aborted) context.update(failed(error))
  }
}

/** Ends a load and what belongs to it. */
export function stopLoad(context: Context, { isOfShown = false }: Stop = {}): void {
  const { requests, read, creating } = context
  const { ids, documentReady } = read()
  const unfinished = requests.wasBegun('load') && !documentReady ? ids : null
  context.base = isOfShown ? unfinished : null
  if (unfinished && !isOfShown) context.creating = Promise.all([creating, drop(context, unfinished)])
  requests.stop('cascadeDelay', 'previewDelay', 'cascade', 'values', 'load', 'page', 'nextPage', 'search')
}

type Load = { readonly pageNumber?: number; readonly useCache?: boolean }

/** The load sequence: client, parameters, instance, document, then its state and page. */
export const load = (context: Context, source: ReportSource, { pageNumber = 1, useCache = true }: Load = {}): Promise<void> =>
  run(context, async (signal) => {
    const { service, read, update } = context
    const { records } = read().history
    update(reportChosen(source, pageNumber))
    deleteDropped(context, records)
    const applied = read().edits
    update(parametersRead(await readParametersAgain(context, source, signal), applied))
    const parameterErrors = errorsOf(read().parameters, source.parameterValues)
    if (Object.keys(parameterErrors).length > 0) {
      update({ parameterErrors, parametersAreaVisible: true })
      throw new InvalidParameters()
    }
    const clientId = read().clientId!
    const what = t('ErrorInstance', { report: source.report })
    const instanceId = await step(what, service.createInstance(clientId, source, signal))
    await render(context, { clientId, instanceId }, { format: FORMATS[read().viewMode], useCache }, { pageNumber, signal })
  })

/** Loads the present report at its page. */
export async function reload(context: Context): Promise<void> {
  const { reportSource, pageNumber } = context.read()
  if (reportSource) await load(context, reportSource, { pageNumber })
}

/** Loads the present report at its page, with its present rows. */
export async function refresh(context: Context): Promise<void> {
  const { reportSource, pageNumber } = context.read()
  if (!reportSource) return context.update({ error: t('ErrorNoReport').text })
  return load(context, reportSource, { pageNumber, useCache: false })
}

/** Renders the present instance in another form: another view, or after an action of a page. */
export async function rerender(context: Context, document: Partial<NewDocument>, pageNumber: number): Promise<void> {
  const { ids, reportSource, viewMode } = context.read()
  if (!reportSource) return context.update({ error: t('ErrorNoReport').text })
  if (!ids) return context.update({ error: t('ErrorNoInstance').text })
  const all = { format: FORMATS[viewMode], baseDocumentId: ids.documentId, useCache: true, ...document }
  const work: Work = (signal) =>
    render(context, ids, all, { pageNumber, signal }).catch(async (error: unknown) => {
      if (signal.aborted || !isGone(error)) throw error
      await load(context, reportSource, { pageNumber })
    })
  return run(context, work, { isOfShown: true })
}

/** Loads a record of the history: its document when the service still has it. */
export async function restore(context: Context, position: number): Promise<void> {
  const { read, update } = context
  const { history } = read()
  const record = history.records[position]
  if (!record) return
  const { reportSource, pageNumber, viewMode, ids } = record
  update({ history: { ...history, position }, viewMode, edits: {}, parameterErrors: {} })
  if (!ids) return load(context, reportSource, { pageNumber })
  return run(context, async (signal) => {
    update({ reportSource, ids, page: null, pageNumber })
    try {
      update({ parameters: await readParameters(context, reportSource, signal) })
      await show(context, ids, { pageNumber, signal })
    } catch (error) {
      if (signal.aborted || !(isGone(error) || isExpired(error))) throw error
      await load(context, reportSource, { pageNumber })
    }
  })
}

/** Shows a report; a source that is shown already stays. After a reload of the page it is shown where it was left. */
export async function open(context: Context, source: ReportSource): Promise<void> {
  const { reportSource, phase, ids, history, pageNumber } = context.read()
  if (!isSameSource(reportSource, source)) return load(context, source)
  if (phase === 'loading') return
  const isRecorded = isSameSource(history.records[history.position]?.reportSource ?? null, source)
  if (phase === 'empty' && isRecorded) return restore(context, history.position)
  if (phase === 'ready' && ids) {
    const failure = await context.service.getInfo(ids, new AbortController().signal).then(
      () => null,
      (error: unknown) => error,
    )
    const isLost = isGone(failure) || isExpired(failure)
    if (!isLost || context.read().ids?.documentId !== ids.documentId) return
  }
  return load(context, source, { pageNumber })
}

/** Ends a load that is under way, and its document; `open` begins it again. */
export function leave(context: Context): void {
  context.requests.stop('cascadeDelay', 'previewDelay', 'cascade', 'values')
  if (context.read().phase !== 'loading') return
  stopLoad(context)
  context.update(left)
}
