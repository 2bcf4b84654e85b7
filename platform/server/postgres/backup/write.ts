import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import type { SignedHeads } from '../audit-heads.ts'
import { withConnection } from '../bootstrap-database.ts'
import { type Applied, MIGRATION_LOCK, readApplied } from '../migrate.ts'
import { createFrameWriter } from './frames.ts'
import { type Partition, PORTABLE_VALUES, partitionsOf, type Sequence, sequencesOf, tablesOf } from './schema.ts'

/** Number of the file's form. A program reads the forms up to its own. */
export const FORM = 1
export type Header = {
  readonly form: number
  readonly createdAt: string
  /** Identifies the SECRET_KEY that encrypted the secrets; not the key. */
  readonly keyFingerprint: string
  readonly migrations: readonly (Applied & { readonly applied_at: string })[]
  readonly partitions: readonly Partition[]
  /** The signed heads of the audit trail; absent in files of older programs. */
  readonly auditHeads?: SignedHeads | undefined
}
export type Totals = { readonly rows: Readonly<Record<string, number>>; readonly sequences: readonly Sequence[] }

type Options = {
  /** Address of the database as the role that owns the tables. */
  readonly ownerUrl: string
  /** A file that does not exist yet. */
  readonly file: string
  readonly keyFingerprint: string
  /** The heads of the audit trail, signed before: what is written has them. */
  readonly auditHeads?: SignedHeads | undefined
}

/**
 * Writes all rows, as one transaction sees them, to a file that appears when it is complete. The program may run meanwhile;
 * migrations wait. Returns the number of rows of each table.
 */
export async function writeBackup({ ownerUrl, file, keyFingerprint, auditHeads }: Options): Promise<Totals> {
  if (existsSync(file)) throw new Error(`The file ${file} exists: give another name.`)
  const draft = `${file}.part`
  let totals: Totals = { rows: {}, sequences: [] }
  try {
    await withConnection(ownerUrl, async (client) => {
      await client.query(PORTABLE_VALUES)
      await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
      const frames = framesOf(client, { keyFingerprint, auditHeads }, (counted) => {
        totals = counted
      })
      // Opened with `w`: the draft of a backup that was killed is replaced.
      await pipeline(Readable.from(frames), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
    })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    const { syscall, message } = error as NodeJS.ErrnoException
    throw syscall ? new Error(`The backup ${file} cannot be written: ${message}.`, { cause: error }) : error
  }
  return totals
}

const AS_ORGANISATION = `select set_config('app.organisation_id', $1, true), set_config('app.property_ids', '*', true)`

/** A row is a line: COPY escapes line breaks in values. */
function linesOf(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) count += 1
  return count
}

async function* framesOf(
  client: pg.Client,
  { keyFingerprint, auditHeads }: Pick<Header, 'keyFingerprint' | 'auditHeads'>,
  done: (totals: Totals) => void,
): AsyncGenerator<Buffer> {
  const writer = createFrameWriter()
  const tables = await tablesOf(client)
  await client.query('begin isolation level repeatable read read only')
  // Before the first query, so that the snapshot is taken behind the locks.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
  yield writer.json('header', {
    form: FORM,
    createdAt: new Date().toISOString(),
    keyFingerprint,
    migrations: await readApplied(client),
    partitions: await partitionsOf(client),
    auditHeads,
  } satisfies Header)
  const organisations = await client.query<{ id: string }>('select id from all_organisations()')
  const rows: Record<string, number> = {}
  for (const { name, columns, isScoped } of tables) {
    yield writer.json('table', { name, columns })
    let count = 0
    for (const id of isScoped ? organisations.rows.map((row) => row.id) : [null]) {
      if (id) await client.query(AS_ORGANISATION, [id])
      for await (const chunk of client.query(to(`copy (select ${columns.join(', ')} from ${name}) to stdout`))) {
        count += linesOf(chunk)
        yield* writer.rows(chunk)
      }
    }
    rows[name] = count
    yield writer.endOfRows()
  }
  const totals = { rows, sequences: await sequencesOf(client) }
  yield writer.json('totals', totals)
  yield writer.end()
  await client.query('commit')
  done(totals)
}
