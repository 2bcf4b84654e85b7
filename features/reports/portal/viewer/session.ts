import { t } from '../../viewer-messages.ts'
import { isExpired, step, waitMs } from './failures.ts'
import type { ReportSource, ServiceClient, ValueSearch } from './service-client.ts'
import type { Store } from './store.ts'

/** Before the time-out of the service is known, in ms. */
const RETRY_MS = 60_000

/** The viewer as a client of the service: it registers when it has to, and is kept while it is visible. */
export function clientSession(serviceClient: ServiceClient, { read, update, fail, forgetClient }: Store) {
  let keeping: AbortController | null = null

  /** One registration at a time. */
  let registering: Promise<string> | null = null

  async function register(): Promise<string> {
    const clientId = await step(t('ErrorRegister'), serviceClient.registerClient())
    update({ clientId })
    return clientId
  }
  function registered(): string | Promise<string> {
    const { clientId } = read()
    if (clientId) return clientId
    registering ??= register().finally(() => {
      registering = null
    })
    return registering
  }
  async function readParameters(source: ReportSource, signal: AbortSignal, search?: ValueSearch) {
    const clientId = await registered()
    if (read().formats.length === 0) update({ formats: await serviceClient.getFormats() })
    const parameters = await step(t('ErrorParameters'), serviceClient.getParameters(clientId, source, signal, search))
    signal.throwIfAborted()
    return parameters
  }

  async function keep(signal: AbortSignal) {
    let periodMs = 0
    for (;;) {
      const { clientId } = read()
      try {
        if (clientId) {
          periodMs ||= (await serviceClient.getSessionTimeout()) * 500
          await serviceClient.keepAlive(clientId)
        }
      } catch (error) {
        const isCurrent = read().clientId === clientId && read().phase !== 'loading'
        if (!signal.aborted && isExpired(error) && isCurrent) fail(error)
      }
      await waitMs(periodMs || RETRY_MS, signal)
    }
  }

  return {
    readParameters,
    /** Like `readParameters`, for a load: it needs nothing of a client that has expired. */
    readParametersAgain: async (source: ReportSource, signal: AbortSignal) => {
      try {
        return await readParameters(source, signal)
      } catch (error) {
        if (signal.aborted || !isExpired(error)) throw error
        forgetClient()
        return readParameters(source, signal)
      }
    },
    /** Deletes the client at the service, also one that is registering. */
    unregister: async () => {
      await registering?.catch(() => undefined)
      const { clientId } = read()
      if (clientId) await serviceClient.deleteClient(clientId).catch(() => undefined)
    },
    /** While a person sees the viewer its client does not expire. */
    setVisible: (isVisible: boolean) => {
      keeping?.abort()
      keeping = isVisible ? new AbortController() : null
      if (keeping) keep(keeping.signal).catch(() => undefined)
    },
  }
}
