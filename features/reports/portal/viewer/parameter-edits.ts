import type { ParameterValues } from '../../contract.ts'
import { t } from '../../viewer-messages.ts'
import { failureOf, InvalidParameters, isExpired } from './failures.ts'
import { errorsOf, PERIOD, sourceWith, withChosen } from './parameter-values.ts'
import type { Parameter, ReportSource, ValueSearch } from './service-client.ts'
import { PARAMETER_DEBOUNCE_MS, VALUE_SEARCH_MS } from './state.ts'
import type { Store } from './store.ts'

type Deps = {
  readonly store: Store
  readonly readParameters: (source: ReportSource, signal: AbortSignal, search?: ValueSearch) => Promise<readonly Parameter[]>
  readonly load: (source: ReportSource) => Promise<void>
}
const invalid = () => failureOf(new InvalidParameters())
type Timer = ReturnType<typeof setTimeout> | undefined

/** Values that a person changes before they are applied, and the calls that follow from them. */
export function parameterEdits({ store, readParameters, load }: Deps) {
  const { read, update, fail } = store
  let cascadeTimer: Timer
  let previewTimer: Timer
  let searchTimer: Timer
  let cascading: AbortController | null = null
  let searching: AbortController | null = null

  /** The source with the changed values; without invalid ones for calls that a person does not ask for. */
  const editedSource = (edits = read().edits) => {
    const { reportSource } = read()
    return reportSource && sourceWith(reportSource, edits)
  }
  const validEdits = () => {
    const { edits, parameterErrors } = read()
    return Object.fromEntries(Object.entries(edits).filter(([id]) => !(id in parameterErrors)))
  }

  function set(id: string, value: ParameterValues[string]) {
    const { parameters, edits: before, parameterErrors } = read()
    const parameter = parameters.find((one) => one.id === id)
    if (!parameter) return
    const edits = { ...before, [id]: value }
    const all = errorsOf(parameters, edits)
    const isShown = (one: string) => one === id || one in parameterErrors || (PERIOD.includes(id) && PERIOD.includes(one))
    update({ edits, parameterErrors: Object.fromEntries(Object.entries(all).filter(([one]) => isShown(one))) })
    if (Object.keys(all).length === 0 && read().error === invalid()) update({ error: null })
    const { multivalue, autoRefresh, childParameters } = parameter
    const hasChildren = childParameters.length > 0
    if (hasChildren) clearTimeout(cascadeTimer)
    clearTimeout(previewTimer)
    if (id in all) return
    const delay = multivalue && (hasChildren || !autoRefresh) ? PARAMETER_DEBOUNCE_MS : 0
    if (hasChildren) cascadeTimer = setTimeout(() => void cascade(autoRefresh), delay)
    else if (autoRefresh) previewTimer = setTimeout(() => void preview(), delay)
  }

  /** Reads the values that parameters can have after another one has changed. Values that were edited meanwhile stay. */
  async function cascade(isPreviewed: boolean) {
    cascading?.abort()
    const sent = validEdits()
    const source = editedSource(sent)
    if (!source) return
    cascading = new AbortController()
    const { signal } = cascading
    try {
      const parameters = await readParameters(source, signal)
      const edits = { ...read().edits }
      for (const { id, value } of parameters) if (id in sent && edits[id] === sent[id]) edits[id] = value
      update({ parameters, edits, parameterErrors: errorsOf(parameters, edits) })
      if (isPreviewed) await preview()
    } catch (error) {
      if (!signal.aborted) fail(error, {})
    }
  }

  /** Loads the report with the changed parameters, unless a visible one is invalid. */
  function preview(): Promise<void> {
    const source = editedSource()
    if (!source) return Promise.resolve(update({ error: t('ErrorNoReport').text }))
    const parameterErrors = errorsOf(read().parameters, read().edits)
    if (Object.keys(parameterErrors).length === 0) return load(source)
    update({ parameterErrors, parametersAreaVisible: true, error: invalid() })
    return Promise.resolve()
  }

  /** Reads the values of a long list that have a text; those that are chosen stay in it. */
  async function readFound(id: string, text: string) {
    const source = editedSource(validEdits())
    if (!source) return
    searching = new AbortController()
    const { signal } = searching
    try {
      const [found] = await readParameters(source, signal, { id, text })
      const { parameters, edits } = read()
      const availableValues = found?.availableValues ?? []
      update({
        parameters: parameters.map((one) =>
          one.id === id ? { ...one, availableValues: withChosen(one, edits[id], availableValues) } : one,
        ),
      })
    } catch (error) {
      if (signal.aborted) return
      if (isExpired(error)) fail(error, {})
      else update({ failedSearch: { id, reason: failureOf(error) } })
    }
  }

  return {
    set,
    preview,
    /** Looks for values of a list that does not offer all. */
    searchValues: (id: string, text: string) => {
      clearTimeout(searchTimer)
      searching?.abort()
      update({ failedSearch: null })
      searchTimer = setTimeout(() => void readFound(id, text), VALUE_SEARCH_MS)
    },
    stop: () => {
      for (const timer of [cascadeTimer, previewTimer, searchTimer]) clearTimeout(timer)
      cascading?.abort()
      searching?.abort()
    },
  }
}
