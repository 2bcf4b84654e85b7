import { call } from '#platform/portal/api/call.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import type { PaletteSource } from '#platform/portal/navigation/screen.ts'
import { residents } from '../contract.ts'
import { t } from '../messages.ts'
import { MIN_SEARCH } from '../rules.ts'

const FOUND = 8

/** Finds residents for the command palette by a prefix of a name, a unit or an e-mail address. */
export const findResidents: PaletteSource['find'] = async (text, { permissions, organisation }, signal) => {
  if (text.length < MIN_SEARCH || !permissions.has('ViewResident')) return []
  const params = { organisationId: organisation.id, term: text }
  const found = await call(residents.quickSearch, { params, signal })
  const path = permissions.has('EditResident') ? '/resident/{residentId}/edit' : '/resident/{residentId}/detail'
  return found.slice(0, FOUND).map((row) => ({
    title: row.Name,
    path: pathTo(path, { residentId: row.Id }),
    hint: t('PaletteHint', { unit: row.UnitNumber, building: row.BuildingName }).text,
  }))
}
