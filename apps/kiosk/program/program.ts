import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderOf, readKeyFile } from '../connection/key-file.ts'
import type { Hardware } from '../doors/hardware.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { type Kiosk, startKiosk } from '../kiosk.ts'
import type { LockBoardOptions } from '../lock-boards/lock-boards.ts'
import type { Person } from '../terminal/door-steps.ts'
import { isRunning, listenForRequests, type Request, sendRequest } from './control-socket.ts'
import { SUBCOMMANDS } from './subcommands.ts'

export type Settings = {
  /** The folder that contains the kiosks' folders. */
  readonly stateFolder: string
  /** How long a simulated door stays open, in ms. */
  readonly doorMs: number
  /** Overrides the setting CloseTimeoutSeconds, in ms. */
  readonly closeMs?: number
  /** Lock boards at a serial port, instead of a simulated cabinet. */
  readonly serial?: Pick<LockBoardOptions, 'path' | 'boards' | 'locks'>
}
/** How long a kiosk started for one command waits for the connection, and for its events to be acknowledged, in ms. */
const CONNECT_MS = 15_000
const DELIVER_MS = 30_000

/** The result of a subcommand; an error of the operating system, such as a full disk, is nothing for a person at a locker. */
const inOrder = (result: Promise<string>, log: (line: string) => void): Promise<string> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (!error.syscall) throw error
    log(`failed: ${error.message}`)
    throw new Error(OUT_OF_ORDER, { cause: error })
  })
const OUT_OF_ORDER = 'The terminal is out of order at the moment. Please tell the building’s staff.'

type RunningKiosk = { readonly kiosk: Kiosk<Hardware>; stop(): Promise<void> }

async function openCabinet({ serial, doorMs }: Settings, log: (line: string) => void): Promise<Hardware> {
  if (!serial) return simulatedCabinet({ closesAfterMs: doorMs })
  // Imported only here: it needs a native module, and a simulated cabinet must work without it.
  const { lockBoards } = await import('../lock-boards/lock-boards.ts')
  return lockBoards({ ...serial, log })
}

/** Starts the kiosk of a key file and listens for its subcommands. Throws an error with a message for the user. */
async function start(file: string, settings: Settings): Promise<RunningKiosk> {
  const { stateFolder, closeMs } = settings
  const key = readKeyFile(file)
  const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${key.LockerBankCode}: ${line}`)
  let kiosk: Kiosk<Hardware> | undefined
  const control = await listenForRequests(folderOf(key, stateFolder), async (request, person) => {
    const subcommand = SUBCOMMANDS[request.command]
    if (!subcommand) throw new Error(`There is no command ${request.command}.`)
    if (!kiosk) throw new Error('The kiosk is still starting. Please try again.')
    const print = (line: string) => {
      log(line)
      person.print(line)
    }
    return inOrder(subcommand.run(kiosk, request.options, { ...person, print }), log)
  })
  let cabinet: Hardware | undefined
  try {
    cabinet = await openCabinet(settings, log)
    const started = await startKiosk({ key, stateFolder, cabinet, log, closeMs })
    kiosk = started
    return {
      kiosk: started,
      stop: async () => {
        await control.close()
        await started.stop()
      },
    }
  } catch (error) {
    await cabinet?.close()
    await control.close()
    throw error
  }
}

/** Runs the kiosks of these key files until a signal or, if attached, until the standard input ends. */
export async function runKiosks(files: readonly string[], settings: Settings, isAttached: boolean): Promise<void> {
  const running: RunningKiosk[] = []
  try {
    for (const file of files) running.push(await start(file, settings))
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
      if (isAttached) process.stdin.on('end', resolve).on('error', resolve).resume()
    })
  } finally {
    await Promise.all(running.map((kiosk) => kiosk.stop()))
    process.stdin.destroy()
  }
}

/** The person at the command line. A script cannot be asked, and makes no choice. */
const AT_COMMAND_LINE: Person = {
  print: (line) => console.log(line),
  isInside: async (question, signal) => {
    if (!process.stdin.isTTY) return new Promise(() => {})
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    try {
      for (;;) {
        const answer = (
          await terminal.question(`${question} (y, or n if nothing was left inside; without an answer it counts as delivered) `, {
            signal,
          })
        ).trim()
        if (/^(y|yes|n|no)$/i.test(answer)) return /^y/i.test(answer)
      }
    } finally {
      terminal.close()
    }
  },
}

/** Runs a subcommand in the running kiosk and returns its result. Without one, a key file starts a kiosk for it. */
export async function runSubcommand(
  request: Request,
  settings: Settings,
  { key, bank }: { key?: string; bank?: string },
): Promise<string> {
  const folders = key ? [folderOf(readKeyFile(key), settings.stateFolder)] : foldersOf(settings.stateFolder, bank)
  const running: string[] = []
  for (const folder of folders) if (await isRunning(folder)) running.push(folder)
  if (running.length > 1)
    throw new Error(`Several kiosks are running. Choose one with --bank: ${running.map(bankCodeOf).join(', ')}.`)
  if (running[0]) return sendRequest(running[0], request, AT_COMMAND_LINE)
  if (key) return runOnce(key, request, settings)
  throw new Error('No such kiosk is running. Start one with --key, or add --key to this command.')
}

/** Starts a kiosk for one subcommand and stops it when the server has its events. */
async function runOnce(file: string, request: Request, settings: Settings): Promise<string> {
  const { kiosk, stop } = await start(file, settings)
  try {
    const deadline = performance.now() + CONNECT_MS
    while (!kiosk.isConnected() && performance.now() < deadline) await sleep(50)
    const run = SUBCOMMANDS[request.command]!.run(kiosk, request.options, AT_COMMAND_LINE)
    const result = await inOrder(run, (line) => console.error(line))
    if (await kiosk.waitUntilDelivered(DELIVER_MS)) return result
    return `${result}\nThe server has not received it yet. It will be sent at the next start.`
  } finally {
    await stop()
  }
}

/** A folder's name is ORGANISATION-BANK; an organisation's system name contains no hyphen. */
const bankCodeOf = (folder: string): string => basename(folder).split('-').slice(1).join('-')

/** The folders of all kiosks that have run here, or of those with this bank code. */
function foldersOf(stateFolder: string, bank: string | undefined): string[] {
  if (!existsSync(stateFolder)) return []
  const folders = readdirSync(stateFolder).map((name) => join(stateFolder, name))
  return bank ? folders.filter((folder) => bankCodeOf(folder) === bank.toLowerCase()) : folders
}
