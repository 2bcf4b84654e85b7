import type { ParameterValues } from '../../../contract.ts'
import { t } from '../../../viewer-messages.ts'
import { failureOf, isExpired } from '../state/failures.ts'
import { errorsOf, sourceWith } from '../state/parameter-values.ts'
import { failed, parameterEdited, parametersCascaded, previewRefused, valuesFound } from '../state/reducer.ts'
import { PARAMETER_DEBOUNCE_MS, VALUE_SEARCH_MS } from '../state/state.ts'
import type { Context } from './context.ts'
import { load } from './load.ts'
import { waitMs } from './requests.ts'
import { readParameters } from './session.ts'

/** The source with changed values. */
function editedSource({ read }: Context, edits: ParameterValues) {
  const { reportSource } = read()
  return reportSource && sourceWith(reportSource, edits)
}
/** For calls that a person does not ask for. */
function validEdits({ read }: Context): ParameterValues {
  const { edits, parameterErrors } = read()
  return Object.fromEntries(Object.entries(edits).filter(([id]) => !(id in parameterErrors)))
}

/** Changes a value, which is not applied yet, and begins the calls that follow from it. */
export function setParameter(context: Context, id: string, value: ParameterValues[string]): void {
  const { read, update, requests } = context
  const parameter = read().parameters.find((one) => one.id === id)
  if (!parameter) return
  update(parameterEdited(id, value))
  const { multivalue, autoRefresh, childParameters } = parameter
  const hasChildren = childParameters.length > 0
  if (hasChildren) requests.stop('cascadeDelay')
  requests.stop('previewDelay')
  if (id in read().parameterErrors) return
  const delay = multivalue && (hasChildren || !autoRefresh) ? PARAMETER_DEBOUNCE_MS : 0
  const after = (kind: 'cascadeDelay' | 'previewDelay', work: () => Promise<void>) =>
    waitMs(delay, requests.begin(kind)).then(work, () => undefined)
  if (hasChildren) void after('cascadeDelay', () => cascade(context, autoRefresh))
  else if (autoRefresh) void after('previewDelay', () => preview(context))
}

/** Reads the values that parameters can have after another one has changed. */
async function cascade(context: Context, isPreviewed: boolean): Promise<void> {
  const { update, requests } = context
  const sent = validEdits(context)
  const source = editedSource(context, sent)
  if (!source) return
  const signal = requests.begin('cascade')
  try {
    update(parametersCascaded(await readParameters(context, source, signal), sent))
    if (isPreviewed) await preview(context)
  } catch (error) {
    if (!signal.aborted) update(failed(error, {}))
  }
}

/** Loads the report with the changed parameters, unless a visible one is invalid. */
export async function preview(context: Context): Promise<void> {
  const { parameters, edits } = context.read()
  const source = editedSource(context, edits)
  if (!source) return context.update({ error: t('ErrorNoReport').text })
  const parameterErrors = errorsOf(parameters, edits)
  if (Object.keys(parameterErrors).length > 0) return context.update(previewRefused(parameterErrors))
  return load(context, source)
}

/** Looks for values of a list that does not offer all, a moment after the last key. */
export async function searchValues(context: Context, id: string, text: string): Promise<void> {
  const { update, requests } = context
  const signal = requests.begin('values')
  update({ failedSearch: null })
  try {
    await waitMs(VALUE_SEARCH_MS, signal)
    const source = editedSource(context, validEdits(context))
    if (!source) return
    const [found] = await readParameters(context, source, signal, { id, text })
    update(valuesFound(id, found?.availableValues ?? []))
  } catch (error) {
    if (signal.aborted) return
    update(isExpired(error) ? failed(error, {}) : { failedSearch: { id, reason: failureOf(error) } })
  }
}
