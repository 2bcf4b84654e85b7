import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { type TemplateDeps, templatesRoutes } from './routes.ts'

export const notificationTemplatesFeature: ServerFeature<TemplateDeps> = { texts: [t], routes: templatesRoutes }
