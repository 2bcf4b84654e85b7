import type { HelpKey } from '#platform/help-messages.ts'
import type { Screen } from '#platform/portal/navigation/screen.ts'

/** The help of a screen: its text, and its page among `docs/how-to`. */
export type Help = { readonly text: HelpKey; readonly guide?: string }

const GUIDES = {
  residents: 'add-residents',
  parcels: 'book-and-hand-over-parcels',
  open: 'open-a-locker',
  banks: 'set-up-a-locker-bank',
  reports: 'run-and-schedule-reports',
  start: 'get-started',
} as const

/** By path, or by the family of the screen. */
const HELP: Readonly<Record<string, Help>> = {
  '/search': { text: 'HelpPackages', guide: GUIDES.parcels },
  '/package/new': { text: 'HelpIntake', guide: GUIDES.parcels },
  '/package/ageing': { text: 'HelpAgeing', guide: GUIDES.parcels },
  '/package/handover': { text: 'HelpHandOver', guide: GUIDES.parcels },
  '/dashboard/trends': { text: 'HelpTrends' },
  '/notice/list': { text: 'HelpNotices' },
  '/dashboard/main': { text: 'HelpDashboard', guide: GUIDES.open },
  '/dashboard/lockerbank/{id}': { text: 'HelpBank', guide: GUIDES.open },
  '/resident/list': { text: 'HelpResidents', guide: GUIDES.residents },
  '/resident/import': { text: 'HelpImport', guide: GUIDES.residents },
  '/importfile/list': { text: 'HelpImports', guide: GUIDES.residents },
  '/resident/listregistrations': { text: 'HelpRegistrations', guide: GUIDES.residents },
  '/agent/listregistrations': { text: 'HelpAgentRegistrations' },
  '/agent/list': { text: 'HelpAgents' },
  '/courier/list': { text: 'HelpCouriers' },
  '/property/list': { text: 'HelpProperties', guide: GUIDES.start },
  '/property/{propertyId}/theme': { text: 'HelpTheme' },
  '/region/list': { text: 'HelpRegions', guide: GUIDES.start },
  '/building/list': { text: 'HelpBuildings', guide: GUIDES.start },
  '/mailroom/list': { text: 'HelpMailrooms', guide: GUIDES.start },
  '/lockerbank/list': { text: 'HelpLockerBanks', guide: GUIDES.banks },
  '/lockerbank/{lockerBankId}/layout': { text: 'HelpLayout', guide: GUIDES.banks },
  '/lockerbank/{lockerBankId}/maplockertodevice': { text: 'HelpDevices', guide: GUIDES.banks },
  '/lockerbank/{lockerBankId}/setting': { text: 'HelpBankSettings', guide: GUIDES.banks },
  '/notificationtemplate/list': { text: 'HelpTemplates' },
  '/emailsetting': { text: 'HelpFetched', guide: 'import-residents-from-a-server' },
  '/portaluser/list': { text: 'HelpUsers', guide: GUIDES.start },
  '/portaluser/signinrules': { text: 'HelpSignInRules', guide: 'sign-in-in-two-steps' },
  '/portaluser/roles': { text: 'HelpRoles' },
  '/advicetag/list': { text: 'HelpAdviceTags' },
  '/organisation/list': { text: 'HelpOrganisations' },
  '/organisation/myedit': { text: 'HelpOrganisation' },
  '/organisation/mymobilesettings': { text: 'HelpOrganisation' },
  '/organisation/mysmsgatewaysettings': { text: 'HelpOrganisation' },
  '/setting/general': { text: 'HelpGeneral', guide: GUIDES.start },
  '/setting/poster/{kind}': { text: 'HelpPoster', guide: GUIDES.residents },
  '/audit/list': { text: 'HelpAudit' },
  '/singlesignon': { text: 'HelpSingleSignOn', guide: 'connect-an-identity-provider' },
  '/system': { text: 'HelpSystem', guide: 'run-in-production' },
  '/newsletter/list': { text: 'HelpNewsletter' },
  '/enquiry/list': { text: 'HelpEnquiries' },
  '/reportschedule/list': { text: 'HelpSchedules', guide: GUIDES.reports },
  '/reportrun/list': { text: 'HelpRuns', guide: GUIDES.reports },
  '/about': { text: 'HelpAbout' },
  '/profile': { text: 'HelpProfile', guide: 'sign-in-in-two-steps' },
}

const REPORT: Help = { text: 'HelpReports', guide: GUIDES.reports }

/** The help of a screen; undefined for one without. */
export const helpOf = ({ path, family }: Pick<Screen, 'path' | 'family'>): Help | undefined =>
  HELP[path] ?? HELP[family ?? ''] ?? (path.startsWith('/rpt') ? REPORT : undefined)
