import { defineMessages } from '#platform/define-messages.ts'
import { t as common, type FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('OrganisationHelp', {
  HelpOrganisations: 'The customers of this installation. Each sees only its own properties and people.',
  HelpOrganisation: 'Name, time zone and logo of your organisation. The tabs lead to the mobile app and the SMS gateway.',
  HelpMobile:
    'What residents see in the mobile app: terms, help, contact, logo and colour. Remote unlocking is switched on or off here too.',
  HelpSms:
    'The account that sends your SMS. Enter its addresses for incoming messages and statuses at the provider, save, and send a test.',
})

export const help: FeatureHelp = {
  '/organisation/list': { text: t('HelpOrganisations'), guide: 'get-started' },
  '/organisation/create': { text: common('HelpCreate'), guide: 'get-started' },
  '/organisation/{id}/': { text: t('HelpOrganisation'), guide: 'merge-changes' },
  '/organisation/myedit': { text: t('HelpOrganisation'), guide: 'merge-changes' },
  '/organisation/{id}/mobilesettings': { text: t('HelpMobile'), guide: 'merge-changes' },
  '/organisation/mymobilesettings': { text: t('HelpMobile'), guide: 'merge-changes' },
  '/organisation/{id}/smsgatewaysettings': { text: t('HelpSms'), guide: 'run-in-production' },
  '/organisation/mysmsgatewaysettings': { text: t('HelpSms'), guide: 'run-in-production' },
}
