import { describe, expect, it } from 'vitest'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { type CabinetLocker, describeDevice, describeLocker } from './cabinet-locker.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const locker: CabinetLocker = {
  Id: '1',
  LockerName: 'L7',
  Size: 3,
  LockerType: 'locker',
  LockerMode: 0,
  IsDDAReserved: false,
  LockerState: 'Available',
  IsDeviceAssociated: true,
}
const holding = (...statuses: (keyof typeof STATUSES)[]) =>
  statuses.map((status) => ({ StatusId: STATUSES[status].id, DroppedAt: '2026-05-01T09:00:00Z' }))
const describeOne = (change: Partial<CabinetLocker>) => describeLocker({ ...locker, ...change }, now)

describe('describeLocker', () => {
  it('has name, size and state', () => {
    expect(describeOne({})).toBe('L7, M, Available')
  })
  it('has the package and since when', () => {
    expect(describeOne({ LockerState: 'Occupied', Packages: holding('ExpiredInlocker') })).toBe(
      'L7, M, Occupied, Expired, 3 hours ago',
    )
  })
  it('has the status of a flagged package', () => {
    expect(describeOne({ LockerState: 'Occupied', Packages: holding('WrongRecipient') })).toMatch(
      /Flagged \(Wrong Recipient\), 3 hours ago$/,
    )
  })
  it('has the recipient, of an outbound package the sender', () => {
    const held = (status: keyof typeof STATUSES) =>
      describeOne({
        LockerState: 'Occupied',
        IsDDAReserved: true,
        Packages: holding(status).map((one) => ({ ...one, Recipient: 'Ada Berg', UnitNumber: '12C' })),
      })
    expect(held('InLocker')).toBe('L7, M, Occupied, Active, 3 hours ago, for Ada Berg 12C, accessible')
    expect(held('DroppedOffForDryCleaning')).toContain('3 hours ago, from Ada Berg 12C')
  })
  it('counts several packages', () => {
    expect(describeOne({ LockerState: 'Occupied', Packages: holding('InLocker', 'InLocker') })).toContain(
      '2 packages, the oldest Active, 3 hours ago',
    )
  })
  it('has mode and accessibility', () => {
    expect(describeOne({ LockerMode: 2, IsDDAReserved: true })).toBe('L7, M, Available, Dry cleaning, accessible')
  })
  it('is not mapped without a device, in any state', () => {
    expect(describeOne({ IsDeviceAssociated: false })).toBe('L7, M, Disabled or Not Mapped')
  })
  it('calls a terminal a terminal', () => {
    expect(describeOne({ LockerName: 'Terminal', LockerType: 'terminal' })).toBe('Terminal')
    expect(describeOne({ LockerName: 'T1', LockerType: 'terminal' })).toBe('T1, terminal')
  })
})

describe('describeDevice', () => {
  const ofDevice = (change: Partial<CabinetLocker>, serialNumber: string | null) =>
    describeDevice({ ...locker, ...change }, serialNumber)
  it('has the device, and whether the locker is occupied', () => {
    expect(ofDevice({}, 'SN-7')).toBe('L7, M, mapped to SN-7')
    expect(ofDevice({ LockerState: 'Occupied' }, 'SN-7')).toBe('L7, M, mapped to SN-7, Occupied')
    expect(ofDevice({}, null)).toBe('L7, M, not mapped')
  })
  it('distinguishes a terminal and a blank panel', () => {
    expect(ofDevice({ LockerName: 'Terminal', LockerType: 'terminal' }, null)).toBe('Terminal')
    expect(ofDevice({ LockerMode: -1 }, null)).toBe('L7, no locker')
  })
})
