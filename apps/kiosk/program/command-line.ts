import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BOARDS, LOCKS } from '../lock-boards/frames.ts'
import { ask, run, type Settings } from './program.ts'
import { REQUESTS } from './subcommands.ts'

const OPTIONS = {
  key: { type: 'string', multiple: true },
  state: { type: 'string' },
  bank: { type: 'string' },
  serial: { type: 'string' },
  boards: { type: 'string' },
  locks: { type: 'string' },
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

const HELP = `The kiosk of a locker bank, with a simulated cabinet or with lock boards at a serial port.

  npm run kiosk -- --key FILE [--key FILE …]   runs the kiosks of these exported key files
      --state FOLDER        where they keep what they must not forget (DATA_DIR/kiosks)
      --serial PORT         RS-485 lock boards at this port instead of a simulated cabinet, as /dev/ttyUSB0
      --boards LIST         their addresses, as 0,1 (those that answer)
      --locks N             locks that are wired on each board (${LOCKS})
      --door-seconds N      somebody closes a simulated door after N seconds (${DOOR_SECONDS})
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
    serial:
      values.serial === undefined
        ? undefined
        : { path: values.serial, boards: addresses(values.boards), locks: locks(values.locks) },
  }
  if (settings.serial && values.key && values.key.length > 1) throw new Error('With --serial one kiosk runs. Give one --key.')
  if (!command) return run(values.key ?? [], settings, values.attached ?? false)
  const { key = [], bank, state: _, ...options } = values
  console.log(await ask({ command, options }, settings, { key: key[0], bank }))
}

function addresses(given: string | undefined): number[] | undefined {
  if (given === undefined) return undefined
  const list = given.split(',').map(Number)
  if (!/^\d+(,\d+)*$/.test(given) || list.some((address) => address >= BOARDS))
    throw new Error(`--boards is a list of addresses from 0 to ${BOARDS - 1}, as 0,1.`)
  return list
}

function locks(given = `${LOCKS}`): number {
  const number = Number(given)
  if (!(Number.isInteger(number) && number >= 1 && number <= LOCKS)) throw new Error(`--locks is a number from 1 to ${LOCKS}.`)
  return number
}

function seconds(given: string): number {
  const number = Number(given)
  if (!(number >= 0)) throw new Error('Seconds are a number.')
  return number * 1000
}
