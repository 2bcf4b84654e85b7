import { useState } from 'react'
import { t as tOpenings } from '#features/kiosks/opening-messages.ts'
import { again, answered, begun, current, type Guide, mapped, skipped } from '../guide.ts'
import { t } from '../messages.ts'
import { whyNotMap } from '../rules.ts'
import type { MappableDoor, Mapping } from './use-mapping.ts'

/** Guided mapping: opens a device, waits for a click on the door that opened, maps the two, and continues with the next device. */
export function useGuide(mapping: Mapping) {
  const [guide, setGuide] = useState<Guide | null>(null)

  async function go(to: Guide): Promise<void> {
    setGuide(to)
    const serialNumber = current(to)
    if (serialNumber === null) return
    const isOpen = await mapping.open(serialNumber)
    setGuide((now) => now && answered(now, serialNumber, isOpen))
  }

  const areKnown = Boolean(mapping.list.data?.FoundAt && mapping.layout.data)
  const devices = mapping.all.filter(({ LockerNumber, IsFound }) => !LockerNumber && IsFound)
  const free = mapping.doors.filter(mayBeMapped).length
  return {
    guide,
    whyNot: mapping.isStopped
      ? tOpenings('MsgOpeningStopped')
      : !areKnown
        ? t('GuideUnknown')
        : devices.length === 0
          ? t('GuideNoDevice')
          : free === 0
            ? t('GuideNoLocker')
            : null,
    /** Starts with the unmapped devices that were discovered. */
    start: () => go(begun(devices.map(({ SerialNumber }) => SerialNumber))),
    /** Maps the current device to the door that the user has identified. */
    choose: async (door: MappableDoor): Promise<void> => {
      const serialNumber = guide?.stage === 'open' ? current(guide) : null
      if ((await mapping.map(serialNumber, door)) && guide) await go(mapped(guide, free - 1))
    },
    openAgain: () => guide && go(again(guide)),
    skip: () => guide && go(skipped(guide, free)),
    stop: () => {
      setGuide(null)
      mapping.select(null)
    },
  }
}
export type GuideControl = ReturnType<typeof useGuide>

const ANY_DEVICE = { serialNumber: '', lockerName: null }
const mayBeMapped = (door: MappableDoor) => whyNotMap(ANY_DEVICE, door) === null
