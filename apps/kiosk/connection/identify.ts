import { setTimeout as sleep } from 'node:timers/promises'
import type { createConfigurationSync } from './configuration.ts'
import { type KeyFile, savedLockerBankId, saveLockerBankId } from './key-file.ts'
import type { ServerApi } from './server-api.ts'

type Options = {
  readonly key: Pick<KeyFile, 'ApiKey'>
  readonly folder: string
  readonly server: Pick<ServerApi, 'configuration'>
  readonly configuration: Pick<ReturnType<typeof createConfigurationSync>, 'adopt'>
  readonly log: (line: string) => void
  /** Longest wait between two attempts, in ms. */
  readonly maxRetryMs: number
  readonly signal: AbortSignal
}

const MIN_RETRY_MS = 500

/** The id of the kiosk's locker bank: the saved one, otherwise the server's, requested until it answers. Rejects when it is aborted. */
export async function identifyBank({ key, folder, server, configuration, log, maxRetryMs, signal }: Options): Promise<string> {
  const saved = savedLockerBankId(folder, key.ApiKey)
  if (saved) return saved
  for (let retryMs = MIN_RETRY_MS; ; retryMs = Math.min(2 * retryMs, maxRetryMs)) {
    try {
      const response = await server.configuration()
      saveLockerBankId(folder, key.ApiKey, response.LockerBankId)
      await configuration.adopt(response)
      return response.LockerBankId
    } catch (error) {
      log(`the locker bank could not be identified at the server, will retry: ${(error as Error).message}`)
      await sleep(retryMs * (0.5 + Math.random() / 2), undefined, { signal })
    }
  }
}
