import { readSettings, type Settings } from '#platform/server/config/settings.ts'
import { type Running, start } from './start.ts'

/** Ctrl-C arrives from the terminal and from npm; within this time it counts once. */
const SAME_SIGNAL_MS = 500
const PARENT_POLL_MS = 250

// A closed pipe, as with `| head`, must not end the program.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const starting = begin()
let stoppingSince: number | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal))
if (process.env.npm_lifecycle_event && process.platform !== 'win32') endWithParent()
await starting

async function begin(): Promise<Running | undefined> {
  try {
    const settings: Settings = readSettings()
    return await start(settings, (line) => console.log(line))
  } catch (error) {
    console.error(printable(error))
    process.exit(1)
  }
}

/** When npm is stopped, it stops the shell between itself and this program, but not this program. */
function endWithParent(): void {
  const parent = process.ppid
  const poll = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(poll)
    void end('npm ended')
  }, PARENT_POLL_MS).unref()
}

/** The message of an error for people, which has neither a code nor a name; any other error with its stack. */
function printable(error: unknown): unknown {
  return error instanceof Error && error.name === 'Error' && !('code' in error) ? error.message : error
}

async function end(signal: string): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return
    console.error('Stopped without waiting.')
    process.exit(1)
  }
  stoppingSince = performance.now()
  console.log(`\n${signal}: finishing open requests …`)
  const running = await starting
  try {
    await running?.stop()
    console.log('Stopped.')
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}
