import { type Message, packMessage, unpackMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { existing, refuseStale, versionOf } from '#platform/server/entities.ts'
import { badInput } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type Keys, seal, unseal } from '#platform/server/security/keys.ts'
import { SECTION_OF, type SourceChanges } from '../contract.ts'
import { defaultPort, keepsPassword, SOURCE_KINDS, type SourceKind, whyNotSource } from '../rules.ts'
import { storedFingerprint } from './sources/host-key.ts'
import type { Source } from './sources/source.ts'

/** Listed, as a prepared `selectAll` fails once a migration adds a column while this program runs. */
const COLUMNS = [
  'id',
  'kind',
  'host',
  'port',
  'user_name',
  'password_encrypted',
  'path',
  'is_active',
  'uses_ssl',
  'fingerprint',
  'checks_fingerprint',
  'last_run_at',
  'last_failure',
] as const
const rows = (db: Db) => db.selectFrom('import_sources').select(COLUMNS)
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const NONE = {
  host: '',
  port: null,
  user_name: '',
  password_encrypted: null,
  path: '',
  is_active: false,
  uses_ssl: true,
  fingerprint: '',
  checks_fingerprint: true,
  last_run_at: null,
  last_failure: '',
} satisfies Omit<Row, 'id' | 'kind'>

const byKind = async (db: Db) => {
  const saved = new Map((await rows(db).execute()).map((row) => [row.kind, row]))
  return (kind: SourceKind): Omit<Row, 'id' | 'kind'> & { readonly id?: string } => saved.get(kind) ?? NONE
}

/** The sources of the tenant's organisation without their passwords; those that were never saved are empty. */
export async function readSources(db: Db) {
  const of = await byKind(db)
  return {
    ImportSftpSettings: savedOf(of('Sftp')),
    ImportFtpSettings: savedOf(of('Ftp')),
    ImportSmtpPopServerSettings: savedOf(of('Mailbox')),
  }
}

function savedOf(row: Omit<Row, 'id' | 'kind'>) {
  const fields = {
    Url: row.host,
    Port: row.port,
    UserName: row.user_name,
    IsActive: row.is_active,
    HasPassword: row.password_encrypted !== null,
    Path: row.path,
    UseSSL: row.uses_ssl,
    ServerFingerPrint: row.fingerprint,
    IsServerFingerPrintCheckEnabled: row.checks_fingerprint,
  }
  const password = row.password_encrypted?.toString('base64') ?? ''
  const run = { LastRunAt: row.last_run_at, LastFailure: unpackMessage(row.last_failure) }
  return { ...fields, Version: versionOf([fields, password]), ...run }
}

type Saving = { readonly organisationId: string; readonly keys: Keys }

/**
 * Saves the sources that a save names; the organisation's row must be locked. Refuses what `whyNotSource` does not allow, naming the
 * field. Returns what has changed, for the audit trail.
 */
export async function saveSources(db: Db, changes: SourceChanges, { organisationId, keys }: Saving) {
  const of = await byKind(db)
  const changed: Record<string, { before: object; after: object }> = {}
  for (const kind of SOURCE_KINDS) {
    const sent = changes[SECTION_OF[kind]]
    if (!sent) continue
    const input = 'ServerFingerPrint' in sent ? { ...sent, ServerFingerPrint: storedFingerprint(sent.ServerFingerPrint) } : sent
    const row = of(kind)
    const before = savedOf(row)
    refuseStale(before, input)
    const wrong = whyNotSource(kind, input, before)
    if (wrong) throw badInput(wrong.message, `${SECTION_OF[kind]}.${wrong.field}`)
    const kept = keepsPassword(input, before) ? row.password_encrypted : null
    const columns = {
      host: input.Url,
      port: input.Port,
      user_name: input.UserName,
      is_active: input.IsActive,
      path: 'Path' in input ? input.Path : '',
      uses_ssl: 'UseSSL' in input ? input.UseSSL : true,
      fingerprint: 'ServerFingerPrint' in input ? input.ServerFingerPrint : '',
      checks_fingerprint: 'IsServerFingerPrintCheckEnabled' in input ? input.IsServerFingerPrintCheckEnabled : true,
      password_encrypted: input.Password ? seal(keys.secrets, input.Password, boundTo(organisationId, kind)) : kept,
      // What was true of the former server.
      ...(row.host !== input.Url && { last_run_at: null, last_failure: '' }),
    }
    await db
      .insertInto('import_sources')
      .values({ organisation_id: organisationId, id: newId(), kind, ...columns })
      .onConflict((c) => c.columns(['organisation_id', 'kind']).doUpdateSet(columns))
      .execute()
    const { Password, Version: _, ...after } = input
    const had = before as Readonly<Record<string, unknown>>
    changed[kind] = {
      before: Object.fromEntries(Object.keys(after).map((name) => [name, had[name]])),
      after: { ...after, ...(Password && { password: 'changed' }) },
    }
  }
  return changed
}

const boundTo = (organisationId: string, kind: SourceKind) => `import source ${kind} ${organisationId}`

const sourceOf = (row: Row, { organisationId, keys }: Saving): Source => ({
  kind: row.kind,
  host: row.host,
  port: row.port ?? defaultPort(row.kind, row.uses_ssl),
  userName: row.user_name,
  password: row.password_encrypted ? unseal(keys.secrets, row.password_encrypted, boundTo(organisationId, row.kind)) : '',
  path: row.path,
  usesSsl: row.uses_ssl,
  fingerprint: row.checks_fingerprint ? row.fingerprint : null,
})

/** The saved source of a kind if it is active; null otherwise. */
export async function activeSource(db: Db, kind: SourceKind, saving: Saving): Promise<Source | null> {
  const row = await rows(db).where('kind', '=', kind).where('is_active', '=', true).executeTakeFirst()
  return row ? sourceOf(row, saving) : null
}

/** Holds an active source until `until` for one run; null when another run holds it or it is no longer active. */
export async function holdSource(db: Db, id: string, saving: Saving & { now: Date; until: Date }): Promise<Source | null> {
  const row = await db
    .updateTable('import_sources')
    .set({ held_until: saving.until })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<', saving.now.toISOString())]))
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? sourceOf(row, saving) : null
}

/** Ends a run; `failure`: why it failed, or null. */
export const releaseSource = (db: Db, id: string, failure: Message | null) =>
  db
    .updateTable('import_sources')
    .set({ held_until: null, last_run_at: new Date(), last_failure: failure ? packMessage(failure) : '' })
    .where('id', '=', id)
    .execute()

/** The ids of the active sources of the tenant's organisation; none when it is inactive. */
export async function activeSourceIds(db: Db): Promise<string[]> {
  const { is_active } = await existing(db.selectFrom('organisations').select('is_active'))
  if (!is_active) return []
  return (await db.selectFrom('import_sources').select('id').where('is_active', '=', true).execute()).map(({ id }) => id)
}
