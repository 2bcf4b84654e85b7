import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { noticesRoutes } from './routes.ts'
import type { SmsCallbackDeps } from './sms-callbacks.ts'

export const noticesFeature: ServerFeature<SmsCallbackDeps> = { texts: [t], routes: noticesRoutes }
