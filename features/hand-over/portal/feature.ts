import { IconUserCheck } from '@tabler/icons-react'
import { HAND_OVER_LINKS, PACKAGE_ACTIONS } from '#features/packages/portal/shared/extensions.ts'
import { extension } from '#platform/portal/navigation/extensions.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { HAND_OVER_PATH, t } from '../screens.ts'

export const handOverFeature: PortalFeature = {
  screens: [
    {
      path: HAND_OVER_PATH,
      title: t('ScreenHandOver').text,
      needs: ['EditPackage'],
      nav: { group: 'Today', icon: IconUserCheck, key: 'h' },
      family: HAND_OVER_PATH,
      load: () => import('./HandOver.tsx'),
    },
  ],
  extensions: [
    extension(
      PACKAGE_ACTIONS,
      lazyComponent(async () => ({ default: (await import('./package-links.tsx')).HandOverLink })),
    ),
    extension(
      HAND_OVER_LINKS,
      lazyComponent(async () => ({ default: (await import('./package-links.tsx')).ProofLink })),
    ),
  ],
  help: () => import('../help.ts'),
}
