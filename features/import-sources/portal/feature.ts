import { IconCloudDownload } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { FETCHED_PATH, t } from '../screens.ts'

export const importSourcesFeature: PortalFeature = {
  screens: [
    {
      path: FETCHED_PATH,
      title: t('ScreenFetched').text,
      needs: ['ViewGeneralSetting'],
      family: FETCHED_PATH,
      nav: { group: 'Setup', icon: IconCloudDownload },
      load: () => import('./FetchedFiles.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
