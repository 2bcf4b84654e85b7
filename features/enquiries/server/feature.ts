import type { ServerFeature } from '#platform/server/feature.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type EnquiryDeps, enquiryRoutes, purgeEnquiries } from './routes.ts'

export const enquiriesFeature: ServerFeature<EnquiryDeps> = {
  texts: [t, screens, help],
  routes: enquiryRoutes,
  retention: [purgeEnquiries],
}
