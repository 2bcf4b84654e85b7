import { adviceTagsFeature } from '#features/advice-tags/server/feature.ts'
import { agentsFeature } from '#features/agents/server/feature.ts'
import { alertsFeature } from '#features/alerts/server/feature.ts'
import { auditFeature } from '#features/audit/server/feature.ts'
import { buildingsFeature } from '#features/buildings/server/feature.ts'
import { couriersFeature } from '#features/couriers/server/feature.ts'
import { dashboardsFeature } from '#features/dashboards/server/feature.ts'
import { devicesFeature } from '#features/devices/server/feature.ts'
import { enquiriesFeature } from '#features/enquiries/server/feature.ts'
import { generalSettingsFeature } from '#features/general-settings/server/feature.ts'
import { handOverFeature } from '#features/hand-over/server/feature.ts'
import { importSourcesFeature } from '#features/import-sources/server/feature.ts'
import { importsFeature } from '#features/imports/server/feature.ts'
import { kiosksFeature } from '#features/kiosks/server/feature.ts'
import { layoutFeature } from '#features/layout/server/feature.ts'
import { liveFeature } from '#features/live/server/feature.ts'
import { lockerBanksFeature } from '#features/locker-banks/server/feature.ts'
import { mailroomsFeature } from '#features/mailrooms/server/feature.ts'
import { newsletterFeature } from '#features/newsletter/server/feature.ts'
import { noticesFeature } from '#features/notices/server/feature.ts'
import { notificationTemplatesFeature } from '#features/notification-templates/server/feature.ts'
import { openingsFeature } from '#features/openings/server/feature.ts'
import { organisationsFeature } from '#features/organisations/server/feature.ts'
import { packagesFeature } from '#features/packages/server/feature.ts'
import { portalUsersFeature } from '#features/portal-users/server/feature.ts'
import { profileFeature } from '#features/profile/server/feature.ts'
import { propertiesFeature } from '#features/properties/server/feature.ts'
import { recipientsFeature } from '#features/recipients/server/feature.ts'
import { regionsFeature } from '#features/regions/server/feature.ts'
import { registrationsFeature } from '#features/registrations/server/feature.ts'
import { reportsFeature } from '#features/reports/server/feature.ts'
import { residentsFeature } from '#features/residents/server/feature.ts'
import { resourcesFeature } from '#features/resources/server/feature.ts'
import { savedViewsFeature } from '#features/saved-views/server/feature.ts'
import { sessionFeature } from '#features/session/server/feature.ts'
import { settingsFeature } from '#features/settings/server/feature.ts'
import { singleSignOnFeature } from '#features/single-sign-on/server/feature.ts'
import { systemFeature } from '#features/system/server/feature.ts'
import { terminalFeature } from '#features/terminal/server/feature.ts'
import { themesFeature } from '#features/themes/server/feature.ts'
import { trendsFeature } from '#features/trends/server/feature.ts'
import { type AuditWords, t as auditTexts, commonAudit } from '#platform/audit.ts'
import { t as bulk } from '#platform/bulk-messages.ts'
import { t as conflict } from '#platform/conflict-messages.ts'
import type { MessageTable } from '#platform/define-messages.ts'
import { t as help } from '#platform/help.ts'
import { t as labels } from '#platform/labels.ts'
import { t as common } from '#platform/messages.ts'
import { t as pages } from '#platform/page-messages.ts'
import { t as palette } from '#platform/palette-messages.ts'
import { t as photo } from '#platform/photo-messages.ts'
import { t as place } from '#platform/place-messages.ts'
import { t as portal } from '#platform/portal/messages.ts'
import type { BulkAction } from '#platform/server/bulk/action.ts'
import type { NamedTable, PersonalData, ServerFeature } from '#platform/server/feature.ts'
import { t as refusals } from '#platform/server/messages.ts'
import { t as shortcuts } from '#platform/shortcut-messages.ts'
import type { FeatureDeps } from './deps.ts'

/**
 * Every feature of the server. Handlers of a kiosk's event run in this order: packages change before dashboards and alerts
 * read them.
 */
export const features: readonly ServerFeature<FeatureDeps>[] = [
  resourcesFeature,
  sessionFeature,
  singleSignOnFeature,
  profileFeature,
  savedViewsFeature,
  organisationsFeature,
  propertiesFeature,
  themesFeature,
  generalSettingsFeature,
  settingsFeature,
  buildingsFeature,
  mailroomsFeature,
  couriersFeature,
  regionsFeature,
  portalUsersFeature,
  adviceTagsFeature,
  agentsFeature,
  recipientsFeature,
  residentsFeature,
  importSourcesFeature,
  importsFeature,
  registrationsFeature,
  lockerBanksFeature,
  devicesFeature,
  layoutFeature,
  packagesFeature,
  handOverFeature,
  noticesFeature,
  notificationTemplatesFeature,
  kiosksFeature,
  terminalFeature,
  dashboardsFeature,
  trendsFeature,
  reportsFeature,
  openingsFeature,
  liveFeature,
  alertsFeature,
  auditFeature,
  systemFeature,
  newsletterFeature,
  enquiriesFeature,
]

/** What is stored about people, of all features. */
export const personalData: readonly PersonalData[] = features.flatMap((feature) => feature.personalData ?? [])

/** The words of the audit trail and the tables with names, of all features. */
export const auditWords: readonly AuditWords[] = [commonAudit, ...features.flatMap((feature) => feature.audit ?? [])]
export const namedTables: readonly NamedTable[] = features.flatMap((feature) => feature.named ?? [])

/** The actions on many rows, of all features. */
export const bulkActions = (deps: FeatureDeps): readonly BulkAction[] =>
  features.flatMap((feature) => feature.bulkActions?.(deps) ?? [])

/** Every message table: those of the platform and of the features. */
export const texts: readonly MessageTable[] = [
  common,
  refusals,
  labels,
  auditTexts,
  pages,
  palette,
  help,
  conflict,
  photo,
  place,
  bulk,
  portal,
  shortcuts,
  ...features.flatMap((feature) => feature.texts ?? []),
]
