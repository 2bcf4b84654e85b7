import { readSettings, type Settings } from '#platform/server/config/settings.ts'
import { type Running, start } from './start.ts'

/** npm passes a Ctrl-C on although the terminal has sent it to everybody: one within this time is no second one. */
const SAME_SIGNAL_MS = 500
/** How often it is looked whether npm is still there, in ms. */
const PARENT_MS = 250

// Nobody may be reading any more, as under `| head`: that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const starting = begin()
let stoppingSince: number | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal))
if (process.env.npm_lifecycle_event && process.platform !== 'win32') endWithParent()
await starting

/** Starts the server; what is wrong is said in one sentence. */
async function begin(): Promise<Running | undefined> {
  try {
    const settings: Settings = readSettings()
    return await start(settings, (line) => console.log(line))
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

/** Told to end, npm ends the shell between itself and this program, and nobody else. */
function endWithParent(): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    void end('npm has ended')
  }, PARENT_MS).unref()
}

/** An error that was written for people has no code and no name of its own; of any other the whole is of use. */
function sentenceOf(error: unknown): unknown {
  return error instanceof Error && error.name === 'Error' && !('code' in error) ? error.message : error
}

async function end(signal: string): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return
    console.error('Stopped at once.')
    process.exit(1)
  }
  stoppingSince = performance.now()
  console.log(`\n${signal}: finishing the requests under way …`)
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
