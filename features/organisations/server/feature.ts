import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type OrganisationDeps, organisationsRoutes } from './routes.ts'

export const organisationsFeature: ServerFeature<OrganisationDeps> = { texts: [t, screens], routes: organisationsRoutes }
