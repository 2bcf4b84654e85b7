import type { PalettePart, PaletteSource } from '#platform/portal/navigation/screen.ts'
import { lockerBanks, pageOfText } from '../contract.ts'
import { t } from '../screens.ts'

const FOUND = 8

/** Locker banks by words in any order: name, code, building and property. */
const lockerBankSource: PaletteSource = {
  group: t('ScreenLockerBanks').text,
  place: 4,
  find: async (text, { permissions, organisation }, { call, fillPath, signal }) => {
    if (!text || !permissions.has('EditLockerBank')) return []
    const input = { SearchText: text, PageSize: FOUND, OrganisationId: organisation.id }
    const { Data } = pageOfText(await call(lockerBanks.page, { input, signal }))
    return Data.map((row) => ({
      title: row.LockerbankName,
      path: fillPath('/lockerbank/{lockerBankId}/editView', { lockerBankId: row.LockerbankId }),
      hint: `${row.BuildingName}, ${row.PropertyName}`,
    }))
  },
}

export const palette: PalettePart = { sources: [lockerBankSource] }
