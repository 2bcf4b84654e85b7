import { sql } from 'kysely'
import type { z } from 'zod'
import { t as tImport } from '#features/imports/messages.ts'
import { statusMessage } from '#features/imports/server/api.ts'
import { t as tSms } from '#features/organisations/sms-messages.ts'
import { type Message, unpackMessage } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, Router } from '#platform/server/http/route.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { everyWord, matchesWord, searchTextOf } from '#platform/server/postgres/text-search.ts'
import { limit } from '#platform/server/security/limits.ts'
import { type FetchedFile, importSources } from '../contract.ts'
import { t } from '../messages.ts'
import type { Outcome, SourceKind } from '../rules.ts'
import { type FetchDeps, OPEN, sendFetchesOf } from './fetch.ts'
import { SourceFailure, withConnection } from './sources/source.ts'
import { activeSource } from './store.ts'

export type RoutesDeps = FetchDeps

/** Tests of an organisation: each reaches out to an address of the user's choice. */
const TESTS = 20
const TEST_SECONDS = 600
/** How long a test may take. */
const TIME_SECONDS = 15

/** The tests of the saved sources, and the list of fetched files (spec 3 §5, §7). */
export function importSourcesRoutes(route: Router, { database, keys, outgoing, sendJob }: RoutesDeps) {
  const tests = limit(database.pool, 'import source tests', TESTS, TEST_SECONDS)
  type Test = RequestContext<typeof importSources.testSftp>
  const test =
    (kind: SourceKind, messageOf: (seen: { count: number; fingerprint: string }) => Message) =>
    async ({ caller, tenant: { organisationId }, params, now }: Test) => {
      orNotFound(params.id === organisationId || null)
      const tenant = wholeOrganisation(organisationId)
      const source = await database.readInTenant(tenant, (db) => activeSource(db, kind, { organisationId, keys }))
      refuseIf(source ? null : tSms('MsgSaveBeforeTest'))
      await tests.spend(organisationId)
      const seen = await withConnection(source!, { outgoing, open: OPEN }, TIME_SECONDS, async (connection) => ({
        count: (await connection.list()).length,
        fingerprint: connection.fingerprint,
      })).catch((error: unknown) => {
        if (error instanceof SourceFailure) return error.reason
        throw error
      })
      const isGood = 'count' in seen
      const line = { organisationId, at: now, actor: caller, action: 'import source tested', subjectId: organisationId } as const
      await database.inTenant(tenant, (db) => writeAudit(db, { ...line, detail: { source: kind, isGood } }))
      if (!isGood) refuseIf(seen)
      return { Message: messageOf(seen as { count: number; fingerprint: string }) }
    }
  route.withoutTransaction(
    importSources.testSftp,
    test('Sftp', (seen) => t('MsgTestSftp', seen)),
  )
  route.withoutTransaction(
    importSources.testFtp,
    test('Ftp', ({ count }) => t('MsgTestFtp', { count })),
  )
  route.withoutTransaction(
    importSources.testMailbox,
    test('Mailbox', ({ count }) => t('MsgTestMailbox', { count })),
  )
  route(importSources.fetchNow, async ({ db, tenant: { organisationId }, audit }) => {
    const count = await sendFetchesOf(db, organisationId, sendJob)
    refuseIf(count === 0 ? t('MsgNoActiveSource') : null)
    await audit('import source fetched', organisationId)
    return { Message: t('MsgFetching') }
  })
  route(importSources.page, ({ db, input }) => fetchedPage(db, input))
}

const outcomeMessage = (outcome: Outcome) => (outcome === 'Refused' ? tImport('VerdictRefused') : t(`Outcome${outcome}`))

const SEARCH_TEXT = searchTextOf('f.file_name', 'f.message_subject', 'f.message_from')
const SORTS = {
  FetchedAt: sql`f.at`,
  File: naturalOrder('f.file_name'),
  Source: sql`f.kind`,
  Bytes: sql`f.bytes`,
}
function fetchedPage(db: Db, input: InputOf<typeof importSources.page>) {
  const rows = db
    .selectFrom('import_fetches as f')
    .leftJoin('import_jobs as j', 'j.id', 'f.import_id')
    .select(['f.id', 'f.at', 'f.kind', 'f.file_name', 'f.bytes', 'f.outcome', 'f.reason', 'j.id as import_id'])
    .select(['j.status', 'j.checked_at', 'j.headings', 'j.found'])
    .select(['f.message_subject', 'f.message_from', 'f.message_sent_at'])
    .where(everyWord(input.SearchText ?? '', (word) => matchesWord(SEARCH_TEXT, word)))
    .where(input.Source ? sql<boolean>`f.kind = ${input.Source}` : sql<boolean>`true`)
  return readPage(db, rows, input, {
    sorts: SORTS,
    id: 'f.id',
    row: (row): z.input<typeof FetchedFile> => ({
      Id: row.id,
      FetchedAt: row.at,
      Source: row.kind,
      SourceName: tImport(`Source${row.kind}`),
      File: row.file_name,
      Subject: row.message_subject,
      From: row.message_from,
      SentAt: row.message_sent_at,
      Bytes: row.bytes,
      OutcomeName: outcomeMessage(row.outcome),
      Reason: unpackMessage(row.reason),
      ImportId: row.import_id,
      ImportStatus: row.status ? statusMessage({ ...row, status: row.status }) : unpackMessage(''),
    }),
  })
}
