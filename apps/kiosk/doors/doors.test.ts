import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, test } from 'vitest'
import { eventually } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { createDoors } from './doors.ts'
import { simulatedCabinet } from './simulated-cabinet.ts'

test('a door that is closed before its opening was kept and told is told as opened first', async () => {
  const hardware = simulatedCabinet({ closesAfterMs: 0 })
  hardware.furnish(['SN-1'])
  const events: string[] = []
  const doors = createDoors({
    hardware,
    tell: async (drafts) => {
      events.push(...drafts.map(({ Kind }) => Kind))
      return []
    },
    lockerOf: () => null,
    whileMapped: (_wanted, open) => open(),
    say: () => {},
    opening: () => ({ openRetries: 0, openTimeoutMs: 200 }),
    leftOpenMs: () => 60_000,
  })
  onTestFinished(async () => {
    doors.stop()
    await hardware.close()
  })
  await doors.open({ serialNumber: 'SN-1', lockerId: null, commandId: null }, () => sleep(50))
  await eventually(() => events).toEqual(['door-opened', 'door-closed'])
})
