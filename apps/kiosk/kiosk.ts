import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from '#features/kiosks/contract.ts'
import type { Config, EventDraft, Status } from '#features/kiosks/protocol.ts'
import { type OpeningSettings, openingOf } from '#features/kiosks/rules.ts'
import { bankSettings } from '#features/locker-banks/settings.ts'
import { type Connection, connectKiosk } from './connection/broker-connection.ts'
import { serverClock } from './connection/clock.ts'
import { createCommander } from './connection/command-handler.ts'
import { keepIdentity, knownIdentity } from './connection/identity.ts'
import type { KeyFile } from './connection/key-file.ts'
import { serverOf } from './connection/server-api.ts'
import { createDoors } from './doors/doors.ts'
import type { Device, Hardware } from './doors/hardware.ts'
import { createMapping } from './doors/mapping.ts'
import type { SimulatedCabinet } from './doors/simulated-cabinet.ts'
import { openMemory } from './events/memory.ts'
import { createOutbox } from './events/outbox.ts'
import { createTerminal } from './terminal/terminal.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

export type KioskOptions<Cabinet extends Hardware> = {
  readonly key: KeyFile
  /** Folder that this kiosk's folder is made in. */
  readonly stateFolder: string
  readonly cabinet: Cabinet
  readonly say: (line: string) => void
  /** How long somebody may take to close a door, in ms, whatever the bank's settings say. */
  readonly closeMs?: number
  /** How long a door stands open before that is told, in ms, whatever the bank's settings say. */
  readonly leftOpenMs?: number
  /** How doors are opened, whatever the bank's settings say. */
  readonly opening?: OpeningSettings
  /** Longest wait between two tries to reach the server, in ms. */
  readonly longestWait?: number
}
export type Kiosk<Cabinet extends Hardware = SimulatedCabinet> = Awaited<ReturnType<typeof startKiosk<Cabinet>>>

/** The clock and the configuration are asked for this often beside each connection, in ms. */
const REFRESH_MS = 10 * 60_000
const FIRST_TRY_MS = 500
/** Devices of a cabinet whose layout is not known yet, and spare ones beside it. */
const DEVICES = 12
const SPARE = 2

/** The folder of a kiosk: everything that it must not forget. */
export const folderOf = ({ OrganisationSystemName, LockerBankCode }: KeyFile, stateFolder: string): string =>
  join(stateFolder, `${OrganisationSystemName}-${LockerBankCode}`.toLowerCase())

