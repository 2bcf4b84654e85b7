import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

type Use = { readonly hasLivePackages: boolean; readonly isOfBank: boolean }

/** Packages keep their mailroom, and a locker bank its default one. */
export function whyNotDelete({ hasLivePackages, isOfBank }: Use): Message | null {
  if (hasLivePackages) return t('MsgMailroomHasPackages')
  return isOfBank ? t('MsgMailroomOfBank') : null
}

/** A mailroom moves to another building only while it was never used: histories stay where they were. */
export const whyNotMove = ({ wasUsed }: { readonly wasUsed: boolean }): Message | null =>
  wasUsed ? t('MsgMailroomWasUsed') : null
