import type { FastifyRequest } from 'fastify'
import { newId } from '#platform/ids.ts'
import { badInput, Refusal } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions, TransactionContext } from '#platform/server/http/route.ts'
import { FILE_FIELD, type imports } from '../contract.ts'
import { t } from '../messages.ts'
import { MAX_FILE_BYTES, tooLarge, whyNotUpload } from '../rules.ts'
import { encodingTeller } from './encoding.ts'
import { addPiece, bytesKept, PIECE_BYTES } from './files.ts'
import { IMPORT_QUEUE } from './job.ts'
import type { SendJob } from './run.ts'

/** Longest name of a file that is kept, in characters. */
const MAX_NAME = 255

type Upload = RequestContext<typeof imports.upload> & TenantTransactions

/**
 * Takes a file piece by piece, without holding it or a transaction, and has it checked. A file that does not arrive whole leaves
 * nothing behind.
 */
export async function takeUpload({ request, caller, tenant, inTenant }: Upload, send: SendJob): Promise<string> {
  const file = await fileOf(request)
  const organisationId = tenant.organisationId
  const importId = newId()
  const which = { organisationId, importId }
  await inTenant(({ db }) =>
    db
      .insertInto('import_jobs')
      .values({
        organisation_id: organisationId,
        id: importId,
        property_ids: tenant.propertyIds === '*' ? null : [...tenant.propertyIds],
        file_name: file.name,
        file_size: 0,
        encoding: 'utf-8',
        created_by: caller.id,
        created_by_name: caller.name,
        status: 'Failed',
        failure: t('MsgUploadFailed').text,
      })
      .execute(),
  )
  try {
    const teller = encodingTeller()
    let position = 0
    let size = 0
    let lines = 0
    for await (const piece of file.pieces()) {
      teller.hear(piece)
      size += piece.length
      lines += lineEndsOf(piece)
      await inTenant(({ db }) => addPiece(db, which, position, piece))
      position += 1
    }
    const whyNot = whyNotUpload({ name: file.name, size, lines })
    if (whyNot) throw badInput(whyNot, FILE_FIELD)
    await inTenant(({ db, audit }) => beginCheck({ db, audit }, which, { size, encoding: teller.tell() }, send))
  } catch (error) {
    await inTenant(({ db }) => db.deleteFrom('import_jobs').where('id', '=', importId).execute())
    throw error
  }
  return importId
}

async function beginCheck(
  { db, audit }: Pick<TransactionContext, 'db' | 'audit'>,
  { organisationId, importId }: { organisationId: string; importId: string },
  { size, encoding }: { size: number; encoding: string },
  send: SendJob,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('import_jobs')
    .set({ status: 'Checking', failure: '', file_size: size, encoding, touched_at: new Date() })
    .where('id', '=', importId)
    .where('failure', '=', t('MsgUploadFailed').text)
    .executeTakeFirst()
  if (!numUpdatedRows) throw badInput(t('MsgErasedMeanwhile'), FILE_FIELD)
  if ((await bytesKept(db, importId)) !== size) throw new Refusal(503, t('MsgUploadFailed'), { field: FILE_FIELD })
  await audit('residents file uploaded', importId)
  await send(db, IMPORT_QUEUE, { organisationId, id: importId })
}

/** The file of a multipart request: its name, and its bytes in pieces. Refuses what is none, and one that is too large. */
async function fileOf(request: FastifyRequest) {
  if (!request.isMultipart()) throw badInput(t('MsgNoFile'), FILE_FIELD)
  const part = await request.file({ limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 10, parts: 11 } }).catch(brokenOff)
  if (!part) throw badInput(t('MsgNoFile'), FILE_FIELD)
  const name = (part.filename ?? '').replace(/\p{Cc}/gu, '').slice(-MAX_NAME)
  const whyNot = whyNotUpload({ name, size: 1 })
  if (whyNot) {
    part.file.resume()
    throw badInput(whyNot, FILE_FIELD)
  }
  async function* pieces(): AsyncGenerator<Buffer> {
    let gathered: Buffer[] = []
    let length = 0
    const arriving = part!.file[Symbol.asyncIterator]()
    for (;;) {
      const next = await arriving.next().catch(brokenOff)
      if (next.done) break
      gathered.push(next.value)
      length += next.value.length
      if (length < PIECE_BYTES) continue
      yield Buffer.concat(gathered)
      gathered = []
      length = 0
    }
    if (part!.file.truncated) throw new Refusal(413, tooLarge(), { field: FILE_FIELD })
    if (length > 0) yield Buffer.concat(gathered)
  }
  return { name, pieces }
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]
/** How many lines end in a piece, whichever way its file ends them. */
const lineEndsOf = (piece: Buffer): number => Math.max(countOf(LINE_FEED, piece), countOf(CARRIAGE_RETURN, piece))

function countOf(byte: number, piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(byte); at >= 0; at = piece.indexOf(byte, at + 1)) count += 1
  return count
}

/** A request that is not what it says it is, or whose sender has gone. */
function brokenOff(): never {
  throw badInput(t('MsgUploadFailed'), FILE_FIELD)
}
