import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** What a building has now. */
export type BuildingUse = {
  readonly hasLivePackages: boolean
  readonly hasResidents: boolean
  readonly hasBanks: boolean
  readonly hasMailrooms: boolean
}

/** Whatever is in a building keeps it. */
export function whyNotDelete({ hasLivePackages, hasResidents, hasBanks, hasMailrooms }: BuildingUse): Message | null {
  if (hasLivePackages) return t('MsgBuildingHasPackages')
  if (hasResidents) return t('MsgBuildingHasResidents')
  if (hasBanks) return t('MsgBuildingHasBanks')
  return hasMailrooms ? t('MsgBuildingHasMailrooms') : null
}

/** A building moves to another property only while nothing in it ever belonged to its property: histories stay where they were. */
export function whyNotMove(use: BuildingUse, { wasUsed }: { readonly wasUsed: boolean }): Message | null {
  return whyNotDelete(use) ?? (wasUsed ? t('MsgBuildingWasUsed') : null)
}
