import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
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
const drawn = (change: Partial<CabinetLocker>, bare = false, of: Partial<typeof box> = {}) =>
  renderToStaticMarkup(
    createElement(CabinetDoor, {
      locker: { ...locker, ...change },
      box: { ...box, ...of },
      isOpen: false,
      isSelected: false,
      bare,
    }),
  )
/** The icons and letters on the door, in drawing order: 'check', 'letter-a'. */
const icons = (change: Partial<CabinetLocker>, bare = false, of: Partial<typeof box> = {}) =>
  [...drawn(change, bare, of).matchAll(/tabler-icon-([a-z0-9-]+)/g)].map(([, icon]) => icon)

describe('drawn door', () => {
  it('shows its name', () => {
    expect(drawn({})).toContain('>L7</text>')
  })

  it.each([
    ['Available', true, ['check', 'letter-a']],
    ['Occupied', true, ['package', 'letter-o']],
    ['Dirty', true, ['droplet', 'letter-d']],
    ['Flagged', true, ['tool', 'letter-s']],
    ['Disabled', true, ['ban', 'letter-n']],
    ['Available', false, ['ban', 'letter-n']],
  ] as const)('that is %s, mapped %s, shows the icon and the letter %j', (LockerState, IsDeviceAssociated, expected) => {
    expect(icons({ LockerState, IsDeviceAssociated })).toEqual(expected)
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
  ] as const)('with a package that is %s also shows %s', (status, icon) => {
    expect(icons(holding(status))).toEqual(['package', 'letter-o', icon])
  })

  it('shows a wheelchair when accessible, and the icon of its mode', () => {
    expect(icons({ IsDDAReserved: true })).toEqual(['wheelchair', 'check', 'letter-a'])
    expect(icons({ LockerMode: LOCKER_MODES.outbound })).toContain('arrow-up-right')
    expect(icons({ LockerMode: LOCKER_MODES.drycleaning })).toContain('hanger')
  })

  it('when narrow, keeps its name and letter, then the package, the icon and the flags as far as there is room', () => {
    const full = { ...holding('InLocker'), IsDDAReserved: true, LockerName: 'L38' }
    expect(icons(full, false, { width: 75 })).toEqual(['wheelchair', 'package', 'letter-o', 'package'])
    expect(icons(full, false, { width: 52 })).toEqual(['letter-o', 'package'])
    expect(icons(full, false, { width: 75, height: 20 })).toEqual(['letter-o', 'package'])
    expect(icons(full, false, { width: 52, height: 20 })).toEqual(['letter-o'])
    expect(drawn(full, false, { width: 52, height: 20 })).toContain('>L38</text>')
  })

  it('shows a screen for a terminal, and nothing on a blank panel or in the small drawing', () => {
    expect(icons({ LockerType: 'terminal', Size: 4 })).toEqual(['device-desktop'])
    expect(icons({ LockerMode: LOCKER_MODES.removed })).toEqual([])
    expect(icons(holding('InLocker'), true)).toEqual([])
  })
})
