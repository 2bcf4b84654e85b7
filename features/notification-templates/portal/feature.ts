import { IconTemplate } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const notificationTemplatesFeature: PortalFeature = {
  screens: [
    {
      path: '/notificationtemplate/list',
      title: t('ScreenTemplates').text,
      needs: ['ViewNotificationTemplate'],
      nav: { group: 'Setup', icon: IconTemplate, key: 'x' },
      family: '/notificationtemplate/list',
      load: () => import('./TemplateList.tsx'),
    },
    {
      // Every type has a text from the start: a new one is a change of it.
      path: '/notificationtemplate/create',
      title: t('ScreenTemplates').text,
      needs: ['AddNotificationTemplate'],
      family: '/notificationtemplate/list',
      load: () => import('./TemplateList.tsx'),
    },
    {
      path: '/notificationtemplate/{notificationtemplateId}/{typeId}',
      title: t('ScreenTemplates').text,
      needs: ['EditNotificationTemplate'],
      family: '/notificationtemplate/list',
      load: () => import('./TemplateEdit.tsx'),
    },
    {
      path: '/notificationtemplate/{notificationtemplateId}/{typeId}/detail',
      title: t('ScreenTemplates').text,
      needs: ['ViewNotificationTemplate'],
      family: '/notificationtemplate/list',
      load: () => import('./TemplateDetail.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
