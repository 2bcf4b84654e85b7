import { isUtf8 } from 'node:buffer'
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
import { isList, readHeadings } from './checking/headings.ts'
import { release, reserve, storeFile } from './files.ts'
import { IMPORT_QUEUE, type SendJob } from './run.ts'

/** Longest name of a file that is kept, in characters. */
const MAX_NAME = 255

type Upload = RequestContext<typeof imports.upload> & TenantTransactions

/**
 * Receives a file, stores it as UTF-8 and sends the job that checks it. Returns the id of the import. The quota is checked before
 * the body is read, and again if UTF-8 makes the file larger.
 */
export async function receiveUpload(context: Upload, sendJob: SendJob): Promise<string> {
  const { request, tenant, inTenant } = context
  const { organisationId } = tenant
  const id = newId()
  const size = Math.min(Number(request.headers['content-length'] ?? MAX_FILE_BYTES), MAX_FILE_BYTES)
  await inTenant(({ db }) => reserve(db, { organisationId, id, size }))
  try {
    const { name, bytes } = await fileOf(request)
    const whyNot = whyNotUpload({ name, size: bytes.length, lines: lineEndsOf(bytes) })
    if (whyNot) throw badInput(whyNot, FILE_FIELD)
    const file = toUtf8(bytes)
    if (file.length > size) await inTenant(({ db }) => reserve(db, { organisationId, id, size: file.length }))
    await store(context, { id, name, size: bytes.length, file }, sendJob)
  } catch (error) {
    // A reservation that cannot be removed now expires.
    await inTenant(({ db }) => release(db, id)).catch(() => {})
    throw error
  }
  return id
}

type Received = { readonly id: string; readonly name: string; readonly size: number; readonly file: Buffer }
async function store({ caller, tenant, inTenant }: Upload, { id, name, size, file }: Received, sendJob: SendJob): Promise<void> {
  const { organisationId } = tenant
  await inTenant(async ({ db, audit }) => {
    await db
      .insertInto('import_jobs')
      .values({
        organisation_id: organisationId,
        id,
        property_ids: tenant.propertyIds === '*' ? null : [...tenant.propertyIds],
        file_name: name,
        file_size: size,
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
  /** In bytes, as it was fetched. */
  readonly size: number
  readonly read: ReadFile
}

/** Why a fetched file cannot be imported, or null. */
export const whyNotFetched = ({ name, bytes }: { readonly name: string; readonly bytes: Buffer }) =>
  whyNotUpload({ name, size: bytes.length, lines: lineEndsOf(bytes) })

/** A fetched file in UTF-8 with its headings. Waits for a parser thread: not within a transaction. */
export async function readFetched(bytes: Buffer) {
  const file = toUtf8(bytes)
  return { file, headings: await readHeadings(file) }
}
export type ReadFile = Awaited<ReturnType<typeof readFetched>>

/**
 * Stores a file that was fetched from a server and sends the job that checks it, in the caller's transaction. Returns the id of the
 * import, and whether the check will fail as a whole. Refuses above the quota of files that wait.
 */
export async function receiveFetched(
  db: Db,
  { organisationId, source, name, size, read: { file, headings } }: Fetched,
  sendJob: SendJob,
): Promise<{ readonly id: string; readonly isList: boolean }> {
  const id = newId()
  await reserve(db, { organisationId, id, size: file.length })
  const { culture } = await existing(db.selectFrom('organisations').select('culture').where('id', '=', organisationId))
  const created_by_name = textIn(culture, t('AutomaticImport', { source: t(`Source${source}`) }))
  const job = { organisation_id: organisationId, id, file_name: name, file_size: size, created_by_name }
  await db
    .insertInto('import_jobs')
    .values({ ...job, source, status: 'Checking' })
    .execute()
  await storeFile(db, organisationId, id, file)
  await release(db, id)
  await sendJob(db, IMPORT_QUEUE, { organisationId, id })
  return { id, isList: await isList(db, headings) }
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

/** UTF-16 by its byte order mark, UTF-8 if all bytes are valid, else Windows-1252, in which any bytes are text. */
function toUtf8(bytes: Buffer): Buffer {
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'windows-1252'
  if (encoding === 'windows-1252' && isUtf8(bytes)) return bytes
  return Buffer.from(new TextDecoder(encoding).decode(bytes))
}

/** Line ends of a file, CR or LF; counted to the limit of lines only. */
const lineEndsOf = (bytes: Buffer): number => Math.max(countOf('\n', bytes), countOf('\r', bytes))

function countOf(character: string, bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(character); at >= 0 && count <= MAX_LINES; at = bytes.indexOf(character, at + 1)) count += 1
  return count
}
