import { createReadStream, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openDataDir } from '../config/data-dir.ts'
import type { Log } from '../config/log.ts'
import { type Regular, regularly } from '../jobs/regularly.ts'
import { keyedHash, sameBytes } from '../security/keys.ts'
import { type ChainHead, chainAudit, hasHead } from './audit-chain.ts'
import { type Database, type Db, wholeOrganisation } from './db.ts'
import { allOrganisations } from './untenanted.ts'

const Head = z.object({ organisation: z.string(), position: z.int(), hash: z.string() }) satisfies z.ZodType<ChainHead>
type Head = z.infer<typeof Head>
/** The ends of all chains at a time, with a signature that needs SECRET_KEY (decisions "Signed heads of the audit trail"). */
const SignedHeads = z.object({ at: z.string(), heads: z.array(Head), signature: z.string() })
export type SignedHeads = z.infer<typeof SignedHeads>
/** The same once the signature was checked. */
export type Heads = Omit<SignedHeads, 'signature'>

const FILE = 'audit-heads.json'
const HOUR_MS = 3_600_000
const FIRST_MS = 10_000
/** What the log calls the field with them; `audit:verify` finds them in a log by it. */
const LOG_FIELD = 'auditHeads'
/** Programs that keep logs cut long lines. */
const HEADS_OF_A_LINE = 200

const sign = (key: Buffer, unsigned: Heads): SignedHeads => ({
  ...unsigned,
  signature: signatureOf(key, unsigned).toString('hex'),
})
const signatureOf = (key: Buffer, { at, heads }: Heads) => keyedHash(key, JSON.stringify([at, heads]))
const isSigned = (key: Buffer, { signature, ...signed }: SignedHeads): boolean =>
  sameBytes(Buffer.from(signature, 'hex'), signatureOf(key, signed))

/** Heads of a document, if the key has signed it. */
export function signedHeads(key: Buffer, document: unknown): SignedHeads | undefined {
  const { data } = SignedHeads.safeParse(document)
  return data && isSigned(key, data) ? data : undefined
}

/** The heads that DATA_DIR has, if the key has signed them. */
export function storedHeads(dataDir: string, key: Buffer): SignedHeads | undefined {
  const file = join(dataDir, FILE)
  return existsSync(file) ? signedHeads(key, parsed(readFileSync(file, 'utf8'))) : undefined
}

/** Replaces the heads of DATA_DIR; undefined deletes them. */
export function storeHeads(dataDir: string, signed: SignedHeads | undefined): void {
  const file = join(openDataDir(dataDir), FILE)
  if (!signed) {
    rmSync(file, { force: true })
    return
  }
  writeFileSync(`${file}.new`, JSON.stringify(signed), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

/** The newest heads that the key has signed in a file: one document, or the lines of a log, some of one time. */
export async function headsOfFile(file: string, key: Buffer): Promise<Heads | undefined> {
  let newest: Heads | undefined
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!line.includes('"heads"')) continue
    // Programs that keep logs put the time in front of a line.
    const document = parsed(line.slice(line.indexOf('{'))) as { [LOG_FIELD]?: unknown } | undefined
    const signed = signedHeads(key, document?.[LOG_FIELD] ?? document)
    if (signed && signed.at === newest?.at) newest = { at: signed.at, heads: [...newest.heads, ...signed.heads] }
    else if (signed && (!newest || signed.at > newest.at)) newest = signed
  }
  return newest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Signs the heads of all chains. A head that was signed `before` and is not in its chain stays as it was: a trail that was cut or
 * written anew is not vouched for. Returns those too.
 */
export async function signHeads(
  database: Database,
  key: Buffer,
  before: SignedHeads | undefined,
  now: Date,
): Promise<{ readonly signed: SignedHeads; readonly cut: readonly Head[] }> {
  const former = new Map(before?.heads.map((head) => [head.organisation, head]))
  const heads: Head[] = []
  const cut: Head[] = []
  for (const { id } of await allOrganisations(database)) {
    const known = former.get(id)
    former.delete(id)
    const { head, hasKnown } = await database.readInTenant(wholeOrganisation(id), async (db) => ({
      head: await headOf(db, id),
      hasKnown: !known || (await hasHead(db, known)),
    }))
    if (known && !hasKnown) cut.push(known)
    else if (head) heads.push(head)
  }
  cut.push(...former.values())
  return { signed: sign(key, { at: now.toISOString(), heads: [...heads, ...cut] }), cut }
}

/** The last entry of the chain, whatever `audit_heads` says. */
async function headOf(db: Db, organisation: string): Promise<Head | undefined> {
  const row = await db
    .selectFrom('audit')
    .select(['chain_position', 'hash'])
    .where('organisation_id', '=', organisation)
    .where('chain_position', 'is not', null)
    .orderBy('chain_position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { organisation, position: Number(row.chain_position), hash: row.hash!.toString('hex') }
}

type Signing = { readonly database: Database; readonly key: Buffer; readonly dataDir: string; readonly log: Log }

/** Signs the heads at once, every hour and at the stop, into DATA_DIR and the log. Before there is an entry, it looks more often. */
export function signHeadsRegularly({ database, key, dataDir, log }: Signing): Regular {
  async function signAll(): Promise<boolean> {
    // Entries that are not in the chain yet would have no head.
    await chainAudit(database)
    const before = storedHeads(dataDir, key)
    const { signed, cut } = await signHeads(database, key, before, new Date())
    const { at, heads } = signed
    if (heads.length === 0) return false
    if (!before)
      log.warn({ organisations: heads.length }, 'first signed heads of the audit trail: what it lost before is not noticed')
    storeHeads(dataDir, signed)
    for (let from = 0; from < heads.length; from += HEADS_OF_A_LINE) {
      const some = sign(key, { at, heads: heads.slice(from, from + HEADS_OF_A_LINE) })
      log.info({ [LOG_FIELD]: some }, 'heads of the audit trail signed')
    }
    if (cut.length > 0) log.error({ cut }, 'the audit trail has lost entries that were signed')
    return true
  }
  async function signOnce(signal: AbortSignal): Promise<void> {
    while (!(await signAll()) && !signal.aborted) await sleep(FIRST_MS, undefined, { signal }).catch(() => undefined)
  }
  const failure = 'heads of the audit trail not signed'
  const signing = regularly(signOnce, HOUR_MS, log, failure)
  return {
    stop: async () => {
      await signing.stop()
      await signAll().catch((error: unknown) => log.warn({ err: error }, failure))
    },
  }
}
