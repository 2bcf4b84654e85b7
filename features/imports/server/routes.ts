import { t as tCommon } from '#platform/messages.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { imports } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotDelete } from '../rules.ts'
import { importLines } from './lines.ts'
import { deleteImports } from './retention.ts'
import type { SendJob } from './run.ts'
import { saveImport } from './save.ts'
import { importDetail, importPage, visibleImports } from './store.ts'
import { receiveUpload } from './upload.ts'

/** The resident import: upload, preview, import and report (spec 2 §2, §7; decisions "People"). */
export function importsRoutes(route: Router, { sendJob }: { readonly sendJob: SendJob }): void {
  route.withoutTransaction(imports.upload, async (context) => ({
    Id: await receiveUpload(context, sendJob),
    Message: t('MsgFileUploaded').text,
  }))
  route(imports.get, ({ db, tenant, params }) => importDetail(db, tenant.organisationId, params.importId))
  route(imports.getOf, ({ db, tenant, params }) => importDetail(db, tenant.organisationId, params.importId))
  route(imports.page, ({ db, input }) => importPage(db, input))
  route(imports.lines, ({ db, tenant, input }) => importLines(db, tenant, input))
  route(imports.save, async ({ db, tenant, audit, caller, input }) => ({
    Id: input.Id,
    Message: await saveImport({ db, tenant, audit, caller, input, sendJob }),
  }))
  route(imports.remove, async ({ db, input, audit }) => {
    const { removed, refused } = await removeImports(db, input)
    for (const id of removed) await audit('residents import deleted', id)
    return { Message: t('MsgImportsDeleted', { count: removed.length }).text, Removed: removed, Refused: refused }
  })
}

/** Deletes imports, and returns the ids of those that are deleted and the reasons for the others. */
async function removeImports(db: Db, ids: readonly string[]) {
  const sorted = [...new Set(ids)].sort()
  const jobs = await visibleImports(db)
    .select(['j.id', 'j.status'])
    .where((eb) => eb('j.id', '=', eb.fn.any(eb.val(sorted))))
    .orderBy('j.id')
    .forUpdate()
    .execute()
  const removed: string[] = []
  const refused: { Id: string; Reason: string }[] = []
  for (const id of sorted) {
    const job = jobs.find((one) => one.id === id)
    const whyNot = job ? whyNotDelete(job.status) : tCommon('MsgNotFound')
    if (whyNot) refused.push({ Id: id, Reason: whyNot.text })
    else removed.push(id)
  }
  await deleteImports(db, removed)
  return { removed, refused }
}
