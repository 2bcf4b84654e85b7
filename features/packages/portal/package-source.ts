import { call } from '#platform/portal/api/call.ts'
import type { PaletteSource } from '#platform/portal/navigation/screen.ts'
import { packages } from '../contract.ts'
import { t } from '../viewer-messages.ts'
import { openedPath } from './use-opened-package.ts'

/** Fewer characters find too much. */
const SHORTEST = 2
const FOUND = 8

/** The command palette's way to a package: by a part of its tracking number or of the name, or its whole number. */
export const findPackages: PaletteSource['find'] = async (text, { permissions, organisation }, signal) => {
  if (text.length < SHORTEST || !permissions.has('ViewPackage')) return []
  const input = { Q: text, PageSize: FOUND, OrganisationId: organisation.id }
  const { Data } = await call(packages.page, { input, signal })
  return Data.map((row) => ({
    title: [row.PackageNumber, row.ResidentName, row.TrackingNumber].filter(Boolean).join(' · '),
    path: openedPath(row.PackageId),
    hint: t('PaletteHint', { status: row.Status, unit: row.UnitNumber }).text,
  }))
}
