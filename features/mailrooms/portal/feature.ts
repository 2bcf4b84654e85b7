import { IconMailbox } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { mailroomEntity, t } from '../screens.ts'

export const mailroomsFeature: PortalFeature = {
  screens: entityScreens(mailroomEntity, {
    titles: { list: t('ScreenMailrooms').text, create: t('ScreenNewMailroom').text, edit: t('ScreenMailroom').text },
    nav: { group: 'Places', icon: IconMailbox, key: 'm' },
    list: () => import('./MailroomList.tsx'),
    create: () => import('./MailroomForm.tsx'),
    edit: () => import('./MailroomForm.tsx').then(({ MailroomEdit }) => ({ default: MailroomEdit })),
  }),
  records: { mailroom: [['EditMailroom', '/mailroom/{id}/edit']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
