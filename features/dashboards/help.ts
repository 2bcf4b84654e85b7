import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help, of the first steps and of the command palette; loaded when they are opened. */
export const t = defineMessages('DashboardHelp', {
  HelpDashboard:
    'The locker banks with what needs attention first: offline kiosks, full sizes, late packages. A row opens the bank. The figures change by themselves.',
  HelpBank:
    'Every door of the bank as it is now. Choose a door to see its package, change its state or open it. Each opening is recorded with the name of who asked for it.',
  StepOpenDetail: 'See what is behind a door',
  PaletteDoors: 'Doors',
  PaletteDoor: 'Locker {locker} · {bank}',
  /** Not searched for. */
  WordsOfDoor: 'open show the a door locker compartment box',
  WordsOfDashboard: 'home overview stop brake all remote opening emergency',
})

export const help: FeatureHelp = {
  '/dashboard/main': { text: t('HelpDashboard'), guide: 'open-a-locker' },
  '/dashboard/lockerbank/{id}': { text: t('HelpBank'), guide: 'open-a-locker' },
}
