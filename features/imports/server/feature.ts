import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, importAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { discardQueue, importsPersonalData } from './discard.ts'
import { importQueue } from './queue.ts'
import { purgeImports } from './retention.ts'
import { importsRoutes } from './routes.ts'
import type { Deps, SendJob } from './run.ts'

export const importsFeature: ServerFeature<Deps & { readonly sendJob: SendJob }> = {
  texts: [t, screens, auditTexts, help],
  audit: importAudit,
  named: [{ table: 'import_jobs', name: 'x.file_name', shown: 'value' }],
  routes: importsRoutes,
  queues: (deps) => [importQueue(deps), discardQueue(deps)],
  personalData: importsPersonalData,
  retention: [purgeImports],
}
