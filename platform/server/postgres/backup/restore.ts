import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { withConnection } from '../bootstrap-database.ts'
import { createSchema, MIGRATION_LOCK, migrate, type SchemaOptions } from '../migrate.ts'
import { DamagedFile, type Frame, readFrames } from './frames.ts'
import { createPartitions, hasTables, PORTABLE_VALUES, setSequence, type Table, tablesOf, withoutChecks } from './schema.ts'
import { FORM, type Header, type Totals } from './write.ts'

const contentOf = <T>({ bytes }: Frame) => JSON.parse(bytes.toString()) as T

/** Reads a backup to its end and returns its header. Throws one sentence if the file is damaged or of a newer program. */
export async function verifyBackup(file: string): Promise<Header> {
  let first: Frame | undefined
  try {
    for await (const frame of readFrames(file)) first ??= frame
  } catch (cause) {
    if (cause instanceof DamagedFile) throw new Error(`The backup ${file} is damaged or incomplete: ${cause.message}.`, { cause })
    throw new Error(`The backup ${file} cannot be read: ${(cause as Error).message}.`, { cause })
  }
  // Parsed once the checksum has been verified.
  const header = contentOf<Header>(first!)
  if (header.form > FORM) throw new Error(`The backup ${file} was written by a newer program: restore it with that version.`)
  return header
}

/**
 * Restores a verified backup into a database without tables, in one transaction: the schema of the backup's migrations, then its
 * rows. Later migrations are applied afterwards. Returns the number of rows of each table.
 */
export async function restoreBackup(
  options: SchemaOptions & { readonly file: string; readonly header: Header },
): Promise<Totals> {
  const { ownerUrl, file, header } = options
  let totals: Totals = { rows: {}, sequences: [] }
  await withConnection(ownerUrl, async (client) => {
    await client.query(PORTABLE_VALUES)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    if (await hasTables(client))
      throw new Error(
        'The database has tables already: a backup is restored into a new one. Give another DATA_DIR or database, or delete this one (`npm run db:reset`).',
      )
    await createSchema(client, options, header.migrations, async () => {
      await createPartitions(client, header.partitions)
      totals = await load(client, file)
    })
    await client.query('commit')
  })
  await migrate(options)
  await withConnection(ownerUrl, (client) => client.query('analyze').then(() => {}))
  return totals
}

async function load(client: pg.Client, file: string): Promise<Totals> {
  const rows: Record<string, number> = {}
  let totals: Totals | undefined
  const tables = await tablesOf(client)
  await withoutChecks(client, tables, async () => {
    const frames = readFrames(file)
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if (next.value.kind === 'table') {
        const { name, columns } = knownTable(tables, contentOf<Table>(next.value))
        const copy = client.query(from(`copy ${name} (${columns.join(', ')}) from stdin`))
        await pipeline(Readable.from(rowsOf(frames), { objectMode: false }), copy)
        rows[name] = copy.rowCount
      }
      if (next.value.kind === 'totals') totals = contentOf<Totals>(next.value)
    }
    for (const [name, count] of Object.entries(totals?.rows ?? {}))
      if (rows[name] !== count) throw new Error(`The table ${name} received ${rows[name]} rows instead of ${count}.`)
    for (const sequence of totals?.sequences ?? []) await setSequence(client, sequence)
  })
  return totals!
}

/** The table of the file, whose names go into SQL; throws if it is not one of the migrations, with these columns. */
function knownTable(tables: readonly Table[], { name, columns }: Table): Table {
  const table = tables.find((one) => one.name === name)
  if (!table || columns.some((column) => !table.columns.includes(column)))
    throw new Error(`The backup has the table ${name} (${columns.join(', ')}), which its migrations do not create.`)
  return { name: table.name, columns }
}

/** The rows of a table, up to the empty frame behind them. */
async function* rowsOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await frames.next()
    if (done || value.bytes.length === 0) return
    yield value.bytes
  }
}
