import type { ServerFeature } from '#platform/server/feature.ts'
import { EVERY_MINUTE, type Queue } from '#platform/server/jobs/jobs.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { purgeImports } from './forget.ts'
import { importsRoutes } from './routes.ts'
import { importQueue, resumeEveryImport, type SendJob } from './run.ts'

type Deps = { readonly database: Database; readonly sendJob: SendJob; readonly runImport?: Queue['run'] }

export const importsFeature: ServerFeature<Deps> = {
  texts: [t, screens],
  routes: importsRoutes,
  queues: ({ runImport }) => (runImport ? [importQueue(runImport)] : []),
  schedules: ({ database, sendJob }) => [
    { ...EVERY_MINUTE, name: 'resume-imports', run: () => resumeEveryImport(database, sendJob, new Date()) },
  ],
  retention: [purgeImports],
}
