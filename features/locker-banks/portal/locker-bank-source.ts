import { call } from '#platform/portal/api/call.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import type { PaletteSource } from '#platform/portal/navigation/screen.ts'
import { lockerBanks, pageOfText } from '../contract.ts'

const MOST_RESULTS = 8

/** Finds locker banks for the command palette, by words in its name, code, building and property. */
export const findLockerBanks: PaletteSource['find'] = async (text, { permissions, organisation }, signal) => {
  if (!text || !permissions.has('EditLockerBank')) return []
  const input = { SearchText: text, PageSize: MOST_RESULTS, OrganisationId: organisation.id }
  const { Data } = pageOfText(await call(lockerBanks.page, { input, signal }))
  return Data.map((row) => ({
    title: row.LockerbankName,
    path: pathTo('/lockerbank/{lockerBankId}/editView', { lockerBankId: row.LockerbankId }),
    hint: `${row.BuildingName}, ${row.PropertyName}`,
  }))
}
