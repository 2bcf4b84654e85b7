import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { STATUSES, type StatusName } from '#features/packages/statuses.ts'
import { LOCKER_MODES } from '../../model.ts'
import { CabinetDoor } from './CabinetDoor.tsx'
import type { CabinetLocker } from './cabinet-locker.ts'

const locker: CabinetLocker = {
  Id: '1',
  LockerName: 'L7',
  Size: 3,
  LockerType: 'locker',
  LockerMode: LOCKER_MODES.none,
  IsDDAReserved: false,
  LockerState: 'Available',
  IsDeviceAssociated: true,
}
const holding = (status: StatusName): Partial<CabinetLocker> => ({
  LockerState: 'Occupied',
  Packages: [{ StatusId: STATUSES[status].id, DroppedAt: '2026-05-01T09:00:00Z' }],
})
const box = { x: 0, y: 0, width: 120, height: 60 }
const drawn = (change: Partial<CabinetLocker>, bare = false) =>
  renderToStaticMarkup(
    createElement(CabinetDoor, { locker: { ...locker, ...change }, box, isOpen: false, isSelected: false, bare }),
  )
/** The signs and letters on the door, as they are drawn: 'check', 'letter-a'. */
const signs = (change: Partial<CabinetLocker>, bare = false) =>
  [...drawn(change, bare).matchAll(/tabler-icon-([a-z0-9-]+)/g)].map(([, sign]) => sign)

describe('a drawn door', () => {
  it('bears its number', () => {
    expect(drawn({})).toContain('>L7</text>')
  })

  it.each([
    ['Available', true, ['check', 'letter-a']],
    ['Occupied', true, ['package', 'letter-o']],
    ['Dirty', true, ['droplet', 'letter-d']],
    ['Flagged', true, ['tool', 'letter-s']],
    ['Disabled', true, ['ban', 'letter-n']],
    ['Available', false, ['ban', 'letter-n']],
  ] as const)('that is %s, mapped %s, bears the sign and the letter %j', (LockerState, IsDeviceAssociated, expected) => {
    expect(signs({ LockerState, IsDeviceAssociated })).toEqual(expected)
  })

  it.each([
    ['InLocker', 'package'],
    ['DroppedOffForDryCleaning', 'arrow-up-right'],
    ['ExpiredInlocker', 'clock-hour-4'],
    ['Missing', 'letter-m'],
    ['WrongRecipient', 'letter-w'],
    ['Unconfirmed', 'letter-u'],
    ['Pending', 'letter-p'],
    ['OnHold', 'letter-h'],
  ] as const)('with a package that is %s bears %s besides', (status, sign) => {
    expect(signs(holding(status))).toEqual(['package', 'letter-o', sign])
  })

  it('bears a wheelchair where it is accessible, and the flag of its mode', () => {
    expect(signs({ IsDDAReserved: true })).toEqual(['wheelchair', 'check', 'letter-a'])
    expect(signs({ LockerMode: LOCKER_MODES.outbound })).toContain('arrow-up-right')
    expect(signs({ LockerMode: LOCKER_MODES.drycleaning })).toContain('hanger')
  })

  it('of a terminal bears a screen, a blank in the steel and a door of the small drawing nothing', () => {
    expect(signs({ LockerType: 'terminal', Size: 4 })).toEqual(['device-desktop'])
    expect(signs({ LockerMode: LOCKER_MODES.removed })).toEqual([])
    expect(signs(holding('InLocker'), true)).toEqual([])
  })
})
