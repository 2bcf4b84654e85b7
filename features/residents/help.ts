import { defineMessages } from '#platform/define-messages.ts'
import { t as common, type FeatureHelp } from '#platform/help.ts'

/** Texts of the help, of the first steps and of the command palette; loaded when they are opened. */
export const t = defineMessages('ResidentHelp', {
  HelpResidents:
    'Who lives in your properties. Add one by hand, import a file or let residents register themselves. A resident needs an e-mail address or a phone number to get codes.',
  HelpResident:
    'One resident: home, contact, messages, absence and access code. The code is hidden until you show it, and each reading is recorded. Other tabs have the packages, delegates and history.',
  StepResidents: 'Add residents, or import them',
  WordsOfResidents: 'tenants people occupants',
})

export const help: FeatureHelp = {
  '/resident/list': { text: t('HelpResidents'), guide: 'add-residents' },
  '/resident/create': { text: common('HelpCreate'), guide: 'add-residents' },
  '/resident/{residentId}/edit': { text: t('HelpResident'), guide: 'add-residents' },
  '/resident/{residentId}/detail': { text: t('HelpResident'), guide: 'add-residents' },
}
