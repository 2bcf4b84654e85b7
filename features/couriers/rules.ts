import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** A courier with sort order zero is not offered for choice (spec 2 §2). */
export const isOffered = ({ SortOrder }: { readonly SortOrder: number }): boolean => SortOrder !== 0

type Use = { readonly hasAgents: boolean; readonly hasLivePackages: boolean }

/** Agents and live packages keep their courier (decisions "People"). */
export function whyNotDelete({ hasAgents, hasLivePackages }: Use): Message | null {
  if (hasAgents) return t('MsgCourierHasAgents')
  return hasLivePackages ? t('MsgCourierHasPackages') : null
}

type Kind = { readonly isDryCleaning: boolean }
/** An agent's role fits the kind of courier, so the kind stays while there are agents. */
export const whyNotChangeKind = (before: Kind & Pick<Use, 'hasAgents'>, after: Kind): Message | null =>
  before.hasAgents && before.isDryCleaning !== after.isDryCleaning ? t('MsgDryCleaningFixed') : null
