import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, terminalAudit } from '../audit.ts'
import { t } from '../messages.ts'
import { purgeTerminalRows } from './retention.ts'
import { type TerminalDeps, terminalRoutes } from './routes.ts'

export const terminalFeature: ServerFeature<TerminalDeps> = {
  texts: [t, auditTexts],
  audit: terminalAudit,
  routes: terminalRoutes,
  retention: [purgeTerminalRows],
}
