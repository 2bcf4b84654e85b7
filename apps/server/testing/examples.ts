import { adviceTagsExamples } from '#features/advice-tags/testing/examples.ts'
import { agentsExamples } from '#features/agents/testing/examples.ts'
import { alertsExamples } from '#features/alerts/testing/examples.ts'
import { auditExamples } from '#features/audit/testing/examples.ts'
import { buildingsExamples } from '#features/buildings/testing/examples.ts'
import { couriersExamples } from '#features/couriers/testing/examples.ts'
import { dashboardsExamples } from '#features/dashboards/testing/examples.ts'
import { devicesExamples } from '#features/devices/testing/examples.ts'
import { enquiriesExamples } from '#features/enquiries/testing/examples.ts'
import { handOverExamples } from '#features/hand-over/testing/examples.ts'
import { importSourcesExamples } from '#features/import-sources/testing/examples.ts'
import { importsExamples } from '#features/imports/testing/examples.ts'
import { kiosksExamples } from '#features/kiosks/testing/examples.ts'
import { layoutsExamples } from '#features/layout/testing/examples.ts'
import { liveExamples } from '#features/live/testing/examples.ts'
import { lockerBanksExamples } from '#features/locker-banks/testing/examples.ts'
import { mailroomsExamples } from '#features/mailrooms/testing/examples.ts'
import { newsletterExamples } from '#features/newsletter/testing/examples.ts'
import { noticesExamples } from '#features/notices/testing/examples.ts'
import { notificationTemplatesExamples } from '#features/notification-templates/testing/examples.ts'
import { openingsExamples } from '#features/openings/testing/examples.ts'
import { organisationsExamples } from '#features/organisations/testing/examples.ts'
import { intakeExamples, packageFormExamples, packagesExamples } from '#features/packages/testing/examples.ts'
import { portalUsersExamples } from '#features/portal-users/testing/examples.ts'
import { profileExamples } from '#features/profile/testing/examples.ts'
import { propertiesExamples } from '#features/properties/testing/examples.ts'
import { recipientsExamples } from '#features/recipients/testing/examples.ts'
import { regionsExamples } from '#features/regions/testing/examples.ts'
import { registrationsExamples } from '#features/registrations/testing/examples.ts'
import { reportRunsExamples, reportSchedulesExamples, reportsExamples } from '#features/reports/testing/examples.ts'
import { residentsExamples } from '#features/residents/testing/examples.ts'
import { resourcesExamples } from '#features/resources/testing/examples.ts'
import { savedViewsExamples } from '#features/saved-views/testing/examples.ts'
import { sessionExamples } from '#features/session/testing/examples.ts'
import { settingsExamples } from '#features/settings/testing/examples.ts'
import { singleSignOnExamples } from '#features/single-sign-on/testing/examples.ts'
import { systemExamples } from '#features/system/testing/examples.ts'
import { terminalExamples } from '#features/terminal/testing/examples.ts'
import { themesExamples } from '#features/themes/testing/examples.ts'
import { trendsExamples } from '#features/trends/testing/examples.ts'
import { bulk } from '#platform/bulk.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { type Example, examplesOf } from './example.ts'
import type { Place } from './seed-fixtures.ts'

/** No job has this id. */
const job = () => ({ params: { jobId: newId() } })
const bulkExamples = examplesOf(bulk, { job, undo: job })

/** The examples of every feature. */
const EXAMPLES = new Map(
  [
    agentsExamples,
    alertsExamples,
    auditExamples,
    buildingsExamples,
    couriersExamples,
    recipientsExamples,
    regionsExamples,
    portalUsersExamples,
    adviceTagsExamples,
    dashboardsExamples,
    devicesExamples,
    handOverExamples,
    reportsExamples,
    reportRunsExamples,
    importSourcesExamples,
    newsletterExamples,
    enquiriesExamples,
    reportSchedulesExamples,
    importsExamples,
    kiosksExamples,
    layoutsExamples,
    liveExamples,
    lockerBanksExamples,
    mailroomsExamples,
    noticesExamples,
    notificationTemplatesExamples,
    openingsExamples,
    organisationsExamples,
    packagesExamples,
    packageFormExamples,
    intakeExamples,
    profileExamples,
    propertiesExamples,
    registrationsExamples,
    residentsExamples,
    resourcesExamples,
    savedViewsExamples,
    sessionExamples,
    singleSignOnExamples,
    systemExamples,
    settingsExamples,
    terminalExamples,
    themesExamples,
    trendsExamples,
    bulkExamples,
  ].flat(),
)

/** Every operation of every contract. */
export const everyOperation: readonly Operation[] = [...EXAMPLES.keys()]

/** The example of an operation at a place; throws when its feature has none. */
export function exampleOf(op: Operation, place: Place): Example {
  const example = EXAMPLES.get(op)
  if (!example) throw new Error(`${op.method} ${op.path} has no example: add one to testing/examples.ts of its feature`)
  return example(place)
}
