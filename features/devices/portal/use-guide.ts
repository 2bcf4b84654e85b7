import { useState } from 'react'
import { again, answered, begun, current, type Guide, next } from '../guide.ts'
import type { MappableDoor, Mapping } from './use-mapping.ts'

/** Guided mapping: opens the next device, waits to be told which door that was, maps, and goes on. */
export function useGuide(mapping: Mapping) {
  const [guide, setGuide] = useState<Guide | null>(null)

  async function go(to: Guide): Promise<void> {
    setGuide(to)
    const serialNumber = current(to)
    if (serialNumber === null) return
    const isOpen = await mapping.open(serialNumber)
    setGuide((now) => now && answered(now, serialNumber, isOpen))
  }

  return {
    guide,
    /** Begins with the unmapped devices that the cabinet named. */
    start: () =>
      go(
        begun(
          mapping.all.filter(({ LockerNumber, IsFound }) => !LockerNumber && IsFound).map(({ SerialNumber }) => SerialNumber),
        ),
      ),
    /** Somebody says that this is the door which stands open. */
    choose: async (door: MappableDoor): Promise<void> => {
      if (guide?.stage === 'open' && (await mapping.map(current(guide), door))) await go(next(guide, { wasMapped: true }))
    },
    openAgain: () => guide && go(again(guide)),
    skip: () => guide && go(next(guide, { wasMapped: false })),
    stop: () => {
      setGuide(null)
      mapping.select(null)
    },
  }
}
export type GuideControl = ReturnType<typeof useGuide>
