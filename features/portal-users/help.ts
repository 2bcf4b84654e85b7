import { defineMessages } from '#platform/define-messages.ts'
import { t as common, type FeatureHelp } from '#platform/help.ts'

/** Texts of the help, of the first steps and of the command palette; loaded when they are opened. */
export const t = defineMessages('PortalUserHelp', {
  HelpUsers: 'Colleagues who use this portal, with their role and properties. An invitation lets each choose the password.',
  HelpUser:
    'One user: name, role, properties and login for the terminals. The access tab shows what the user can see and do. A user who has not signed in yet can be invited again.',
  HelpSignInRules:
    'Who must sign in with a second step, such as a code of an app. Users who have none set one up at their next sign-in.',
  HelpRoles: 'What each role may do. Compare before you invite somebody.',
  StepUsers: 'Invite a colleague',
  WordsOfPortalUsers: 'staff team members invite managers permissions access',
})

export const help: FeatureHelp = {
  '/portaluser/list': { text: t('HelpUsers'), guide: 'get-started' },
  '/portaluser/create': { text: common('HelpCreate'), guide: 'get-started' },
  '/portaluser/{portalUserId}/edit': { text: t('HelpUser'), guide: 'get-started' },
  '/portaluser/signinrules': { text: t('HelpSignInRules'), guide: 'sign-in-in-two-steps' },
  '/portaluser/roles': { text: t('HelpRoles'), guide: 'get-started' },
}
