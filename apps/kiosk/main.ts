import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ask, run, type Settings } from './program.ts'
import { REQUESTS } from './requests.ts'

const OPTIONS = {
  key: { type: 'string', multiple: true },
  state: { type: 'string' },
  bank: { type: 'string' },
  'door-seconds': { type: 'string' },
  'close-seconds': { type: 'string' },
  attached: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  agent: { type: 'string' },
  pin: { type: 'string' },
  unit: { type: 'string' },
  name: { type: 'string' },
  resident: { type: 'string' },
  size: { type: 'string' },
  tracking: { type: 'string' },
  code: { type: 'string' },
  package: { type: 'string' },
  locker: { type: 'string' },
  fault: { type: 'string' },
  absent: { type: 'boolean' },
  'not-mine': { type: 'boolean' },
} as const
/** Somebody closes a simulated door after this many seconds. */
const DOOR_SECONDS = 3

const HELP = `The kiosk of a locker bank, with a simulated cabinet.

  npm run kiosk -- --key FILE [--key FILE …]   runs the kiosks of these exported key files
      --state FOLDER        where they keep what they must not forget (DATA_DIR/kiosks)
      --door-seconds N      somebody closes a door after N seconds (${DOOR_SECONDS})
      --close-seconds N     a door that is not closed after N seconds leaves a drop-off unconfirmed (as the locker bank is set)
      --attached            ends when the standard input does

What people do at it. It is asked of the kiosk that runs; with --key and none running one runs for it alone.
${Object.entries(REQUESTS)
  .map(([name, { usage, does }]) => `  npm run kiosk -- ${name} ${usage}\n      ${does}`)
  .join('\n')}
      --bank CODE           which kiosk, when several run`

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  const [command] = positionals
  if (values.help || (!command && !values.key)) return console.log(HELP)
  if (positionals.length > 1) throw new Error(`What is ${positionals.slice(1).join(' ')}? See --help.`)
  if (command && !REQUESTS[command]) throw new Error(`There is no command ${command}. See --help.`)
  const settings: Settings = {
    stateFolder: values.state ?? join(process.env.DATA_DIR ?? './data', 'kiosks'),
    doorMs: seconds(values['door-seconds'] ?? `${DOOR_SECONDS}`),
    closeMs: values['close-seconds'] === undefined ? undefined : seconds(values['close-seconds']),
  }
  if (!command) return run(values.key ?? [], settings, values.attached ?? false)
  const { key = [], bank, state: _, ...options } = values
  console.log(await ask({ command, options }, settings, { key: key[0], bank }))
}

function seconds(given: string): number {
  const number = Number(given)
  if (!(number >= 0)) throw new Error('Seconds are a number.')
  return number * 1000
}
