import type { ServerFeature } from '#platform/server/feature.ts'
import { t as mails } from '../mail-messages.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import type { InvitationDeps } from './invitation.ts'
import { portalUsersRoutes } from './routes.ts'

export const portalUsersFeature: ServerFeature<InvitationDeps> = { texts: [t, mails, screens], routes: portalUsersRoutes }
