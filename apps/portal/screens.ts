import { IconDashboard, IconLayoutBoard, IconPackages } from '@tabler/icons-react'
import type { Screen } from '#platform/portal/screen.ts'

/**
 * Every screen behind the sign-in, in the order of the navigation. A new screen is a line here; route, guard, navigation,
 * titles and command palette follow from it.
 */
export const screens: readonly Screen[] = [
  {
    path: '/search',
    title: 'Package Viewer',
    needs: ['ViewPackage'],
    nav: { group: 'Today', icon: IconPackages },
    family: '/search',
    load: () => import('#features/packages/portal/PackageViewer.tsx'),
  },
  {
    path: '/dashboard/main',
    title: 'Dashboard',
    needs: ['ViewDashboard'],
    nav: { group: 'Today', icon: IconDashboard },
    family: '/dashboard/main',
    load: () => import('#features/dashboards/portal/DashboardMain.tsx'),
  },
  {
    path: '/dashboard/lockerbank/{id}',
    title: 'Locker bank dashboard',
    needs: ['ViewLockerBankDashboard'],
    family: '/dashboard/main',
    load: () => import('#features/dashboards/portal/LockerBankDashboard.tsx'),
  },
  {
    path: '/lockerbank/list',
    title: 'Locker banks',
    needs: ['ViewLockerBank'],
    nav: { group: 'Places', icon: IconLayoutBoard },
    family: '/lockerbank/list',
    load: () => import('#features/locker-banks/portal/LockerBankList.tsx'),
  },
  {
    path: '/lockerbank/create',
    title: 'New locker bank',
    needs: ['AddLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/locker-banks/portal/LockerBankCreate.tsx'),
  },
  {
    path: '/lockerbank/{lockerBankId}/editView',
    title: 'Locker bank',
    needs: ['EditLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/locker-banks/portal/LockerBankEdit.tsx'),
  },
  {
    path: '/lockerbank/{lockerBankId}/layout',
    title: 'Layout',
    needs: ['SetupLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/layout/portal/designer/LayoutDesigner.tsx'),
  },
  {
    path: '/lockerbank/{lockerBankId}/setting',
    title: 'Locker bank settings',
    needs: ['EditLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/locker-banks/portal/LockerBankSettings.tsx'),
  },
  {
    path: '/lockerbank/{lockerBankId}/maplockertodevice',
    title: 'Map locker to device',
    needs: ['SetupLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/devices/portal/MapLockerToDevice.tsx'),
  },
  { path: '/about', title: 'About', needs: 'signed-in', load: () => import('#features/session/portal/About.tsx') },
]