/** Starts a kiosk. It is there at once, and connected when the server is. */
export async function startKiosk<Cabinet extends Hardware>({
  key,
  stateFolder,
  cabinet,
  say,
  closeMs,
  leftOpenMs,
  opening,
  longestWait = 30_000,
}: KioskOptions<Cabinet>) {
  const folder = folderOf(key, stateFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const clock = serverClock()
  const stopping = new AbortController()
  const server = serverOf(key, clock, stopping.signal)
  const memory = await openMemory(folder, clock.now, say)
  let connection: Connection | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let refreshing: NodeJS.Timeout | undefined
  /** As published last; what was never published is its default. */
  const settings = () => bankSettings(memory.config()?.Settings ?? {})
  let heartbeatSeconds = settings().HeartbeatSeconds
  /** Version of the configuration that was taken last, kept already or not. */
  let taken = memory.config()?.Version ?? 0
  let sequence = 0

  const outbox = createOutbox({
    unacknowledged: memory.unacknowledged,
    acknowledged: memory.acknowledged,
    isConnected: () => connection?.isConnected() ?? false,
    send: async (batch) => connection?.events(batch),
  })
  const tell = async (drafts: readonly EventDraft[]) => {
    const told = await memory.tell(drafts)
    outbox.flush()
    return told
  }
  const mapping = createMapping({ memory, hardware: cabinet, tell })
  const doors = createDoors({
    hardware: cabinet,
    tell,
    lockerOf: memory.lockerOf,
    whileMapped: mapping.whileMapped,
    say,
    opening: () => opening ?? openingOf(settings()),
    leftOpenMs: () => leftOpenMs ?? settings().DoorOpenAlarmSeconds * 1000,
  })
  const commander = createCommander({
    memory,
    doors,
    mapping,
    hardware: cabinet,
    outbox,
    clock,
    reply: async (reply) => connection?.reply(reply),
    say,
  })

  const configured = () => memory.config()?.Layout.flatMap(({ LockerCollection }) => LockerCollection) ?? []
  /** The lockers of the configuration with the device that opens each, as last said. */
  const lockers = () =>
    configured()
      .filter(({ LockerType }) => LockerType === 'locker')
      .map(({ Id, LockerName }) => ({ id: Id, name: LockerName, serialNumber: memory.deviceOf(Id) ?? null }))
  /** A made-up cabinet has the devices that were mapped, and some that nobody has mapped yet. */
  async function furnish() {
    if (!cabinet.furnish) return
    const mapped = [...configured().map(({ SerialNumber }) => SerialNumber), ...lockers().map(({ serialNumber }) => serialNumber)]
    cabinet.furnish(mapped.filter((serialNumber) => serialNumber !== null))
    const there = (await cabinet.devices(false)).map(({ serialNumber }) => serialNumber)
    const wanted = lockers().length > 0 ? lockers().length + SPARE : DEVICES
    const names = Array.from({ length: wanted }, (_, i) => `${key.LockerBankCode}-${i + 1}`).filter(
      (name) => !there.includes(name),
    )
    cabinet.furnish(names.slice(0, Math.max(0, wanted - there.length)))
  }

  /** Doors that a run before told of as left open and that were closed since; those that stand open and were not told of. */
  async function lookAtDoors(devices: readonly Device[]) {
    const told = memory.leftOpen()
    const open = devices.flatMap(({ serialNumber, isOpen }) => (isOpen ? serialNumber : []))
    doors.foundOpen(open.filter((serialNumber) => !told.some(({ SerialNumber }) => SerialNumber === serialNumber)))
    const isClosed = (wanted: string) => devices.some(({ serialNumber, isOpen }) => serialNumber === wanted && !isOpen)
    const closed = told.filter(({ SerialNumber }) => isClosed(SerialNumber))
    if (closed.length > 0) await tell(closed.map((door) => ({ Kind: 'door-closed', ...door })))
  }

  const status = (Status: Status['Status']): Status => ({
    Status,
    AppVersion: version,
    HeartbeatSeconds: heartbeatSeconds,
    Sequence: sequence++,
    ConfigVersion: memory.config()?.Version ?? 0,
  })
  function beatEvery(seconds: number) {
    if (heartbeat && seconds === heartbeatSeconds) return
    heartbeatSeconds = seconds
    clearInterval(heartbeat)
    heartbeat = setInterval(() => connection?.beat().catch(() => {}), seconds * 1000)
  }
  async function configure(config: Config) {
    taken = config.Version
    await memory.configure(config).catch((error) => {
      taken = memory.config()?.Version ?? 0
      throw error
    })
    await furnish()
    beatEvery(settings().HeartbeatSeconds)
    say(`configuration ${config.Version} is in use`)
    await connection?.beat().catch(() => {})
  }
  /** What the server says now is right, even if its version is older: it may have been restored. */
  async function adopt({ HeartbeatSeconds, Config }: Configuration) {
    beatEvery(HeartbeatSeconds)
    if (Config && Config.Version !== taken) await configure(Config)
    else if (!Config) await furnish()
  }
  async function refresh() {
    clearTimeout(refreshing)
    const before = taken
    await server.configuration().then(
      // What the broker brought while this was asked is newer than the answer, unless it is an old one that the broker kept.
      async (answer) => (taken === before || (answer.Config?.Version ?? 0) > taken) && (await adopt(answer)),
      (error) => say(`the configuration was not had: ${error.message}`),
    )
    if (!stopping.signal.aborted) refreshing = setTimeout(refresh, REFRESH_MS)
  }

  async function identity(): Promise<string> {
    const known = knownIdentity(folder, key.ApiKey)
    if (known) return known
    for (let wait = FIRST_TRY_MS; ; wait = Math.min(2 * wait, longestWait)) {
      try {
        const configuration = await server.configuration()
        keepIdentity(folder, key.ApiKey, configuration.LockerBankId)
        await adopt(configuration)
        return configuration.LockerBankId
      } catch (error) {
        say(`the server does not say yet who we are: ${(error as Error).message}`)
        await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal })
      }
    }
  }
  async function connect() {
    const lockerBankId = await identity()
    const options = { url: server.brokerUrl, lockerBankId, secret: key.ApiSecret, status, say, longestWait }
    connection = connectKiosk(options, {
      connected: () => {
        outbox.reconnected()
        void commander.endInterrupted().catch((error) => say(`a command was not ended: ${error.message}`))
        void refresh()
      },
      command: (command) => void commander.handle(command),
      config: (config) => {
        if (config.Version > taken) void configure(config).catch((error) => say(`a configuration was not kept: ${error.message}`))
      },
      acked: (ack) => void outbox.acked(ack).catch((error) => say(`an acknowledgement was not kept: ${error.message}`)),
    })
  }

  const interrupted = await memory.settleInterrupted()
  if (interrupted > 0) say(`${interrupted} unfinished: told as it stood when the kiosk stopped`)
  if (memory.config()) await furnish()
  cabinet.onFound((devices) => void lookAtDoors(devices).catch((error) => say(`an event could not be kept: ${error.message}`)))
  beatEvery(heartbeatSeconds)
  const connecting = connect().catch((error) => {
    if (!stopping.signal.aborted) say(`stopped: ${error.message}`)
  })

  return {
    code: key.LockerBankCode,
    folder,
    /** What people do here; `tell` is shown to the person who does it. */
    terminal: (tell: (line: string) => void) =>
      createTerminal({
        server,
        memory,
        doors,
        flush: outbox.flush,
        say: tell,
        closeMs: closeMs ?? settings().CloseTimeoutSeconds * 1000,
      }),
    cabinet,
    lockers,
    isConnected: () => connection?.isConnected() ?? false,
    configVersion: () => memory.config()?.Version ?? 0,
    unacknowledged: memory.unacknowledged,
    /** Waits until the server has everything, at most `ms`. */
    delivered: (ms: number) =>
      outbox.delivered(
        memory.unacknowledged().map(({ Id }) => Id),
        ms,
      ),
    /** Says goodbye. What was not acknowledged is sent at the next start. */
    stop: async () => {
      stopping.abort()
      clearInterval(heartbeat)
      clearTimeout(refreshing)
      doors.stop()
      outbox.stop()
      await connecting
      await connection?.end()
      await cabinet.close()
      await memory.close()
    },
  }
}
