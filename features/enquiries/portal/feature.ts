import { IconMessageQuestion } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { ENQUIRIES_PATH, t } from '../screens.ts'

export const enquiriesFeature: PortalFeature = {
  screens: [
    {
      path: ENQUIRIES_PATH,
      title: t('ScreenEnquiries').text,
      needs: ['AddOrganisation'],
      nav: { group: 'Setup', icon: IconMessageQuestion },
      family: ENQUIRIES_PATH,
      load: () => import('./EnquiryList.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
