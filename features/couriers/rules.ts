import type { Said } from '#platform/text.ts'
import { say } from './messages.ts'

/** A courier with sort order zero is not offered for choice (spec 2 §2). */
export const isOffered = ({ SortOrder }: { readonly SortOrder: number }): boolean => SortOrder !== 0

type Use = { readonly hasAgents: boolean; readonly hasLivePackages: boolean }

/** Agents and packages in the house keep their courier (decisions "People"). */
export function whyNotDelete({ hasAgents, hasLivePackages }: Use): Said | null {
  if (hasAgents) return say('MsgCourierHasAgents')
  return hasLivePackages ? say('MsgCourierHasPackages') : null
}

type Kind = { readonly isDryCleaning: boolean }
/** An agent's role fits the kind of courier, so the kind stays while there are agents. */
export const whyNotChangeKind = (before: Kind & Pick<Use, 'hasAgents'>, after: Kind): Said | null =>
  before.hasAgents && before.isDryCleaning !== after.isDryCleaning ? say('MsgDryCleaningFixed') : null
