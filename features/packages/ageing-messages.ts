import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the ageing queue. */
export const t = defineMessages('PackageAgeing', {
  HintKeys: 'J and K: next and previous. Enter: open. Numbers: what to do.',
  AgeingNone: 'Nothing is late or flagged.',
  AgeingMore: 'The {shown} oldest of {total}',
  LabelQueue: 'Late and flagged packages, the oldest first',
  SectionActions: 'What to do',
  NoActions: 'You may look at this package, but not change it.',
  ActionInForm: '{action} …',
  AskNoWayBack: 'Package {number} cannot be brought back to its present status here.',
})
