import { IconMail, IconMessage } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const noticesFeature: PortalFeature = {
  screens: [
    {
      path: '/notice/list',
      title: t('ScreenNotices').text,
      needs: ['ViewPackage'],
      nav: { group: 'Today', icon: IconMail, key: 'n' },
      family: '/notice/list',
      load: () => import('./NoticeList.tsx'),
    },
    {
      path: '/notice/replies',
      title: t('ScreenReplies').text,
      needs: ['ViewPackage'],
      nav: { group: 'Today', icon: IconMessage },
      load: () => import('./ReplyList.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
