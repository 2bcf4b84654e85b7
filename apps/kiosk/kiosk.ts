import { mkdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bankSettings } from '#features/kiosks/bank-settings.ts'
import type { EventDraft, Status } from '#features/kiosks/protocol.ts'
import { type OpeningSettings, openingOf, type RemoteOpeningLimits, remoteOpeningLimitsOf } from '#features/kiosks/rules.ts'
import { themes } from '#features/themes/contract.ts'
import { type BrokerConnection, connectToBroker } from './connection/broker-connection.ts'
import { serverClock } from './connection/clock.ts'
import { createCommandHandler } from './connection/command-handler.ts'
import { createConfigurationSync } from './connection/configuration.ts'
import { folderOf, type KeyFile, savedLockerBankId, saveLockerBankId } from './connection/key-file.ts'
import { createServerApi } from './connection/server-api.ts'
import { createDoors } from './doors/doors.ts'
import type { Device, Hardware } from './doors/hardware.ts'
import { createMapping } from './doors/mapping.ts'
import { addSimulatedDevices, type SimulatedCabinet } from './doors/simulated-cabinet.ts'
import { openMemory } from './events/memory.ts'
import { createOutbox } from './events/outbox.ts'
import { createTerminal, type Person } from './terminal/terminal.ts'
import { openThemeStore } from './theme/theme-store.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

type KioskOptions<Cabinet extends Hardware> = {
  readonly key: KeyFile
  /** The folder that contains the kiosks' folders. */
  readonly stateFolder: string
  readonly cabinet: Cabinet
  readonly log: (line: string) => void
  /** Overrides the setting CloseTimeoutSeconds, in ms. */
  readonly closeMs?: number
  /** Overrides the setting DoorOpenAlarmSeconds, in ms. */
  readonly leftOpenMs?: number
  /** Overrides the settings OpenRetries and OpenTimeoutSeconds. */
  readonly opening?: OpeningSettings
  /** Overrides the settings RemoteOpeningsPerMinute and RemoteOpeningsPerHour. */
  readonly remoteOpenings?: RemoteOpeningLimits
  /** How long a person may take to say that nothing was left in a locker, in ms. */
  readonly choiceMs?: number
  /** Longest wait between two attempts to reach the server, in ms. */
  readonly maxRetryMs?: number
}
export type Kiosk<Cabinet extends Hardware = SimulatedCabinet> = Awaited<ReturnType<typeof startKiosk<Cabinet>>>

const MIN_RETRY_MS = 500

