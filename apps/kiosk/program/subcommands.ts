import { LOCKER_SIZES } from '#features/layout/model.ts'
import type { Hardware } from '../doors/hardware.ts'
import { FAULTS, type Fault, isSimulated } from '../doors/simulated-cabinet.ts'
import type { Kiosk as KioskOf } from '../kiosk.ts'
import type { Finding, Login, RecipientQuery, WithCode } from '../terminal/terminal.ts'
import type { Request } from './control-socket.ts'

/** Whatever cabinet it drives. */
type Kiosk = KioskOf<Hardware>
type Options = Request['options']
type Line = {
  readonly usage: string
  readonly does: string
  readonly run: (kiosk: Kiosk, options: Options, say: (line: string) => void) => Promise<string>
}

/** Everything that can be asked of a kiosk from the command line. */
export const REQUESTS: Readonly<Record<string, Line>> = {
  'drop-off': {
    usage: '--agent NAME --pin PIN --unit UNIT|--name NAME|--resident ID [--size small] [--tracking NUMBER]',
    does: 'an agent drops a package off',
    run: (kiosk, options, say) =>
      kiosk.terminal(say).dropOff(login(options), recipient(options), size(options), text(options, 'tracking') ?? ''),
  },
  collect: {
    usage: '--code CODE [--unit UNIT] [--absent|--not-mine]',
    does: 'a resident collects their packages, or says what is wrong with them',
    run: (kiosk, options, say) => kiosk.terminal(say).collect(code(options), finding(options)),
  },
  recover: {
    usage: '--agent NAME --pin PIN',
    does: 'an agent takes packages back',
    run: (kiosk, options, say) => kiosk.terminal(say).recover(login(options)),
  },
  confirm: {
    usage: '--agent NAME --pin PIN',
    does: 'an agent confirms unconfirmed drop-offs',
    run: (kiosk, options, say) => kiosk.terminal(say).confirm(login(options)),
  },
  'dry-clean': {
    usage: '--code CODE [--unit UNIT] [--size small]',
    does: 'a resident gives something to dry cleaning',
    run: (kiosk, options, say) => kiosk.terminal(say).dryClean(code(options), size(options)),
  },
  load: {
    usage: '--agent NAME --pin PIN --package NUMBER [--size small]',
    does: 'staff load a package from the mailroom into a locker',
    run: (kiosk, options, say) => kiosk.terminal(say).load(login(options), needed(options, 'package'), size(options)),
  },
  dirty: {
    usage: '--agent NAME --pin PIN --locker LOCKER',
    does: 'somebody reports a dirty locker',
    run: (kiosk, options, say) => kiosk.terminal(say).dirty(login(options), locker(kiosk, options).id),
  },
  fault: {
    usage: '--locker LOCKER --fault not-detected|stays-open|none',
    does: 'makes a door of the simulated cabinet fail, or work again',
    run: async (kiosk, options) => {
      if (!isSimulated(kiosk.cabinet)) throw new Error('Only a simulated cabinet can be made to fail.')
      const { name, serialNumber } = locker(kiosk, options)
      const fault = needed(options, 'fault') as Fault
      if (!FAULTS.includes(fault)) throw new Error(`--fault is one of ${FAULTS.join(', ')}.`)
      if (!serialNumber) throw new Error(`Locker ${name} is not mapped to a device.`)
      kiosk.cabinet.fault(serialNumber, fault)
      return `Locker ${name}: ${fault === 'none' ? 'works again' : fault}.`
    },
  },
  status: {
    usage: '',
    does: 'tells how the kiosk stands',
    run: async (kiosk) => {
      const devices = await kiosk.cabinet.devices(false)
      const open = devices.filter(({ isOpen }) => isOpen).map(({ serialNumber }) => serialNumber)
      const isThere = (wanted: string | null) => devices.some(({ serialNumber }) => serialNumber === wanted)
      const missing = kiosk.lockers().filter(({ serialNumber }) => serialNumber && !isThere(serialNumber))
      return [
        `Locker bank ${kiosk.code}: ${kiosk.isConnected() ? 'connected' : 'not connected'}`,
        `Configuration ${kiosk.configVersion() || 'not published yet'}, ${kiosk.lockers().length} lockers`,
        `Events waiting for the server: ${kiosk.unacknowledged().length}`,
        `Open doors: ${open.join(', ') || 'none'}`,
        ...missing.map(({ name, serialNumber }) => `Locker ${name}: its device ${serialNumber} is missing`),
      ].join('\n')
    },
  },
}

const text = (options: Options, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}
function needed(options: Options, name: string): string {
  const value = text(options, name)
  if (!value) throw new Error(`--${name} is missing.`)
  return value
}
const login = (options: Options): Login => ({ agent: needed(options, 'agent'), pin: needed(options, 'pin') })
const code = (options: Options): WithCode => ({ code: needed(options, 'code'), unit: text(options, 'unit') })
const recipient = (options: Options): RecipientQuery => {
  const wanted = { unit: text(options, 'unit'), name: text(options, 'name'), resident: text(options, 'resident') }
  if (!wanted.unit && !wanted.name) throw new Error('--unit or --name is missing.')
  return wanted
}
const finding = (options: Options): Finding => (options.absent ? 'absent' : options['not-mine'] ? 'not-mine' : 'collected')

/** The layout value of a size that is given by its name, as `small` or `mediumlarge`. */
function size(options: Options): number {
  const name = text(options, 'size') ?? ('small' satisfies keyof typeof LOCKER_SIZES)
  const known = Object.entries(LOCKER_SIZES).find(([one]) => one === name.toLowerCase())
  if (!known) throw new Error(`--size is one of ${Object.keys(LOCKER_SIZES).join(', ')}.`)
  return known[1].value
}

function locker(kiosk: Kiosk, options: Options) {
  const name = needed(options, 'locker')
  const found = kiosk.lockers().find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!found)
    throw new Error(
      `There is no locker ${name}: the configuration names ${
        kiosk
          .lockers()
          .map((one) => one.name)
          .join(', ') || 'none'
      }.`,
    )
  return found
}
