import { createHash } from 'node:crypto'
import { MAX_FILE_BYTES, tooLarge } from '#features/imports/rules.ts'
import { type ReadFile, readFetched, receiveFetched, whyNotFetched } from '#features/imports/server/api.ts'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { forEachOrganisation, type Jobs, type Queue } from '#platform/server/jobs/jobs.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import type { Outgoing } from '#platform/server/security/outgoing.ts'
import { t } from '../messages.ts'
import type { SourceKind } from '../rules.ts'
import { openFtp } from './sources/ftp.ts'
import { openMailbox } from './sources/mailbox.ts'
import { openSftp } from './sources/sftp.ts'
import {
  type Connection,
  type FetchedBytes,
  MAX_MESSAGE_BYTES,
  type MessageHead,
  type Open,
  type Remote,
  type Source,
  SourceFailure,
  TooLarge,
  withConnection,
} from './sources/source.ts'
import { activeSourceIds, holdSource, releaseSource } from './store.ts'

export const FETCH_QUEUE = 'import-fetches'
/** How long a run may take; what is left is fetched by the next one. */
const RUN_SECONDS = 300
/** A run that was killed holds its source for so long. */
const HELD_SECONDS = 2 * RUN_SECONDS
/** Files and messages of one run. */
const MAX_FETCHED = 20

export type FetchDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly outgoing: Outgoing
  readonly sendJob: Jobs['send']
}
export const OPEN: Readonly<Record<SourceKind, Open>> = { Sftp: openSftp, Ftp: openFtp, Mailbox: openMailbox }

/** Sends a job for each active source of every organisation. */
export const sendFetches = ({ database, sendJob }: FetchDeps): Promise<void> =>
  forEachOrganisation(database, (tenant) =>
    database.inTenant(tenant, async (db) => {
      await sendFetchesOf(db, tenant.organisationId, sendJob)
    }),
  )

/** Sends a job for each active source of the tenant's organisation; returns how many. */
export async function sendFetchesOf(db: Db, organisationId: string, sendJob: Jobs['send']): Promise<number> {
  const ids = await activeSourceIds(db)
  for (const id of ids) await sendJob(db, FETCH_QUEUE, { organisationId, id })
  return ids.length
}

/** Fetches from sources, each in a job of its own, so that a slow server delays no other. The next quarter of an hour retries. */
export const fetchQueue = (deps: FetchDeps): Queue => ({
  name: FETCH_QUEUE,
  retries: 0,
  retryAfter: 1,
  isLong: true,
  run: ({ organisationId, id }) => fetchSource(deps, organisationId, id),
})

/**
 * Fetches the new files of a source into imports (decisions "Imports from other servers"). Each is stored in one transaction with
 * the note that it was fetched, and put away after it: a run that is killed leaves nothing out and imports nothing twice.
 */
async function fetchSource({ database, keys, outgoing, sendJob }: FetchDeps, organisationId: string, id: string): Promise<void> {
  const inTenant = <T>(work: (db: Db) => Promise<T>) => database.inTenant(wholeOrganisation(organisationId), work)
  const now = new Date()
  const until = new Date(now.getTime() + HELD_SECONDS * 1000)
  const source = await inTenant((db) => holdSource(db, id, { organisationId, keys, now, until }))
  if (!source) return
  const run: Run = { source, organisationId, sendJob, inTenant }
  let failure: Message | null = null
  try {
    await withConnection(source, { outgoing, open: OPEN }, RUN_SECONDS, (connection) => fetchNew(run, connection))
  } catch (error) {
    if (!(error instanceof SourceFailure || error instanceof Refusal)) throw error
    failure = error.reason
  } finally {
    await inTenant((db) => releaseSource(db, id, failure))
  }
}

type Run = {
  readonly source: Source
  readonly organisationId: string
  readonly sendJob: Jobs['send']
  readonly inTenant: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}
/** What became of a fetched file; `isFailed`: of an import whose file is no list. */
type Noted = { readonly outcome: 'Imported' | 'Repeated' | 'Refused'; readonly isFailed?: boolean }
const folderOf = (all: readonly Noted[]) =>
  all.some(({ outcome, isFailed }) => outcome === 'Refused' || isFailed) ? 'failed' : 'done'

async function fetchNew(run: Run, connection: Connection): Promise<void> {
  const listed = await connection.list()
  const known = await run.inTenant((db) => knownOf(db, run.source.kind, listed))
  // A run that was killed has not put these away.
  for (const remote of listed) {
    const noted = known.get(remote.key)
    if (noted) await connection.putAway(remote, folderOf(noted))
  }
  for (const remote of listed.filter(({ key }) => !known.has(key)).slice(0, MAX_FETCHED))
    await connection.putAway(remote, folderOf(await fetchOne(run, connection, remote)))
}

