import { IconDashboard, IconIdBadge2, IconLayoutBoard, IconPackages, IconTruck } from '@tabler/icons-react'
import { say } from '#platform/portal/messages.ts'
import type { Screen } from '#platform/portal/screen.ts'

/**
 * Every screen behind the sign-in, in the order of the navigation. A new screen is a line here; route, guard, navigation,
 * titles and command palette follow from it.
 */
export const screens: readonly Screen[] = [
  {
    path: '/search',
    title: say('ScreenPackageViewer').text,
    needs: ['ViewPackage'],
    nav: { group: 'Today', icon: IconPackages },
    family: '/search',
    load: () => import('#features/packages/portal/PackageViewer.tsx'),
  },
  {
    path: '/dashboard/main',
    title: say('ScreenDashboard').text,
    needs: ['ViewDashboard'],
    nav: { group: 'Today', icon: IconDashboard },
    family: '/dashboard/main',
    load: () => import('#features/dashboards/portal/DashboardMain.tsx'),
  },
  {
    path: '/dashboard/lockerbank/{id}',
    title: say('ScreenLockerBankDashboard').text,
    needs: ['ViewLockerBankDashboard'],
    family: '/dashboard/main',
    load: () => import('#features/dashboards/portal/LockerBankDashboard.tsx'),
  },
  {
    path: '/agent/list',
    title: say('ScreenAgents').text,
    needs: ['ViewAgent'],
    nav: { group: 'People', icon: IconIdBadge2 },
    family: '/agent/list',
    load: () => import('#features/agents/portal/AgentList.tsx'),
  },
  {
    path: '/agent/create',
    title: say('ScreenNewAgent').text,
    needs: ['AddAgent'],
    family: '/agent/list',
    load: () => import('#features/agents/portal/AgentCreate.tsx'),
  },
  {
    path: '/agent/{agentId}/edit',
    title: say('ScreenAgent').text,
    needs: ['EditAgent'],
    family: '/agent/list',
    load: () => import('#features/agents/portal/AgentEdit.tsx'),
  },
  {
    path: '/courier/list',
    title: say('ScreenCouriers').text,
    needs: ['ViewCourier'],
    nav: { group: 'People', icon: IconTruck },
    family: '/courier/list',
    load: () => import('#features/couriers/portal/CourierList.tsx'),
  },
  {
    path: '/courier/create',
    title: say('ScreenNewCourier').text,
    needs: ['AddCourier'],
    family: '/courier/list',
    load: () => import('#features/couriers/portal/CourierCreate.tsx'),
  },
  {
    path: '/courier/{courierId}/edit',
    title: say('ScreenCourier').text,
    needs: ['EditCourier'],
    family: '/courier/list',
    load: () => import('#features/couriers/portal/CourierEdit.tsx'),
  },
  {
    path: '/lockerbank/list',
    title: say('ScreenLockerBanks').text,
    needs: ['ViewLockerBank'],
    nav: { group: 'Places', icon: IconLayoutBoard },
    family: '/lockerbank/list',
    load: () => import('#features/locker-banks/portal/LockerBankList.tsx'),
  },
  {
    path: '/lockerbank/create',
    title: say('ScreenNewLockerBank').text,
    needs: ['AddLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/locker-banks/portal/LockerBankCreate.tsx'),
  },
  {
    path: '/lockerbank/{lockerBankId}/editView',
    title: say('ScreenLockerBank').text,
    needs: ['EditLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/locker-banks/portal/LockerBankEdit.tsx'),
  },
  {
    path: '/lockerbank/{lockerBankId}/layout',
    title: say('ScreenLayout').text,
    needs: ['SetupLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/layout/portal/designer/LayoutDesigner.tsx'),
  },
  {
    path: '/lockerbank/{lockerBankId}/setting',
    title: say('ScreenLockerBankSettings').text,
    needs: ['EditLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/locker-banks/portal/LockerBankSettings.tsx'),
  },
  {
    path: '/lockerbank/{lockerBankId}/maplockertodevice',
    title: say('ScreenMapLockerToDevice').text,
    needs: ['SetupLockerBank'],
    family: '/lockerbank/list',
    load: () => import('#features/devices/portal/MapLockerToDevice.tsx'),
  },
  {
    path: '/about',
    title: say('ScreenAbout').text,
    needs: 'signed-in',
    load: () => import('#features/session/portal/About.tsx'),
  },
]
