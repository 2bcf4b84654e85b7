import { IconClockExclamation, IconPackages } from '@tabler/icons-react'
import { SAMPLE_PICKERS } from '#features/notification-templates/portal/shared/sample-picker.ts'
import { LABEL_PATH, PACKAGE_PATH, packageEntity, t } from '#features/package-statuses/screens.ts'
import { t as label } from '#platform/labels.ts'
import { extension } from '#platform/portal/navigation/extensions.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'

export const packagesFeature: PortalFeature = {
  screens: [
    {
      path: '/search',
      title: t('ScreenPackageViewer').text,
      needs: ['ViewPackage'],
      nav: { group: 'Today', icon: IconPackages, key: 'p' },
      family: '/search',
      isLive: true,
      load: () => import('./PackageViewer.tsx'),
    },
    {
      path: '/package/ageing',
      title: t('ScreenAgeing').text,
      needs: ['ViewPackage'],
      nav: { group: 'Today', icon: IconClockExclamation, key: 'a' },
      family: '/package/ageing',
      isLive: true,
      load: () => import('./ageing/Ageing.tsx'),
    },
    {
      path: '/package/new',
      title: t('ScreenNewPackage').text,
      needs: [packageEntity.add],
      family: '/search',
      load: () => import('./form/PackagePage.tsx'),
    },
    {
      path: LABEL_PATH,
      title: t('ScreenPackageLabel').text,
      needs: ['ViewPackage'],
      family: '/search',
      load: () => import('./label/PackageLabel.tsx'),
    },
    {
      path: packageEntity.editPath,
      title: label('LabelPackage').text,
      needs: [packageEntity.edit],
      family: '/search',
      load: async () => ({ default: (await import('./form/PackagePage.tsx')).PackageEdit }),
    },
  ],
  extensions: [
    extension(
      SAMPLE_PICKERS,
      lazyComponent(() => import('./SamplePackage.tsx')),
    ),
  ],
  records: { package: [['ViewPackage', PACKAGE_PATH]] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
