import { foldText } from '#platform/fold-text.ts'
import type { PalettePart, PaletteSource } from '#platform/portal/navigation/screen.ts'
import { wordsOf } from '#platform/wire.ts'
import { dashboards } from '../contract.ts'
import { t } from '../help.ts'

/** Doors by their name and words of their bank: "L12 quay", also "open locker L12". The hit leads to the door's panel. */
const doorSource: PaletteSource = {
  group: t('PaletteDoors').text,
  place: 1,
  find: async (text, { permissions }, { call, fillPath, signal }) => {
    const ignored = new Set(wordsOf(foldText(t('WordsOfDoor').text)))
    const words = wordsOf(text).filter((word) => !ignored.has(foldText(word)))
    if (words.length === 0 || !permissions.has('ViewLockerBankDashboard')) return []
    const found = await call(dashboards.findDoors, { query: { Q: words.join(' ') }, signal })
    return found.map(({ LockerName, LockerBankId, LockerBankName, BuildingName }) => ({
      title: t('PaletteDoor', { locker: LockerName, bank: LockerBankName }).text,
      path: `${fillPath('/dashboard/lockerbank/{id}', { id: LockerBankId })}?${new URLSearchParams({ locker: LockerName })}`,
      hint: BuildingName,
    }))
  },
}

export const palette: PalettePart = { sources: [doorSource], words: { '/dashboard/main': t('WordsOfDashboard') } }
