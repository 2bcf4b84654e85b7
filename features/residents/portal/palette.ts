import { recipients } from '#features/recipients/contract.ts'
import type { PalettePart, PaletteSource } from '#platform/portal/navigation/screen.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'

const FOUND = 8

/** Active residents by words in any order, those whose name, unit or e-mail address begins with the text first. */
const residentSource: PaletteSource = {
  group: screens('ScreenResidents').text,
  place: 2,
  find: async (text, { permissions, organisation }, { call, fillPath, signal }) => {
    if (!permissions.has('ViewResident')) return []
    const params = { organisationId: organisation.id, term: text }
    const found = await call(recipients.quickSearch, { params, signal })
    const path = permissions.has('EditResident') ? '/resident/{residentId}/edit' : '/resident/{residentId}/detail'
    return found.slice(0, FOUND).map((row) => ({
      title: row.Name,
      path: fillPath(path, { residentId: row.Id }),
      hint: t('PaletteHint', { unit: row.UnitNumber, building: row.BuildingName }).text,
    }))
  },
}

export const palette: PalettePart = { sources: [residentSource], words: { '/resident/list': help('WordsOfResidents') } }
