import { IMAGES, type Theme } from '#features/kiosks/theme.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import type { Hardware } from '../doors/hardware.ts'
import { FAULTS, type Fault, isSimulated } from '../doors/simulated-cabinet.ts'
import type { Kiosk } from '../kiosk.ts'
import type { Person } from '../terminal/door-steps.ts'
import type { AccessCode, Finding, Login, RecipientQuery } from '../terminal/terminal.ts'
import type { Request } from './control-socket.ts'

type AnyKiosk = Kiosk<Hardware>
type Options = Request['options']
type Subcommand = {
  readonly usage: string
  readonly description: string
  /** Returns the result. */
  readonly run: (kiosk: AnyKiosk, options: Options, person: Person) => Promise<string>
}

/** The commands of the command line, by name. */
export const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  'drop-off': {
    usage:
      '--agent NAME --pin PIN --unit UNIT|--name NAME [--resident ID] [--size small] [--tracking NUMBER] [--delivered|--gave-up]',
    description: 'an agent drops off a package; asks whether it is inside, unless --delivered or --gave-up says so',
    run: (kiosk, options, person) =>
      kiosk
        .terminal(answered(person, options))
        .dropOff(login(options), recipient(options), size(options), text(options, 'tracking') ?? ''),
  },
  collect: {
    usage: '--code CODE [--unit UNIT] [--absent|--not-mine]',
    description: 'a resident collects their packages, or reports them as absent or not theirs',
    run: (kiosk, options, person) => kiosk.terminal(person).collect(accessCode(options), finding(options)),
  },
  recover: {
    usage: '--agent NAME --pin PIN',
    description: 'an agent takes packages back',
    run: (kiosk, options, person) => kiosk.terminal(person).recover(login(options)),
  },
  confirm: {
    usage: '--agent NAME --pin PIN',
    description: 'an agent confirms unconfirmed drop-offs',
    run: (kiosk, options, person) => kiosk.terminal(person).confirm(login(options)),
  },
  'dry-clean': {
    usage: '--code CODE [--unit UNIT] [--size small] [--delivered|--gave-up]',
    description: 'a resident hands in dry cleaning',
    run: (kiosk, options, person) => kiosk.terminal(answered(person, options)).dryClean(accessCode(options), size(options)),
  },
  load: {
    usage: '--agent NAME --pin PIN --package NUMBER [--size small] [--delivered|--gave-up]',
    description: 'staff load a package from the mailroom into a locker',
    run: (kiosk, options, person) =>
      kiosk.terminal(answered(person, options)).load(login(options), required(options, 'package'), size(options)),
  },
  dirty: {
    usage: '--agent NAME --pin PIN --locker LOCKER',
    description: 'an agent or staff report a dirty locker',
    run: (kiosk, options, person) => kiosk.terminal(person).dirty(login(options), locker(kiosk, options).id),
  },
  fault: {
    usage: '--locker LOCKER --fault not-detected|stays-open|none',
    description: 'sets or clears the fault of a simulated door',
    run: async (kiosk, options) => {
      if (!isSimulated(kiosk.cabinet)) throw new Error('Only a simulated cabinet can simulate a fault.')
      const { name, serialNumber } = locker(kiosk, options)
      const fault = required(options, 'fault') as Fault
      if (!FAULTS.includes(fault)) throw new Error(`--fault must be one of ${FAULTS.join(', ')}.`)
      if (!serialNumber) throw new Error(`Locker ${name} is not mapped to a device.`)
      kiosk.cabinet.fault(serialNumber, fault)
      return `Locker ${name}: ${fault === 'none' ? 'no fault' : fault}.`
    },
  },
  status: {
    usage: '',
    description: 'prints the state of the kiosk',
    run: async (kiosk) => {
      const devices = await kiosk.cabinet.devices(false)
      const open = devices.filter(({ isOpen }) => isOpen).map(({ serialNumber }) => serialNumber)
      const missing = kiosk
        .lockers()
        .filter((one) => one.serialNumber && !devices.some(({ serialNumber }) => serialNumber === one.serialNumber))
      return [
        `Locker bank ${kiosk.code}: ${kiosk.isConnected() ? 'connected' : 'not connected'}`,
        `Configuration ${kiosk.configVersion() || 'not published yet'}, ${kiosk.lockers().length} lockers`,
        themeText(kiosk.theme()),
        `Events waiting for the server: ${kiosk.unacknowledged().length}`,
        `Open doors: ${open.join(', ') || 'none'}`,
        ...missing.map(({ name, serialNumber }) => `Locker ${name}: its device ${serialNumber} is missing`),
      ].join('\n')
    },
  },
}

/** A person who has said with the command whether the package is inside. */
function answered(person: Person, options: Options): Person {
  const { delivered, 'gave-up': gaveUp } = options
  if (delivered && gaveUp) throw new Error('Give --delivered or --gave-up, not both.')
  return delivered || gaveUp ? { ...person, isInside: async () => !gaveUp } : person
}

/** Words for the pictures of a theme. */
const PICTURES = { LogoImg: 'logo', MenuBgImg: 'menu background', ScreensaverImg: 'screensaver' } as const
function themeText(theme: Theme): string {
  const pictures = IMAGES.filter((field) => theme[field]).map((field) => PICTURES[field])
  return `Theme ${theme.Version || 'of the program'}: ${theme.Font}, "${theme.ScreensaverText}", pictures: ${pictures.join(', ') || 'none'}`
}

const text = (options: Options, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}
function required(options: Options, name: string): string {
  const value = text(options, name)
  if (!value) throw new Error(`--${name} is missing.`)
  return value
}
const login = (options: Options): Login => ({ agent: required(options, 'agent'), pin: required(options, 'pin') })
const accessCode = (options: Options): AccessCode => ({ code: required(options, 'code'), unit: text(options, 'unit') })
const recipient = (options: Options): RecipientQuery => {
  const query = { unit: text(options, 'unit'), name: text(options, 'name'), resident: text(options, 'resident') }
  if (!query.unit && !query.name) throw new Error('--unit or --name is missing.')
  return query
}
const finding = (options: Options): Finding => (options.absent ? 'absent' : options['not-mine'] ? 'not-mine' : 'collected')

/** The layout's value of the size that --size names; `small` by default. */
function size(options: Options): number {
  const name = text(options, 'size') ?? ('small' satisfies keyof typeof LOCKER_SIZES)
  const entry = Object.entries(LOCKER_SIZES).find(([one]) => one === name.toLowerCase())
  if (!entry) throw new Error(`--size must be one of ${Object.keys(LOCKER_SIZES).join(', ')}.`)
  return entry[1].value
}

function locker(kiosk: AnyKiosk, options: Options) {
  const name = required(options, 'locker')
  const lockers = kiosk.lockers()
  const found = lockers.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  const names = lockers.map((one) => one.name).join(', ') || 'none'
  throw new Error(`There is no locker ${name}. The configuration has: ${names}.`)
}
