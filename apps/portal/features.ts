import { adviceTagsFeature } from '#features/advice-tags/portal/feature.ts'
import { agentsFeature } from '#features/agents/portal/feature.ts'
import { auditFeature } from '#features/audit/portal/feature.ts'
import { buildingsFeature } from '#features/buildings/portal/feature.ts'
import { couriersFeature } from '#features/couriers/portal/feature.ts'
import { dashboardsFeature } from '#features/dashboards/portal/feature.ts'
import { devicesFeature } from '#features/devices/portal/feature.ts'
import { enquiriesFeature } from '#features/enquiries/portal/feature.ts'
import { handOverFeature } from '#features/hand-over/portal/feature.ts'
import { importSourcesFeature } from '#features/import-sources/portal/feature.ts'
import { importsFeature } from '#features/imports/portal/feature.ts'
import { layoutDesignerFeature } from '#features/layout-designer/portal/feature.ts'
import { lockerBanksFeature } from '#features/locker-banks/portal/feature.ts'
import { mailroomsFeature } from '#features/mailrooms/portal/feature.ts'
import { newsletterFeature } from '#features/newsletter/portal/feature.ts'
import { noticesFeature } from '#features/notices/portal/feature.ts'
import { notificationTemplatesFeature } from '#features/notification-templates/portal/feature.ts'
import { organisationsFeature } from '#features/organisations/portal/feature.ts'
import { packagesFeature } from '#features/packages/portal/feature.ts'
import { portalUsersFeature } from '#features/portal-users/portal/feature.ts'
import { profileFeature } from '#features/profile/portal/feature.ts'
import { propertiesFeature } from '#features/properties/portal/feature.ts'
import { regionsFeature } from '#features/regions/portal/feature.ts'
import { registrationsFeature } from '#features/registrations/portal/feature.ts'
import { reportsFeature } from '#features/reports/portal/feature.ts'
import { residentsFeature } from '#features/residents/portal/feature.ts'
import { settingsFeature } from '#features/settings/portal/feature.ts'
import { singleSignOnFeature } from '#features/single-sign-on/portal/feature.ts'
import { systemFeature } from '#features/system/portal/feature.ts'
import { themesFeature } from '#features/themes/portal/feature.ts'
import { trendsFeature } from '#features/trends/portal/feature.ts'
import type { Extension } from '#platform/portal/navigation/extensions.ts'
import type { PortalFeature, Screen } from '#platform/portal/navigation/screen.ts'
import type { RecordWays } from '#platform/portal/record/record-path.ts'

/** Every feature of the portal, in the order of the navigation. */
export const features: readonly PortalFeature[] = [
  packagesFeature,
  handOverFeature,
  trendsFeature,
  noticesFeature,
  notificationTemplatesFeature,
  dashboardsFeature,
  residentsFeature,
  importsFeature,
  importSourcesFeature,
  registrationsFeature,
  agentsFeature,
  couriersFeature,
  propertiesFeature,
  themesFeature,
  regionsFeature,
  buildingsFeature,
  mailroomsFeature,
  portalUsersFeature,
  adviceTagsFeature,
  organisationsFeature,
  settingsFeature,
  auditFeature,
  singleSignOnFeature,
  systemFeature,
  newsletterFeature,
  enquiriesFeature,
  lockerBanksFeature,
  layoutDesignerFeature,
  devicesFeature,
  reportsFeature,
  profileFeature,
]

/** Every screen behind the sign-in: routes, guard, navigation, titles and command palette are read from it. */
export const screens: readonly Screen[] = features.flatMap((feature) => feature.screens)

/** What features add to the screens of others. */
export const extensions: readonly Extension[] = features.flatMap((feature) => feature.extensions ?? [])

/** The screens of every kind of record. */
export const records: RecordWays = Object.assign({}, ...features.map((feature) => feature.records))
