import { defineMessages } from '#platform/define-messages.ts'
import { entityHelp, type FeatureHelp } from '#platform/help.ts'
import { mailroomEntity } from './screens.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('MailroomHelp', {
  HelpMailrooms: 'Rooms in which packages wait on a shelf. Packages that fit no locker go to the mailroom of their bank.',
})

export const help: FeatureHelp = entityHelp(mailroomEntity, t('HelpMailrooms'))
