import fc from 'fast-check'
import { type Place, STATUS_NAMES, STATUSES, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import type { Channel, StatusNow } from '#features/package-statuses/transitions.ts'
import { choiceFor, type PackageNow, situationOf } from '../rules.ts'

/**
 * The decisions table by numbers: channel, place, present statuses: new statuses in the order shown. V is Verify; m a required
 * mailroom, o an optional one, ms one that is required where there are any; r a required recipient, p an optional one; k a required locker.
 */
const EXPECTED = `
dashboard locker 1,4,6: V 3m 15 8
dashboard locker 10: V 11m 16 7
dashboard locker 12: V 6o 23
dashboard locker 14: V 15 1 3m
dashboard locker 13: V 15 3m
dashboard locker 21: V 9 5m 12
dashboard locker 24: V 25
dashboard locker 22: V
detail locker 1,4,6: 3m 15 8
detail locker 10: 11m 16 7
detail locker 12: 6ms 23
detail locker 14: 15 1 3m
detail locker 13: 1r 2rm
detail locker 21: 12o 9p 5mp
detail locker 22: 2m
detail mailroom 2,3,5,6: 8 9 15 18 19 20 12 13 22
detail mailroom 11: 7 9 16 18 19 20 12
detail mailroom 12: 6ms 23
detail mailroom 13: 2ro
detail mailroom 22: 2o
detail none 23: 6m
detail none new: 2m
kiosk-resident locker 1,4,6: 8 21 13
kiosk-resident locker 10: 7
kiosk-resident none new: 24k
kiosk-agent6 locker 14: 1
kiosk-agent6 none new: 1k 14k
kiosk-agent7 locker 1,4,6: 15
kiosk-agent7 locker 10: 16
kiosk-agent7 locker 14: 1 17
kiosk-agent7 locker 13,21: 17
kiosk-agent7 none new: 1k 14k
kiosk-agent9 locker 24: 25
kiosk-staff mailroom 2,3,5,6: 4k
job locker 1,4,6: 10
job mailroom 2,3,5,6: 11
`

export type Line = { channel: string; place: string; now: string; next: string[] }
export const LINES: Line[] = EXPECTED.trim()
  .split('\n')
  .flatMap((line) => {
    const [, channel = '', place = '', from = '', next = ''] = line.match(/^(\S+) (\S+) (\S+): (.*)$/)!
    return from.split(',').map((now) => ({ channel, place, now, next: next.split(' ') }))
  })

export const CHANNELS: Channel[] = [
  'dashboard',
  'detail',
  'kiosk-resident',
  'kiosk-agent6',
  'kiosk-agent7',
  'kiosk-agent9',
  'kiosk-staff',
  'job',
]
const PLACES: Place[] = ['locker', 'mailroom', 'none']
export const NOW = new Date('2026-03-11T10:00:00Z')
export const AT = NOW.toISOString()
export const DROPPED = '2026-03-09T10:00:00.000Z'
export const MAILROOM = 'mailroom-1'
export const OTHER_MAILROOM = 'mailroom-2'
export const ALL = { mailrooms: [MAILROOM, OTHER_MAILROOM], isDroppingAgent: true, now: NOW }
export const CLOCK = { now: NOW, periods: { locker: 2, mailroom: 10 }, timeZone: 'America/New_York' }
export const DETAILS = { mailroomId: MAILROOM, locker: { id: 'locker-2', lockerBankId: 'bank-2' }, residentId: 'resident-2' }

export const lying = (status: StatusNow, place: Place, more: Partial<PackageNow> = {}): PackageNow => ({
  status,
  lockerBankId: place === 'locker' ? 'bank-1' : null,
  lockerId: place === 'locker' ? 'locker-1' : null,
  mailroomId: place === 'mailroom' ? MAILROOM : null,
  residentId: status === 'new' ? null : 'resident-1',
  dropOffTime: status === 'new' ? null : DROPPED,
  expiryTime: status === 'new' ? null : '2026-03-10T23:59:59.999Z',
  collectionTime: null,
  recoveryTime: null,
  ...more,
})

export const where = (pkg: PackageNow) => situationOf(pkg).place
export const statusOfCode = (code: string): StatusName | null => (code === 'V' ? null : statusById(Number.parseInt(code, 10))!)
const numberOf = (status: StatusNow) => (status === 'new' ? 'new' : String(STATUSES[status].id))
export const expectedAt = (channel: Channel, place: Place, now: StatusNow) =>
  LINES.find((line) => line.channel === channel && line.place === place && line.now === numberOf(now))?.next ?? []

export const everySituation = CHANNELS.flatMap((channel) =>
  PLACES.flatMap((place) => (['new', ...STATUS_NAMES] as StatusNow[]).map((status) => ({ channel, place, status }))),
)
/** Places in which a package of a status can be: one that has left is in neither locker nor mailroom. */
export const possibleSituations = everySituation.filter(({ status, place }) => where(lying(status, place)) === place)
export const situations = fc.constantFrom(...everySituation)
export const statuses = fc.constantFrom(null, ...STATUS_NAMES)
/** Every change of the expected table, as a package and the choice made for it. */
export const everyChange = LINES.flatMap(({ channel, place, now, next }) =>
  next
    .filter((code) => code !== 'V')
    .map((code) => {
      const status = now === 'new' ? 'new' : statusById(Number(now))!
      const pkg = lying(status, place as Place)
      return {
        pkg,
        channel: channel as Channel,
        code,
        choice: choiceFor(situationOf(pkg), channel as Channel, statusOfCode(code))!,
      }
    }),
)
export const changes = fc.constantFrom(...everyChange)
