import { IconFileImport } from '@tabler/icons-react'
import { OTHER_WAYS_TO_ADD } from '#features/residents/portal/shared/other-ways-to-add.ts'
import { extension } from '#platform/portal/navigation/extensions.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

const IMPORT_PATH = '/resident/import'

export const importsFeature: PortalFeature = {
  screens: [
    {
      path: IMPORT_PATH,
      title: t('ScreenImport').text,
      needs: ['ManualImportResident'],
      nav: { group: 'People', icon: IconFileImport, key: 'i' },
      family: IMPORT_PATH,
      load: () => import('./ResidentImport.tsx'),
    },
    {
      path: '/importfile/list',
      title: t('ScreenImports').text,
      needs: ['ManualImportResident'],
      family: '/importfile/list',
      load: () => import('./ImportList.tsx'),
    },
    {
      path: '/importfile/create',
      title: t('ScreenImport').text,
      needs: ['ManualImportResident'],
      family: '/importfile/list',
      load: () => import('./ResidentImport.tsx'),
    },
    {
      path: '/importfile/{importId}/detail',
      title: t('ScreenImportJob').text,
      needs: ['ManualImportResident'],
      family: '/importfile/list',
      load: () => import('./ImportJobDetail.tsx'),
    },
  ],
  extensions: [
    extension(OTHER_WAYS_TO_ADD, {
      to: IMPORT_PATH,
      button: t('WordImport').text,
      text: t('ScreenImport').text,
      needs: 'ManualImportResident',
    }),
  ],
  records: { import: [['ManualImportResident', '/importfile/{id}/detail']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
