import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help and of the command palette; loaded when they are opened. */
export const t = defineMessages('ProfileHelp', {
  HelpProfile:
    'Your name, language and date format, password and second step. The last tab lists where you are signed in, and ends a sign-in that is not yours.',
  WordsOfProfile: 'account password devices sessions language phone sign-in two-step passkey',
})

export const help: FeatureHelp = {
  '/profile': { text: t('HelpProfile'), guide: 'sign-in-in-two-steps' },
}
