import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { purgeTerminalRows } from './retention.ts'
import { type TerminalDeps, terminalRoutes } from './routes.ts'

export const terminalFeature: ServerFeature<TerminalDeps> = { texts: [t], routes: terminalRoutes, retention: [purgeTerminalRows] }
