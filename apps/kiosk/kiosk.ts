import { mkdirSync } from 'node:fs'
import { bankSettings } from '#features/kiosks/bank-settings.ts'
import type { EventDraft } from '#features/kiosks/protocol.ts'
import { type OpeningSettings, openingOf, type RemoteOpeningLimits, remoteOpeningLimitsOf } from '#features/kiosks/rules.ts'
import { themes } from '#features/themes/contract.ts'
import { type BrokerConnection, connectToBroker } from './connection/broker-connection.ts'
import { type Clock, serverClock } from './connection/clock.ts'
import { createCommandHandler } from './connection/command-handler.ts'
import { createConfigurationSync } from './connection/configuration.ts'
import { createHeartbeat } from './connection/heartbeat.ts'
import { identifyBank } from './connection/identify.ts'
import { folderOf, type KeyFile } from './connection/key-file.ts'
import { createServerApi } from './connection/server-api.ts'
import { createDoors } from './doors/doors.ts'
import type { Hardware } from './doors/hardware.ts'
import { createLockers, reconcileDoors } from './doors/lockers.ts'
import { createMapping } from './doors/mapping.ts'
import type { SimulatedCabinet } from './doors/simulated-cabinet.ts'
import { type Memory, openMemory } from './events/memory.ts'
import { createOutbox, type Outbox } from './events/outbox.ts'
import type { Person } from './terminal/door-steps.ts'
import { createTerminal } from './terminal/terminal.ts'
import { openThemeStore } from './theme/theme-store.ts'

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

/** Starts a kiosk. It works at once and connects as soon as the server can be reached. */
export async function startKiosk<Cabinet extends Hardware>(options: KioskOptions<Cabinet>) {
  const { key, stateFolder, cabinet, log, closeMs, choiceMs, maxRetryMs = 30_000 } = options
  const folder = folderOf(key, stateFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const clock = serverClock()
  const stopping = new AbortController()
  const server = createServerApi(key, clock, stopping.signal)
  const memory = await openMemory(folder, clock.now, log)
  let connection: BrokerConnection | undefined
  /** The last published settings, with defaults for the others. */
  const settings = () => bankSettings(memory.config()?.Settings ?? {})
  const { outbox, doors, commands, recordEvents } = createOperation(options, {
    memory,
    clock,
    settings,
    connection: () => connection,
  })
  const { lockers, addDevices } = createLockers({ memory, cabinet, lockerBankCode: key.LockerBankCode })
  const configVersion = () => memory.config()?.Version ?? 0

  const theme = openThemeStore({
    folder,
    requestImage: async (hash) => (await server.call(themes.imageForKiosk, undefined, { hash })).Image,
    onChange: () => void heartbeat.beat(),
    log,
    minRetryMs: Math.min(5_000, maxRetryMs),
  })
  const heartbeat = createHeartbeat({
    seconds: settings().HeartbeatSeconds,
    configVersion,
    themeVersion: () => theme.shown().Version,
    send: async () => connection?.beat(),
  })
  const configuration = createConfigurationSync({
    memory,
    server,
    onResponse: async ({ HeartbeatSeconds, Config }) => {
      heartbeat.every(HeartbeatSeconds)
      if (!Config) await addDevices()
    },
    onChange: async (config) => {
      theme.use(config.Theme)
      await addDevices()
      heartbeat.every(settings().HeartbeatSeconds)
      await heartbeat.beat()
    },
    log,
  })

  async function connect() {
    const lockerBankId = await identifyBank({ key, folder, server, configuration, log, maxRetryMs, signal: stopping.signal })
    const { status } = heartbeat
    connection = connectToBroker(
      { url: server.brokerUrl, lockerBankId, secret: key.ApiSecret, status, log, maxRetryMs },
      handlersOf({ outbox, commands, configuration, log }),
    )
  }

  const interrupted = await memory.settleInterrupted()
  if (interrupted > 0) log(`steps that the last stop interrupted and that are reported now: ${interrupted}`)
  const stored = memory.config()
  if (stored) {
    theme.use(stored.Theme)
    await addDevices()
  }
  cabinet.onFound(
    (devices) =>
      void reconcileDoors({ memory, doors, recordEvents }, devices).catch((error) =>
        log(`event could not be recorded: ${error.message}`),
      ),
  )
  heartbeat.start()
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
    configVersion,
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
      for (const part of [heartbeat, configuration, theme, doors, outbox]) part.stop()
      await connecting
      await connection?.end()
      await cabinet.close()
      await memory.close()
    },
  }
}

type Handling = {
  readonly outbox: Outbox
  readonly commands: ReturnType<typeof createCommandHandler>
  readonly configuration: ReturnType<typeof createConfigurationSync>
  readonly log: (line: string) => void
}

/** What the kiosk does with what the broker sends. */
const handlersOf = ({ outbox, commands, configuration, log }: Handling): Parameters<typeof connectToBroker>[1] => ({
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

type State = {
  readonly memory: Memory
  readonly clock: Clock
  readonly settings: () => ReturnType<typeof bankSettings>
  /** The connection to the broker, once there is one. */
  readonly connection: () => BrokerConnection | undefined
}

/** What works without the server too: the doors, the commands that open them, and the events that wait to be sent. */
function createOperation(
  { cabinet, log, leftOpenMs, opening, remoteOpenings }: KioskOptions<Hardware>,
  { memory, clock, settings, connection }: State,
) {
  const outbox = createOutbox({
    unacknowledged: memory.unacknowledged,
    acknowledged: memory.acknowledged,
    isConnected: () => connection()?.isConnected() ?? false,
    send: async (batch) => connection()?.events(batch),
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
    reply: async (reply) => connection()?.reply(reply),
    log,
  })
  return { outbox, recordEvents, doors, commands }
}
