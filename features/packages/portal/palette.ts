import { PACKAGE_PATH } from '#features/package-statuses/screens.ts'
import { t as label } from '#platform/labels.ts'
import type { PalettePart, PaletteSource } from '#platform/portal/navigation/screen.ts'
import { packages } from '../contract.ts'
import { t as help } from '../help.ts'
import { t } from '../viewer-messages.ts'

/** Fewer characters would match too many packages. */
const SHORTEST = 2
const FOUND = 8

/** Packages by words in any order: recipient, unit, package and tracking number. */
const packageSource: PaletteSource = {
  group: label('LabelPackages').text,
  place: 3,
  find: async (text, { permissions, organisation }, { call, fillPath, signal }) => {
    if (text.length < SHORTEST || !permissions.has('ViewPackage')) return []
    const input = { Q: text, PageSize: FOUND, OrganisationId: organisation.id }
    const { Data } = await call(packages.page, { input, signal })
    return Data.map((row) => ({
      title: [row.PackageNumber, row.ResidentName, row.TrackingNumber].filter(Boolean).join(' · '),
      path: fillPath(PACKAGE_PATH, { id: row.PackageId }),
      hint: t('PaletteHint', { status: row.Status, unit: row.UnitNumber }).text,
    }))
  },
}

export const palette: PalettePart = { sources: [packageSource], words: { '/search': help('WordsOfPackages') } }
