import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help, of the first steps and of the command palette; loaded when they are opened. */
export const t = defineMessages('PackageHelp', {
  HelpPackages:
    'Every package of your properties, newest first. Search by name, unit, package or tracking number, and filter by status. Open a row for its history, a note or an action; check several rows to change them at once.',
  HelpIntake:
    'Book a package that arrived in the mailroom. Choose the mailroom, scan or type the tracking number, then the resident. Enter saves it, and the resident is notified.',
  HelpPackage:
    'One package: its status, recipient, place and times. The status decides which fields are open. Its history shows each event with the person.',
  HelpLabel:
    'A label with the name, the unit and the number as a barcode. Choose paper of 100 × 62 mm for a label printer; the barcode is read in every field for packages.',
  HelpAgeing:
    'Packages that are late or flagged, the oldest first. Work through them one by one: the number of an action does it, and the next package comes up.',
  StepPackage: 'Book in a package',
  StepAgeing: 'Work through late packages',
  WordsOfPackages: 'find parcels deliveries search',
})

export const help: FeatureHelp = {
  '/search': { text: t('HelpPackages'), guide: 'book-and-hand-over-parcels' },
  '/package/new': { text: t('HelpIntake'), guide: 'book-and-hand-over-parcels' },
  '/package/detail/{packageId}': { text: t('HelpPackage'), guide: 'book-and-hand-over-parcels' },
  '/package/label/{packageId}': { text: t('HelpLabel'), guide: 'print-labels-and-lists' },
  '/package/ageing': { text: t('HelpAgeing'), guide: 'book-and-hand-over-parcels' },
}
