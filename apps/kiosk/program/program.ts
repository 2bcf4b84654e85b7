import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readKeyFile } from '../connection/key-file.ts'
import type { Hardware } from '../doors/hardware.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { folderOf, type Kiosk as KioskOf, startKiosk } from '../kiosk.ts'
import type { LockBoardOptions } from '../lock-boards/lock-boards.ts'
import { askRunning, listenForControl, type Request, runsIn } from './control-socket.ts'
import { REQUESTS } from './subcommands.ts'

type Kiosk = KioskOf<Hardware>
export type Settings = {
  /** Folder with a folder for each kiosk. */
  readonly stateFolder: string
  /** After how many ms somebody closes a simulated door. */
  readonly doorMs: number
  /** After how many ms a door that is not closed leaves a drop-off unconfirmed, whatever the bank's settings say. */
  readonly closeMs?: number
  /** Lock boards at a serial port, in place of a simulated cabinet. */
  readonly serial?: Pick<LockBoardOptions, 'path' | 'boards' | 'locks'>
}
/** A kiosk that was started for one request waits this long for the server, and for it to have everything, in ms. */
const CONNECT_MS = 15_000
const DELIVER_MS = 30_000

type Running = { readonly kiosk: Kiosk; end(): Promise<void> }

async function cabinetOf({ serial, doorMs }: Settings, say: (line: string) => void): Promise<Hardware> {
  if (!serial) return simulatedCabinet({ closesAfterMs: doorMs })
  // Only then: it brings a native part, which a simulated cabinet must not fail without.
  const { lockBoards } = await import('../lock-boards/lock-boards.ts')
  return lockBoards({ ...serial, say })
}

/** Starts the kiosk of a key file, which also listens to its own commands. Throws one sentence when it cannot. */
async function start(file: string, settings: Settings): Promise<Running> {
  const { stateFolder, closeMs } = settings
  const key = readKeyFile(file)
  const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${key.LockerBankCode}: ${line}`)
  let kiosk: Kiosk | undefined
  const control = await listenForControl(folderOf(key, stateFolder), async (request, tell) => {
    const line = REQUESTS[request.command]
    if (!line || !kiosk) throw new Error('The kiosk does not know this, or is not ready.')
    return line.run(kiosk, request.options, (said) => {
      say(said)
      tell(said)
    })
  })
  let cabinet: Hardware | undefined
  try {
    cabinet = await cabinetOf(settings, say)
    const running = await startKiosk({ key, stateFolder, cabinet, say, closeMs })
    kiosk = running
    return {
      kiosk: running,
      end: async () => {
        await control.close()
        await running.stop()
      },
    }
  } catch (error) {
    await cabinet?.close()
    await control.close()
    throw error
  }
}

/** Runs the kiosks of these key files until a signal, or, when attached, until the standard input ends. */
export async function run(files: readonly string[], settings: Settings, isAttached: boolean): Promise<void> {
  const running: Running[] = []
  try {
    for (const file of files) running.push(await start(file, settings))
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      if (isAttached) process.stdin.on('end', resolve).on('error', resolve).resume()
    })
  } finally {
    await Promise.all(running.map((one) => one.end()))
    process.stdin.destroy()
  }
}

/** Has the kiosk that runs do something; without one, and with a key file, one is started for it alone. */
export async function ask(request: Request, settings: Settings, { key, bank }: { key?: string; bank?: string }): Promise<string> {
  const folders = key ? [folderOf(readKeyFile(key), settings.stateFolder)] : foldersOf(settings.stateFolder, bank)
  const running: string[] = []
  for (const folder of folders) if (await runsIn(folder)) running.push(folder)
  if (running.length > 1) throw new Error(`Several kiosks run here. Say which with --bank: ${running.map(codeOf).join(', ')}.`)
  if (running[0]) return askRunning(running[0], request, (line) => console.log(line))
  if (key) return alone(key, request, settings)
  throw new Error('No such kiosk runs here. Start one with --key, or give the key file to this command.')
}

async function alone(file: string, request: Request, settings: Settings): Promise<string> {
  const { kiosk, end } = await start(file, settings)
  try {
    const latest = performance.now() + CONNECT_MS
    while (!kiosk.isConnected() && performance.now() < latest) await sleep(50)
    const line = await REQUESTS[request.command]!.run(kiosk, request.options, (said) => console.log(said))
    if (await kiosk.delivered(DELIVER_MS)) return line
    return `${line}\nThe server does not know of it yet; it is told at the next start.`
  } finally {
    await end()
  }
}

/** A folder is named by organisation and locker bank; an organisation's name has no hyphen. */
const codeOf = (folder: string): string => basename(folder).split('-').slice(1).join('-')

/** Folders of the kiosks that were ever here, all or those of one bank's code. */
function foldersOf(stateFolder: string, bank: string | undefined): string[] {
  if (!existsSync(stateFolder)) return []
  const folders = readdirSync(stateFolder).map((name) => join(stateFolder, name))
  return bank ? folders.filter((folder) => codeOf(folder) === bank.toLowerCase()) : folders
}
