import type { Configuration } from '#features/kiosks/contract.ts'
import type { Config } from '#features/kiosks/protocol.ts'
import type { Memory } from '../events/memory.ts'
import type { ServerApi } from './server-api.ts'

type Deps = {
  readonly memory: Pick<Memory, 'config' | 'saveConfig'>
  readonly server: Pick<ServerApi, 'configuration'>
  /** Called when a new configuration is stored. */
  readonly onChange: (config: Config) => Promise<void>
  /** Called for each response of the server. */
  readonly onResponse: (response: Configuration) => Promise<void>
  readonly log: (line: string) => void
}

/** How often the configuration is requested over HTTP while the broker also sends it, in ms. Synchronises the clock as well. */
const REFRESH_MS = 10 * 60_000

/** Keeps the stored configuration up to date, from the broker's messages and from the server's responses. */
export function createConfigurationSync({ memory, server, onChange, onResponse, log }: Deps) {
  const storedVersion = () => memory.config()?.Version ?? 0
  /** The version that was accepted last; it may still be being stored. */
  let accepted = storedVersion()
  let refreshTimer: NodeJS.Timeout | undefined
  let stopped = false

  async function accept(config: Config) {
    accepted = config.Version
    try {
      await memory.saveConfig(config)
    } catch (error) {
      accepted = storedVersion()
      throw error
    }
    log(`using configuration ${config.Version}`)
    await onChange(config)
  }
  /** Accepts an older version too: the server may have been restored from a backup. */
  async function adopt(response: Configuration) {
    await onResponse(response)
    if (response.Config && response.Config.Version !== accepted) await accept(response.Config)
  }
  async function refresh() {
    clearTimeout(refreshTimer)
    const before = accepted
    try {
      const response = await server.configuration()
      const version = response.Config?.Version ?? 0
      // A configuration that the broker sent during the request is newer than the response, unless it was a stale retained one.
      if (accepted === before || version > accepted) await adopt(response)
      else if (version < accepted) log(`ignored configuration ${version}: the broker sent ${accepted} meanwhile`)
    } catch (error) {
      if (!stopped) log(`the configuration could not be updated: ${(error as Error).message}`)
    }
    if (!stopped) refreshTimer = setTimeout(refresh, REFRESH_MS)
  }

  return {
    /** Stores a configuration of the broker if it is newer. */
    receive: (config: Config): void => {
      if (config.Version > accepted)
        void accept(config).catch((error) => log(`the configuration could not be stored: ${error.message}`))
    },
    adopt,
    /** Requests the configuration now and then every ten minutes. */
    refresh,
    stop: () => {
      stopped = true
      clearTimeout(refreshTimer)
    },
  }
}
