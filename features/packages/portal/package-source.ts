import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import type { PaletteSource } from '#platform/portal/navigation/screen.ts'
import { recordPath } from '#platform/portal/record/record-kinds.ts'
import { packages } from '../contract.ts'
import { t } from '../viewer-messages.ts'

/** Fewer characters would match too many packages. */
const SHORTEST = 2
const FOUND = 8

/** Packages by words in any order: recipient, unit, package and tracking number. */
export const packageSource: PaletteSource = {
  group: label('LabelPackages').text,
  find: async (text, { permissions, organisation }, signal) => {
    if (text.length < SHORTEST || !permissions.has('ViewPackage')) return []
    const input = { Q: text, PageSize: FOUND, OrganisationId: organisation.id }
    const { Data } = await call(packages.page, { input, signal })
    return Data.map((row) => ({
      title: [row.PackageNumber, row.ResidentName, row.TrackingNumber].filter(Boolean).join(' · '),
      path: recordPath({ kind: 'package', id: row.PackageId }, permissions) ?? '/search',
      hint: t('PaletteHint', { status: row.Status, unit: row.UnitNumber }).text,
    }))
  },
}
