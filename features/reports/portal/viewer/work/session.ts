import { t } from '../../../viewer-messages.ts'
import type { ReportSource, ValueSearch } from '../client/service-client.ts'
import { isExpired, step } from '../state/failures.ts'
import { clientForgotten, failed } from '../state/reducer.ts'
import type { Context } from './context.ts'
import { waitMs } from './requests.ts'

/** Before the time-out of the service is known, in ms. */
const RETRY_MS = 60_000

async function register({ service, update }: Context): Promise<string> {
  const clientId = await step(t('ErrorRegister'), service.registerClient())
  update({ clientId })
  return clientId
}
function registered(context: Context): string | Promise<string> {
  const { clientId } = context.read()
  if (clientId) return clientId
  context.registering ??= register(context).finally(() => {
    context.registering = null
  })
  return context.registering
}

/** All parameters of a report, or the one whose values are looked for; registers a client if there is none. */
export async function readParameters(context: Context, source: ReportSource, signal: AbortSignal, search?: ValueSearch) {
  const { service, read, update } = context
  const clientId = await registered(context)
  if (read().formats.length === 0) update({ formats: await service.getFormats() })
  const parameters = await step(t('ErrorParameters'), service.getParameters(clientId, source, signal, search))
  signal.throwIfAborted()
  return parameters
}
/** Like `readParameters`, for a load: it needs nothing of a client that has expired. */
export const readParametersAgain = (context: Context, source: ReportSource, signal: AbortSignal) =>
  readParameters(context, source, signal).catch((error: unknown) => {
    if (signal.aborted || !isExpired(error)) throw error
    context.update(clientForgotten)
    return readParameters(context, source, signal)
  })

/** Deletes the client at the service, also one that is registering. */
export async function unregister({ service, read, registering }: Context): Promise<void> {
  await registering?.catch(() => undefined)
  const { clientId } = read()
  if (clientId) await service.deleteClient(clientId).catch(() => undefined)
}

/** While a person sees the viewer its client does not expire. */
export function setVisible(context: Context, isVisible: boolean): void {
  if (isVisible) keep(context, context.requests.begin('keepAlive')).catch(() => undefined)
  else context.requests.stop('keepAlive')
}

async function keep({ service, read, update }: Context, signal: AbortSignal): Promise<never> {
  let periodMs = 0
  for (;;) {
    const { clientId } = read()
    try {
      if (clientId) {
        periodMs ||= (await service.getSessionTimeout()) * 500
        await service.keepAlive(clientId)
      }
    } catch (error) {
      const isCurrent = read().clientId === clientId && read().phase !== 'loading'
      if (!signal.aborted && isExpired(error) && isCurrent) update(failed(error))
    }
    await waitMs(periodMs || RETRY_MS, signal)
  }
}
