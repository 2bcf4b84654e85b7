import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { t as actions } from '#features/package-statuses/action-messages.ts'
import { t as statuses } from '#features/package-statuses/messages.ts'
import { t as screens } from '#features/package-statuses/screens.ts'
import { t as numbers } from '#features/tracking-numbers/messages.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { EVERY_MINUTE } from '#platform/server/jobs/jobs.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { t as ageing } from '../ageing-messages.ts'
import { t as auditTexts, packageAudit } from '../audit.ts'
import { t as form } from '../form-messages.ts'
import { t as help } from '../help.ts'
import { t as intake } from '../intake-messages.ts'
import { t } from '../messages.ts'
import { t as viewer } from '../viewer-messages.ts'
import { packageActions } from './bulk-actions.ts'
import { expirePackages } from './expiry/expire.ts'
import { notifyForgotten } from './intake/batch.ts'
import { purgeLabelPhotos } from './intake/label-photos.ts'
import { intakeRoutes } from './intake/routes.ts'
import { packageEvents } from './kiosk/events.ts'
import { packagesPersonalData } from './personal-data.ts'
import { packagesRoutes } from './routes.ts'

type Deps = { readonly database: Database; readonly live: Live; readonly kiosks: Pick<KioskLink, 'onEvent'> }

export const packagesFeature: ServerFeature<Deps> = {
  texts: [t, statuses, actions, numbers, viewer, form, ageing, intake, screens, auditTexts, help],
  audit: packageAudit,
  named: [{ table: 'packages', name: 'x.package_number', shown: 'both' }],
  routes: (route, { database, kiosks, live }) => {
    packagesRoutes(route, { database, live })
    intakeRoutes(route, { database })
    packageEvents(kiosks, live)
  },
  bulkActions: packageActions,
  personalData: packagesPersonalData,
  retention: [purgeLabelPhotos],
  schedules: ({ database, live }) => [
    { ...EVERY_MINUTE, name: 'expire-packages', run: () => expirePackages(database, live, new Date()) },
    { ...EVERY_MINUTE, name: 'notify-forgotten-batches', run: () => notifyForgotten(database, new Date()) },
  ],
}
