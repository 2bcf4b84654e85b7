import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help and of the first steps; loaded when they are opened. */
export const t = defineMessages('HandOverHelp', {
  HelpHandOver:
    'Give packages to a resident at the desk. Choose the property, scan or type the access code, name, unit or number, check the packages and take the proof that your property asks for.',
  StepHandOver: 'Hand a parcel over',
})

export const help: FeatureHelp = {
  '/package/handover': { text: t('HelpHandOver'), guide: 'book-and-hand-over-parcels' },
}
