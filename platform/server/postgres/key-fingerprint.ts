import type pg from 'pg'
import { fingerprintOf } from '../security/keys.ts'

const UNDEFINED_TABLE = '42P01'

/** The fingerprint of the SECRET_KEY that this database was first started with; undefined for a new one. */
export async function readKeyFingerprint(client: pg.Client): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ key_fingerprint: string }>('select key_fingerprint from installation')
    return rows[0]?.key_fingerprint
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNDEFINED_TABLE) return undefined
    throw error
  }
}

/** Records the fingerprint of a database's key if it has none. Several nodes may do so at once: the first one wins. */
export async function recordKeyFingerprint(client: pg.Client, fingerprint: string): Promise<void> {
  await client.query('insert into installation (key_fingerprint) values ($1) on conflict do nothing', [fingerprint])
}

/** Records the fingerprint of another key, to be used once nothing in the database is encrypted any more. Needs the owner. */
export async function replaceKeyFingerprint(client: pg.Client, fingerprint: string): Promise<void> {
  await client.query(
    'insert into installation (key_fingerprint) values ($1) on conflict (is_only) do update set key_fingerprint = excluded.key_fingerprint',
    [fingerprint],
  )
}

/**
 * Throws one sentence if `secretKey` is missing or is not the one with the fingerprint `needed`.
 * @param subject beginning of the sentence, such as 'The database'
 */
export function refuseOtherKey(subject: string, needed: string, secretKey: Buffer | undefined): asserts secretKey is Buffer {
  const given = secretKey && fingerprintOf(secretKey)
  if (given === needed) return
  const other = given ? `the given one has ${given}` : 'SECRET_KEY is not set, and DATA_DIR has no file secret-key'
  throw new Error(`${subject} needs the SECRET_KEY with the fingerprint ${needed}; ${other}.`)
}
