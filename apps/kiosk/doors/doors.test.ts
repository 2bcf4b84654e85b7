import { expect, onTestFinished, test } from 'vitest'
import { soon } from '#platform/server/testing/waiting.ts'
import { recordedDoors } from '../testing/recorded-doors.ts'
import { simulatedCabinet } from './simulated-cabinet.ts'

test('records door-opened before door-closed when the door closes while its opening is being recorded', async () => {
  const hardware = simulatedCabinet({ closesAfterMs: 0 })
  onTestFinished(hardware.close)
  hardware.addDevices(['SN-1'])
  const { open, events } = recordedDoors(hardware, 0)
  await open('SN-1', () => soon(() => expect(hardware.isOpen('SN-1')).toBe(false)))
  await soon(() => expect(events).toEqual(['door-opened', 'door-closed']))
})
