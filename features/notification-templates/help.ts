import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('TemplateHelp', {
  HelpTemplates:
    'The texts of e-mails and SMS. Change them with the preview beside, in each language, and send a test to yourself.',
  HelpTemplate:
    'The text of one kind of notice, with a tab for each language. Buttons insert fields such as the name; the preview shows the result. Send yourself a test before you save.',
})

export const help: FeatureHelp = {
  '/notificationtemplate/list': { text: t('HelpTemplates'), guide: 'get-started' },
  '/notificationtemplate/create': { text: t('HelpTemplates'), guide: 'get-started' },
  '/notificationtemplate/{notificationtemplateId}/{typeId}': { text: t('HelpTemplate'), guide: 'get-started' },
  '/notificationtemplate/{notificationtemplateId}/{typeId}/detail': { text: t('HelpTemplates'), guide: 'get-started' },
}
