import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help, of the first steps and of the command palette; loaded when they are opened. */
export const t = defineMessages('RegistrationHelp', {
  HelpRegistrations:
    'People who registered themselves as residents. Compare them with the resident list and approve or reject them; nobody gets a code before that. The poster with the QR code is linked in General Settings, beside the address of the form.',
  HelpReview:
    'Compare what the person typed with the possible duplicates and the occupants of the unit. Approve, reject or correct the fields first; the e-mail address must be verified before an approval.',
  HelpAgentRegistrations: 'Couriers’ agents who registered themselves. Approve or reject them; nobody opens a door before that.',
  StepReview: 'Review the registrations',
  WordsOfRegistrations: 'approve reject review sign-ups',
})

export const help: FeatureHelp = {
  '/resident/listregistrations': { text: t('HelpRegistrations'), guide: 'add-residents' },
  '/resident/{registrationId}/review': { text: t('HelpReview'), guide: 'add-residents' },
  '/agent/listregistrations': { text: t('HelpAgentRegistrations'), guide: 'get-started' },
  '/agent/{registrationId}/review': { text: t('HelpReview'), guide: 'get-started' },
}
