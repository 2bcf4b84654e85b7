import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, noticeAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { purgeReplies } from './replies.ts'
import { noticeActions, noticesRoutes } from './routes.ts'
import type { SmsCallbackDeps } from './sms-callbacks.ts'
import { noticesPersonalData, purgeNotices } from './store.ts'

export const noticesFeature: ServerFeature<SmsCallbackDeps> = {
  texts: [t, screens, auditTexts, help],
  audit: noticeAudit,
  routes: noticesRoutes,
  bulkActions: noticeActions,
  personalData: noticesPersonalData,
  retention: [purgeNotices, purgeReplies],
}
