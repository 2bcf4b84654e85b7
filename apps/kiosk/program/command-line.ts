import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BOARDS, LOCKS } from '../lock-boards/frames.ts'
import { runKiosks, runSubcommand, type Settings } from './program.ts'
import { SUBCOMMANDS } from './subcommands.ts'

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
  delivered: { type: 'boolean' },
  'gave-up': { type: 'boolean' },
} as const
/** Default of --door-seconds. */
const DOOR_SECONDS = '3'

const HELP = `Runs the kiosk of a locker bank, with a simulated cabinet or with lock boards at a serial port.

  npm run kiosk -- --key FILE [--key FILE …]   runs the kiosks of these exported key files
      --state FOLDER        folder of the kiosks' state (DATA_DIR/kiosks)
      --serial PORT         RS-485 lock boards at this port instead of a simulated cabinet, for example /dev/ttyUSB0
      --boards LIST         addresses of the boards, for example 0,1 (all that answer)
      --locks N             number of locks wired on each board (${LOCKS})
      --door-seconds N      closes a simulated door after N seconds (${DOOR_SECONDS})
      --close-seconds N     a drop-off is unconfirmed if the door is not closed within N seconds (setting of the locker bank)
      --attached            stops when the standard input ends

Commands for a running kiosk. With --key and no kiosk running, one is started for this command only.
${Object.entries(SUBCOMMANDS)
  .map(([name, { usage, description }]) => `  npm run kiosk -- ${name} ${usage}\n      ${description}`)
  .join('\n')}
      --bank CODE           the kiosk of this locker bank, when several are running`

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  const [command] = positionals
  if (values.help || (!command && !values.key)) return console.log(HELP)
  if (positionals.length > 1) throw new Error(`Unexpected argument: ${positionals.slice(1).join(' ')}. See --help.`)
  if (command && !SUBCOMMANDS[command]) throw new Error(`There is no command ${command}. See --help.`)
  const settings: Settings = {
    stateFolder: values.state ?? join(process.env.DATA_DIR ?? './data', 'kiosks'),
    doorMs: milliseconds('--door-seconds', values['door-seconds'] ?? DOOR_SECONDS),
    closeMs: values['close-seconds'] === undefined ? undefined : milliseconds('--close-seconds', values['close-seconds']),
    serial:
      values.serial === undefined
        ? undefined
        : { path: values.serial, boards: addresses(values.boards), locks: locks(values.locks) },
  }
  if (settings.serial && values.key && values.key.length > 1) throw new Error('--serial runs one kiosk only. Give one --key.')
  if (!command) return runKiosks(values.key ?? [], settings, values.attached ?? false)
  const { key = [], bank, state: _, ...options } = values
  console.log(await runSubcommand({ command, options }, settings, { key: key[0], bank }))
}

function addresses(value: string | undefined): number[] | undefined {
  if (value === undefined) return undefined
  const list = value.split(',').map(Number)
  if (!/^\d+(,\d+)*$/.test(value) || list.some((address) => address >= BOARDS))
    throw new Error(`--boards must be a list of addresses from 0 to ${BOARDS - 1}, for example 0,1.`)
  return list
}

function locks(value = `${LOCKS}`): number {
  const number = Number(value)
  if (!(Number.isInteger(number) && number >= 1 && number <= LOCKS))
    throw new Error(`--locks must be a number from 1 to ${LOCKS}.`)
  return number
}

function milliseconds(option: string, seconds: string): number {
  const number = Number(seconds)
  if (!(number >= 0)) throw new Error(`${option} must be a number of seconds.`)
  return number * 1000
}
