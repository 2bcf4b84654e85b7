import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('SingleSignOnHelp', {
  HelpSingleSignOn:
    'Let users sign in at your own provider, such as Microsoft Entra ID or Keycloak. Enter the address and the client of the provider, test it, then choose which groups get which role.',
})

export const help: FeatureHelp = {
  '/singlesignon': { text: t('HelpSingleSignOn'), guide: 'connect-an-identity-provider' },
}
