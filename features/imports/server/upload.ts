import type { FastifyRequest } from 'fastify'
import { textIn } from '#features/resources/server/api.ts'
import { newId } from '#platform/ids.ts'
import { existing } from '#platform/server/entities.ts'
import { badInput, Refusal } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { FILE_FIELD, type imports } from '../contract.ts'
import { t } from '../messages.ts'
import { type ImportSource, MAX_FILE_BYTES, MAX_LINES, tooLarge, whyNotUpload } from '../rules.ts'
import { type FileToLayOut, layoutOf, whyNotList } from './checking/layout-of-file.ts'
import { type Beginning, type InTenant, readBeginning } from './checking/prepare.ts'
import { isWorkbook } from './checking/workbook.ts'
import { release, reserve, storeFile } from './files.ts'
import { IMPORT_QUEUE, type SendJob } from './run.ts'

/** Longest name of a file that is kept, in characters. */
const MAX_NAME = 255

type Upload = RequestContext<typeof imports.upload> & TenantTransactions

/**
 * Receives a file, stores it and sends the job that checks it. Returns the id of the import. The quota is checked before the body is
 * read.
 */
export async function receiveUpload(context: Upload, sendJob: SendJob): Promise<string> {
  const { request, tenant, inTenant } = context
  const { organisationId } = tenant
  const id = newId()
  const size = Math.min(Number(request.headers['content-length'] ?? MAX_FILE_BYTES), MAX_FILE_BYTES)
  await inTenant(({ db }) => reserve(db, { organisationId, id, size }))
  try {
    const { name, bytes } = await fileOf(request)
    const whyNot = whyNotFetched({ name, bytes })
    if (whyNot) throw badInput(whyNot, FILE_FIELD)
    await store(context, { id, name, file: bytes }, sendJob)
  } catch (error) {
    // A reservation that cannot be removed now expires.
    await inTenant(({ db }) => release(db, id)).catch(() => {})
    throw error
  }
  return id
}

type Received = { readonly id: string; readonly name: string; readonly file: Buffer }
async function store({ caller, tenant, inTenant }: Upload, { id, name, file }: Received, sendJob: SendJob): Promise<void> {
  const { organisationId } = tenant
  await inTenant(async ({ db, audit }) => {
    await db
      .insertInto('import_jobs')
      .values({
        organisation_id: organisationId,
        id,
        property_ids: tenant.propertyIds === '*' ? null : [...tenant.propertyIds],
        file_name: name,
        file_size: file.length,
        created_by: caller.id,
        created_by_name: caller.name,
        status: 'Checking',
      })
      .execute()
    await storeFile(db, organisationId, id, file)
    await release(db, id)
    await audit('residents file uploaded', id)
    await sendJob(db, IMPORT_QUEUE, { organisationId, id })
  })
}

type Fetched = {
  readonly organisationId: string
  readonly source: ImportSource
  readonly name: string
  readonly read: ReadFile
}

/** Why a received file cannot be imported, or null. */
export const whyNotFetched = ({ name, bytes }: { readonly name: string; readonly bytes: Buffer }) =>
  whyNotUpload({ name, size: bytes.length, lines: isWorkbook(bytes) ? 0 : lineEndsOf(bytes) })

/** A fetched file with its first lines, null if they cannot be read. Waits for a parser process: not within a transaction. */
export async function readFetched(file: Buffer, inTenant: InTenant): Promise<ReadFile> {
  try {
    return { file, beginning: await readBeginning(file, {}, inTenant) }
  } catch (error) {
    if (error instanceof Refusal) return { file, beginning: null }
    throw error
  }
}
export type ReadFile = { readonly file: Buffer; readonly beginning: Beginning | null }

/**
 * Stores a file that was fetched from a server and sends the job that checks it, in the caller's transaction. Returns the id of the
 * import, and whether the check will fail as a whole. Refuses above the quota of files that wait.
 */
export async function receiveFetched(
  db: Db,
  { organisationId, source, name, read: { file, beginning } }: Fetched,
  sendJob: SendJob,
): Promise<{ readonly id: string; readonly isList: boolean }> {
  const id = newId()
  await reserve(db, { organisationId, id, size: file.length })
  const { culture } = await existing(db.selectFrom('organisations').select('culture').where('id', '=', organisationId))
  const created_by_name = textIn(culture, t('AutomaticImport', { source: t(`Source${source}`) }))
  const job = { organisation_id: organisationId, id, file_name: name, file_size: file.length, created_by_name }
  await db
    .insertInto('import_jobs')
    .values({ ...job, source, status: 'Checking' })
    .execute()
  await storeFile(db, organisationId, id, file)
  await release(db, id)
  await sendJob(db, IMPORT_QUEUE, { organisationId, id })
  return { id, isList: await isList(db, beginning, { name, source, chosen: {} }) }
}

/** Whether a file that begins like this is a list, whose check will not fail as a whole. */
async function isList(db: Db, beginning: Beginning | null, file: FileToLayOut): Promise<boolean> {
  const layout = beginning && (await layoutOf(db, beginning.lines, file))
  return layout !== null && whyNotList(layout) === null && beginning!.lines.some(({ line }) => line > layout.headingLine)
}

/** The file of a multipart request. Refuses a request without a file, and a file that is too large or incomplete. */
async function fileOf(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw badInput(t('MsgNoFile'), FILE_FIELD)
  const part = await request.file({ limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 10, parts: 11 } }).catch(incomplete)
  if (!part) throw badInput(t('MsgNoFile'), FILE_FIELD)
  const name = (part.filename ?? '').replace(/\p{Cc}/gu, '').slice(-MAX_NAME)
  const whyNot = whyNotUpload({ name, size: 1 })
  if (whyNot) {
    part.file.resume()
    throw badInput(whyNot, FILE_FIELD)
  }
  const bytes = await part.toBuffer().catch(incomplete)
  if (part.file.truncated) throw new Refusal(413, tooLarge(), { field: FILE_FIELD })
  return { name, bytes }
}

/** The request ended early or is malformed. */
function incomplete(): never {
  throw badInput(t('MsgUploadFailed'), FILE_FIELD)
}

/** Line ends of a file, CR or LF; counted to the limit of lines only. */
const lineEndsOf = (bytes: Buffer): number => Math.max(countOf('\n', bytes), countOf('\r', bytes))

function countOf(character: string, bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(character); at >= 0 && count <= MAX_LINES; at = bytes.indexOf(character, at + 1)) count += 1
  return count
}
