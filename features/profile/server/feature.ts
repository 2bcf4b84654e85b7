import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type ProfileDeps, profileRoutes } from './routes.ts'

export const profileFeature: ServerFeature<ProfileDeps> = { texts: [t, screens], routes: profileRoutes }
