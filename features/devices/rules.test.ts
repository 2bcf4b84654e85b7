import { describe, expect, test } from 'vitest'
import { type MappableLocker, whyNotMap, whyNotUnmap } from './rules.ts'

const free: MappableLocker = { name: 'L1', lockerType: 'locker', lockerMode: 0, serialNumber: null }
const device = { serialNumber: 'SN', lockerName: null }
const taken = { ...free, name: 'L2', serialNumber: 'SN2' }
const terminal: MappableLocker = { ...free, name: 'Terminal', lockerType: 'terminal' }

describe('mapping', () => {
  test('needs a device and a locker', () => {
    expect(whyNotMap(device, free)).toBeNull()
    expect(whyNotMap(null, free)?.code).toBe('MsgMapNoDeviceSelected')
    expect(whyNotMap(device, null)?.code).toBe('MsgMapNoLockerSelected')
    expect(whyNotMap(device, { ...free, lockerMode: -1 })?.code).toBe('MsgMapNoLockerSelected')
  })

  test('refuses a terminal, and a locker or device that is mapped already', () => {
    expect(whyNotMap(device, terminal)?.code).toBe('MsgMapDeviceToTerminal')
    expect(whyNotMap(device, taken)?.text).toBe('Locker L2 is already mapped.')
    expect(whyNotMap({ serialNumber: 'SN2', lockerName: 'L2' }, free)?.text).toBe('Device SN2 is already mapped to locker L2.')
  })
})

test('unmapping needs a locker that a device opens, and no terminal', () => {
  expect(whyNotUnmap(taken)).toBeNull()
  expect(whyNotUnmap(free)?.text).toBe('No device is mapped to locker L1.')
  expect(whyNotUnmap(terminal)?.code).toBe('MsgMapUnmapTerminal')
})