async function knownOf(db: Db, kind: SourceKind, listed: readonly Remote[]): Promise<Map<string, Noted[]>> {
  const rows = await db
    .selectFrom('import_fetches as f')
    .leftJoin('import_jobs as j', 'j.id', 'f.import_id')
    .select(['f.remote_key', 'f.outcome', 'j.status'])
    .where('f.kind', '=', kind)
    .where('f.remote_key', '=', anyOf(listed.map(({ key }) => key)))
    .execute()
  const noted = rows.map(({ status, ...row }) => ({ ...row, isFailed: status === 'Failed' }))
  return Map.groupBy(noted, ({ remote_key }) => remote_key)
}

/** Fetches a file or a message and notes what became of each .csv file in it. */
async function fetchOne(run: Run, connection: Connection, listed: Remote): Promise<readonly Noted[]> {
  let remote = listed
  const refused = (reason: Message, head?: MessageHead | null) =>
    run.inTenant((db) => note(db, run, remote, { name: remote.name, bytes: remote.size, head, reason, outcome: 'Refused' }))
  if (remote.size > connection.maxBytes) return [await refused(tooLarge(), await connection.headOf?.(remote))]
  try {
    const { files, head } = await connection.fetch(listed)
    if (listed.isTimeless) {
      remote = { ...listed, key: `${listed.key} ${files?.map(({ bytes }) => hashOf(bytes).toString('hex'))}` }
      const noted = (await run.inTenant((db) => knownOf(db, run.source.kind, [remote]))).get(remote.key)
      if (noted) return noted
    }
    if (!files) return [await refused(t('RefusedUnreadable'), head)]
    if (files.length === 0) return [await refused(t('RefusedNoCsv'), head)]
    const read: FetchedFile[] = []
    for (const file of files) {
      const whyNot = whyNotFetched(file)
      read.push({ ...file, head, content: whyNot ?? (await readFetched(file.bytes, run.inTenant)) })
    }
    return await run.inTenant(async (db) => {
      const noted: Noted[] = []
      for (const file of read) noted.push(await store(db, run, remote, file))
      return noted
    })
  } catch (error) {
    // The rest of its bytes is still on the way, so that this connection cannot be used any more.
    if (error instanceof TooLarge) {
      await refused(tooLarge())
      throw new SourceFailure(tooLarge())
    }
    throw error
  }
}

const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** `content`: why it cannot be imported, or what was read of it. */
type FetchedFile = FetchedBytes & { readonly head: MessageHead | undefined; readonly content: Message | ReadFile }

/** Stores a fetched file as an import, unless it was fetched before or cannot be imported. */
async function store(db: Db, run: Run, remote: Remote, { name, bytes, head, content }: FetchedFile): Promise<Noted> {
  const hash = hashOf(bytes)
  const file = { name, bytes: Math.min(bytes.length, MAX_FILE_BYTES + 1), hash, head }
  if (!('beginning' in content)) return note(db, run, remote, { ...file, outcome: 'Refused', reason: content })
  const before = await db
    .selectFrom('import_fetches')
    .select('id')
    .where('outcome', '=', 'Imported')
    .where('file_name', '=', name)
    .where('bytes', '=', file.bytes)
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (before) return note(db, run, remote, { ...file, outcome: 'Repeated' })
  const { organisationId, source, sendJob } = run
  const { id: importId, isList } = await receiveFetched(db, { organisationId, source: source.kind, name, read: content }, sendJob)
  return { ...(await note(db, run, remote, { ...file, outcome: 'Imported', importId })), isFailed: !isList }
}

type Note = Noted & {
  readonly name: string
  readonly bytes: number
  readonly hash?: Buffer
  /** Of the message that the file came with. */
  readonly head?: MessageHead | null | undefined
  readonly reason?: Message
  readonly importId?: string
}
/** Stores what became of a file; a file that was fetched before needs no report. */
async function note(
  db: Db,
  run: Run,
  remote: Remote,
  { name, bytes, hash, head, outcome, reason, importId }: Note,
): Promise<Noted> {
  await db
    .insertInto('import_fetches')
    .values({
      organisation_id: run.organisationId,
      id: newId(),
      kind: run.source.kind,
      remote_key: remote.key,
      file_name: name,
      bytes: Math.min(bytes, MAX_MESSAGE_BYTES + 1),
      hash: hash ?? null,
      ...(head && { message_subject: head.subject, message_from: head.from, message_sent_at: head.sentAt }),
      outcome,
      reason: reason ? packMessage(reason) : '',
      import_id: importId ?? null,
      reported_at: outcome === 'Repeated' ? new Date() : null,
    })
    .execute()
  return { outcome }
}

/** Days for which the subject and the sender of a message are kept, which tell a person which message it was. */
const HEADS_KEPT_DAYS = 90

/** What was fetched stays known, so that nothing is fetched twice. */
export async function purgeHeads(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('import_fetches')
    .set({ message_subject: '', message_from: '' })
    .where('at', '<', new Date(now.getTime() - HEADS_KEPT_DAYS * 86_400_000).toISOString())
    .where((eb) => eb.or([eb('message_subject', '<>', ''), eb('message_from', '<>', '')]))
    .execute()
}