/** Starts a kiosk. It works at once and connects as soon as the server can be reached. */
export async function startKiosk<Cabinet extends Hardware>({
  key,
  stateFolder,
  cabinet,
  log,
  closeMs,
  leftOpenMs,
  opening,
  remoteOpenings,
  choiceMs,
  maxRetryMs = 30_000,
}: KioskOptions<Cabinet>) {
  const folder = folderOf(key, stateFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const clock = serverClock()
  const stopping = new AbortController()
  const server = createServerApi(key, clock, stopping.signal)
  const memory = await openMemory(folder, clock.now, log)
  let connection: BrokerConnection | undefined
  /** The last published settings, with defaults for the others. */
  const settings = () => bankSettings(memory.config()?.Settings ?? {})

  const outbox = createOutbox({
    unacknowledged: memory.unacknowledged,
    acknowledged: memory.acknowledged,
    isConnected: () => connection?.isConnected() ?? false,
    send: async (batch) => connection?.events(batch),
  })
  const recordEvents = async (drafts: readonly EventDraft[]) => {
    const events = await memory.recordEvents(drafts)
    outbox.flush()
    return events
  }
  const mapping = createMapping({ memory, hardware: cabinet, recordEvents })
  const doors = createDoors({
    hardware: cabinet,
    recordEvents,
    lockerOf: memory.lockerOf,
    whileMapped: mapping.whileMapped,
    log,
    openingSettings: () => opening ?? openingOf(settings()),
    leftOpenMs: () => leftOpenMs ?? settings().DoorOpenAlarmSeconds * 1000,
  })
  const commands = createCommandHandler({
    memory,
    doors,
    mapping,
    hardware: cabinet,
    outbox,
    clock,
    openingLimits: () => remoteOpenings ?? remoteOpeningLimitsOf(settings()),
    reply: async (reply) => connection?.reply(reply),
    log,
  })

  const configured = () => memory.config()?.Layout.flatMap(({ LockerCollection }) => LockerCollection) ?? []
  /** The lockers of the configuration, each with the device that opens it now. */
  const lockers = () =>
    configured()
      .filter(({ LockerType }) => LockerType === 'locker')
      .map(({ Id, LockerName }) => ({ id: Id, name: LockerName, serialNumber: memory.deviceOf(Id) ?? null }))
  const addDevices = () => {
    const serialNumbers = [...configured().map(({ SerialNumber }) => SerialNumber), ...lockers().map((one) => one.serialNumber)]
    const mapped = serialNumbers.filter((serialNumber) => serialNumber !== null)
    return addSimulatedDevices(cabinet, { code: key.LockerBankCode, mapped, lockers: lockers().length })
  }

  /** Compares the doors of devices that were just found with what a previous run reported as left open. */
  async function reconcileDoors(devices: readonly Device[]) {
    const reported = memory.leftOpen()
    const open = devices.flatMap(({ serialNumber, isOpen }) => (isOpen ? serialNumber : []))
    doors.watchAlreadyOpen(open.filter((serialNumber) => !reported.some(({ SerialNumber }) => SerialNumber === serialNumber)))
    const closed = reported.filter(({ SerialNumber }) =>
      devices.some(({ serialNumber, isOpen }) => serialNumber === SerialNumber && !isOpen),
    )
    if (closed.length > 0) await recordEvents(closed.map((door) => ({ Kind: 'door-closed', ...door })))
  }

  const theme = openThemeStore({
    folder,
    requestImage: async (hash) => (await server.call(themes.imageForKiosk, undefined, { hash })).Image,
    onChange: () => void beat(),
    log,
    minRetryMs: Math.min(5_000, maxRetryMs),
  })

  let heartbeat: NodeJS.Timeout | undefined
  let heartbeatSeconds = settings().HeartbeatSeconds
  let sequence = 0
  const status = (Status: Status['Status']): Status => ({
    Status,
    AppVersion: version,
    HeartbeatSeconds: heartbeatSeconds,
    Sequence: sequence++,
    ConfigVersion: memory.config()?.Version ?? 0,
    ThemeVersion: theme.shown().Version,
  })
  const beat = async () => connection?.beat().catch(() => {})
  function beatEvery(seconds: number) {
    if (heartbeat && seconds === heartbeatSeconds) return
    heartbeatSeconds = seconds
    clearInterval(heartbeat)
    heartbeat = setInterval(beat, seconds * 1000)
  }

  const configuration = createConfigurationSync({
    memory,
    server,
    onResponse: async ({ HeartbeatSeconds, Config }) => {
      beatEvery(HeartbeatSeconds)
      if (!Config) await addDevices()
    },
    onChange: async (config) => {
      theme.use(config.Theme)
      await addDevices()
      beatEvery(settings().HeartbeatSeconds)
      await beat()
    },
    log,
  })

  async function lockerBankId(): Promise<string> {
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
        await sleep(retryMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal })
      }
    }
  }
  async function connect() {
    const options = { url: server.brokerUrl, lockerBankId: await lockerBankId(), secret: key.ApiSecret, status, log, maxRetryMs }
    connection = connectToBroker(options, {
      connected: () => {
        outbox.reconnected()
        void commands.refuseInterrupted().catch((error) => log(`interrupted command could not be refused: ${error.message}`))
        void configuration.refresh()
      },
      command: (command) => void commands.handle(command),
      config: configuration.receive,
      acked: (ack) =>
        void outbox.acked(ack).catch((error) => log(`acknowledgement could not be stored: ${(error as Error).message}`)),
    })
  }

  const interrupted = await memory.settleInterrupted()
  if (interrupted > 0) log(`steps that the last stop interrupted and that are reported now: ${interrupted}`)
  const stored = memory.config()
  if (stored) {
    theme.use(stored.Theme)
    await addDevices()
  }
  cabinet.onFound(
    (devices) => void reconcileDoors(devices).catch((error) => log(`event could not be recorded: ${error.message}`)),
  )
  beatEvery(heartbeatSeconds)
  const connecting = connect().catch((error) => {
    if (!stopping.signal.aborted) log(`stopped trying to connect: ${error.message}`)
  })

  return {
    code: key.LockerBankCode,
    folder,
    /** What people can do at the terminal. */
    terminal: (person: Person) =>
      createTerminal({
        server,
        memory,
        doors,
        flush: outbox.flush,
        person,
        log,
        stopping: stopping.signal,
        choiceMs,
        closeMs: closeMs ?? settings().CloseTimeoutSeconds * 1000,
      }),
    cabinet,
    lockers,
    isConnected: () => connection?.isConnected() ?? false,
    configVersion: () => memory.config()?.Version ?? 0,
    /** The theme that the terminal shows. */
    theme: theme.shown,
    unacknowledged: memory.unacknowledged,
    /** Waits at most `ms` until the server has acknowledged every event. Returns whether it has. */
    waitUntilDelivered: (ms: number) =>
      outbox.waitUntilAcknowledged(
        memory.unacknowledged().map(({ Id }) => Id),
        ms,
      ),
    /** Disconnects and stops. Events that are not acknowledged are sent after the next start. */
    stop: async () => {
      stopping.abort()
      clearInterval(heartbeat)
      configuration.stop()
      theme.stop()
      doors.stop()
      outbox.stop()
      await connecting
      await connection?.end()
      await cabinet.close()
      await memory.close()
    },
  }
}
