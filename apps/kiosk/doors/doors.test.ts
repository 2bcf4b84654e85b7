import { expect, onTestFinished, test, vi } from 'vitest'
import { recordedDoors } from '../testing/recorded-doors.ts'
import { simulatedCabinet } from './simulated-cabinet.ts'

test('records door-opened before door-closed when the door closes while its opening is being recorded', async () => {
  const hardware = simulatedCabinet({ closesAfterMs: 0 })
  onTestFinished(hardware.close)
  hardware.addDevices(['SN-1'])
  const { open, events } = recordedDoors(hardware, 0)
  await open('SN-1', async () => void (await vi.waitUntil(() => !hardware.isOpen('SN-1'))))
  await vi.waitFor(() => expect(events).toEqual(['door-opened', 'door-closed']))
})
