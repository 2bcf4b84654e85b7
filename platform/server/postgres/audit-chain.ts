import { sql } from 'kysely'
import type { Log } from '../config/log.ts'
import { forEachOrganisation } from '../jobs/jobs.ts'
import { type Regular, regularly } from '../jobs/regularly.ts'
import { type Database, type Db, type Tenant, wholeOrganisation } from './db.ts'
import { allOrganisations } from './untenanted.ts'

/** Pause between two runs, in ms: an entry is in the chain at most about this long after its commit. */
const PAUSE_MS = 5_000
/** Entries that one transaction chains; 5,000 take about 0.1 s. */
const BATCH = 5_000

/** Appends every committed entry of every organisation to its hash chain (decisions "Audit trail"). */
export const chainAudit = (database: Database): Promise<void> =>
  forEachOrganisation(database, async (tenant) => {
    while ((await chainNext(database, tenant)) === BATCH);
  })

const chainNext = (database: Database, tenant: Tenant) =>
  database.inTenant(tenant, async (db) => {
    const { rows } = await sql<{ chained: number }>`select chain_audit(${sql.lit(BATCH)}) as chained`.execute(db)
    return rows[0]!.chained
  })

/** Chains at once and then every few seconds, until `stop`, which waits for the running transaction. */
export const chainAuditRegularly = (database: Database, log: Log): Regular =>
  regularly(() => chainAudit(database), PAUSE_MS, log, 'audit chain failed')

/** The end of an organisation's hash chain: the position and the hash (hex) of its last entry. */
export type ChainHead = { readonly organisation: string; readonly position: number; readonly hash: string }
/** Whether an organisation's chain has the entry of a head. */
export async function hasHead(db: Db, { organisation, position, hash }: ChainHead): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('hash')
    .where('organisation_id', '=', organisation)
    .where('chain_position', '=', position)
    .executeTakeFirst()
  return row?.hash?.toString('hex') === hash
}

/** The chain of one organisation as it was verified. */
export type VerifiedChain = {
  readonly organisation: string
  /** Entries in the chain, and those that are not in it yet. */
  readonly chained: number
  readonly waiting: number
  /** The hash of the last entry in hex; null for an empty chain. */
  readonly head: string | null
  /** The first entry that is not as it was written, or null. */
  readonly broken: { readonly position: number; readonly id: string | null; readonly reason: string } | null
}

/**
 * Verifies the chain of every organisation, in the order of their names, and that it has the signed head. PostgreSQL reads each
 * chain once, in its order.
 */
export async function verifyAudit(database: Database, signed?: Signed): Promise<VerifiedChain[]> {
  const heads = new Map(signed?.heads.map((head) => [head.organisation, head]))
  const verified: VerifiedChain[] = []
  for (const { id, system_name } of await allOrganisations(database)) {
    const head = heads.get(id)
    heads.delete(id)
    verified.push(
      await database.readInTenant(wholeOrganisation(id), async (db) => {
        const chain = await verifyChain(db, id, system_name)
        return { ...chain, broken: chain.broken ?? (await missing(db, id, { chain, head, signed })) }
      }),
    )
  }
  for (const { organisation, position } of heads.values())
    verified.push({ organisation, chained: 0, waiting: 0, head: null, broken: { position, id: null, reason: GONE } })
  return verified
}

const GONE = 'the organisation is missing'
type Signed = { readonly at: string; readonly heads: readonly ChainHead[] }
type Whole = { readonly chain: VerifiedChain; readonly head: ChainHead | undefined; readonly signed: Signed | undefined }
/** What an otherwise whole chain lacks: the entry of its signed head, such a head, or any entry although the organisation has users. */
async function missing(db: Db, organisationId: string, { chain, head, signed }: Whole): Promise<VerifiedChain['broken']> {
  const { chained, waiting } = chain
  if (head && !(await hasHead(db, head)))
    return { position: head.position, id: null, reason: 'the entry that was signed is missing or was written anew' }
  if (signed && !head && chained > 0 && (await beganBefore(db, organisationId, signed.at)))
    return { position: 1, id: null, reason: 'it has no signed head, though it is older than the others' }
  if (chained + waiting > 0) return null
  const user = await db.selectFrom('portal_users').select('id').limit(1).executeTakeFirst()
  return user ? { position: 1, id: null, reason: 'the organisation has users, and no first entry' } : null
}

type Fault = { position: number; id: string; is_gap: boolean; is_detail: boolean }
async function verifyChain(db: Db, organisationId: string, organisation: string): Promise<VerifiedChain> {
  // One snapshot, so that entries chained meanwhile do not look like missing ones.
  await sql`set transaction isolation level repeatable read`.execute(db)
  const { rows: faults } = await sql<Fault>`
    select chain_position as position, id, chain_position <> before + 1 as is_gap,
      detail_hash is distinct from audit_detail_hash(detail) as is_detail
    from (select a as line, a.id, a.chain_position, a.detail, a.detail_hash, a.hash,
        lag(a.chain_position, 1, 0::bigint) over chain as before, lag(a.hash, 1, ''::bytea) over chain as previous
      from audit a where a.organisation_id = ${organisationId} and a.chain_position is not null
      window chain as (order by a.chain_position)) as chained
    where chain_position <> before + 1 or detail_hash is distinct from audit_detail_hash(detail)
      or hash is distinct from sha256(previous || audit_content(line, detail_hash))
    order by chain_position limit 1`.execute(db)
  const { rows } = await sql<{
    chained: number
    waiting: number
    head: string | null
    head_position: number | null
    last: number | null
    last_hash: string | null
  }>`
    select count(chain_position) as chained, count(*) filter (where chain_position is null) as waiting, max(chain_position) as last,
      (select encode(hash, 'hex') from audit_heads) as head, (select chain_position from audit_heads) as head_position,
      (select encode(l.hash, 'hex') from audit l where l.organisation_id = ${organisationId} and l.chain_position is not null
        order by l.chain_position desc limit 1) as last_hash
    from audit where organisation_id = ${organisationId}`.execute(db)
  const { chained, waiting, head, head_position, last, last_hash } = rows[0]!
  const [fault] = faults
  const isCut = last !== head_position || last_hash !== head
  const cut = isCut ? { position: (last ?? 0) + 1, id: null, reason: 'the last entries are missing' } : null
  return {
    organisation,
    chained,
    waiting,
    head,
    broken: fault ? { position: fault.position, id: fault.id, reason: reasonOf(fault) } : cut,
  }
}

const reasonOf = ({ is_gap, is_detail }: Fault) =>
  is_gap
    ? 'entries before it are missing or were moved'
    : is_detail
      ? 'its detail was changed'
      : 'it was changed, inserted or moved'

/** An entry may commit and be chained a little later than it says, and clocks differ. */
const SLACK_MS = 5 * 60_000
/** Whether the first entry of a chain is clearly older than this. */
async function beganBefore(db: Db, organisationId: string, at: string): Promise<boolean> {
  const first = await db
    .selectFrom('audit')
    .select('at')
    .where('organisation_id', '=', organisationId)
    .where('chain_position', '=', 1)
    .executeTakeFirst()
  return first !== undefined && Date.parse(first.at) < Date.parse(at) - SLACK_MS
}
