import { removeEach } from '#platform/server/entities.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import { imports } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotDelete } from '../rules.ts'
import { deleteImports } from './discard.ts'
import { importLines } from './lines.ts'
import type { SendJob } from './run.ts'
import { saveImport } from './save.ts'
import { importDetail, importPage, lockImports } from './store.ts'
import { receiveUpload } from './upload.ts'

/** The resident import: upload, preview, import and report (spec 2 §2, §7; decisions "People"). */
export function importsRoutes(route: Router, { sendJob }: { readonly sendJob: SendJob }): void {
  route.withoutTransaction(imports.upload, async (context) => ({
    Id: await receiveUpload(context, sendJob),
    Message: t('MsgFileUploaded'),
  }))
  route(imports.get, ({ db, tenant, params }) => importDetail(db, tenant.organisationId, params.importId))
  route(imports.getOf, ({ db, tenant, params }) => importDetail(db, tenant.organisationId, params.importId))
  route(imports.changes, async ({ db, tenant, params: { importId } }) => {
    await importDetail(db, tenant.organisationId, importId)
    return readChanges(db, importId)
  })
  route(imports.page, ({ db, input }) => importPage(db, input))
  route(imports.lines, ({ db, tenant, input }) => importLines(db, tenant, input))
  route(imports.save, async (context) => ({ Id: context.input.Id, Message: await saveImport({ ...context, sendJob }) }))
  route(imports.remove, async ({ db, input, auditEach }) => {
    const { removed, reply } = await removeEach(input, {
      lock: (ids) => lockImports(db, ids),
      whyNot: async () => (job) => whyNotDelete(job.status),
      remove: (ids) => deleteImports(db, ids),
    })
    await auditEach(
      'residents import deleted',
      removed.map(({ id }) => id),
    )
    return { Message: t('MsgImportsDeleted', { count: removed.length }), ...reply }
  })
}
