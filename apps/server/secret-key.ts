import type pg from 'pg'
import { createSecretKey, type Settings } from '#platform/server/config/settings.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { openDatabase, wholeOrganisation } from '#platform/server/postgres/db.ts'
import {
  readKeyFingerprint,
  recordKeyFingerprint,
  refuseOtherKey,
  replaceKeyFingerprint,
} from '#platform/server/postgres/key-fingerprint.ts'
import { readApplied } from '#platform/server/postgres/migrate.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import { deriveKeys, fingerprintOf, unseal } from '#platform/server/security/keys.ts'

/**
 * The key of the settings, if it is the database's; throws one sentence otherwise, before anything is changed. In a new database
 * without a key, creates one in DATA_DIR.
 */
export async function fittingKey(client: pg.Client, { secretKey, dataDir }: Settings): Promise<Buffer> {
  const recorded = await readKeyFingerprint(client)
  if (recorded !== undefined) {
    refuseOtherKey('The database', recorded, secretKey)
    return secretKey
  }
  if (secretKey) return secretKey
  const isNew = (await readApplied(client)).length === 0
  if (isNew) return createSecretKey(dataDir)
  throw new Error('The database has data already, but SECRET_KEY is not set, and DATA_DIR has no file secret-key.')
}

/**
 * Records the key of a migrated database at its first start. `url` is that of the serving role. Throws one sentence if the
 * database is older than this record and has secrets of another key, or if another node was first with another key.
 */
export async function recordKey(url: string, secretKey: Buffer): Promise<void> {
  await withConnection(url, async (client) => {
    if ((await readKeyFingerprint(client)) === undefined) {
      await refuseForeignSecrets(url, secretKey)
      await recordKeyFingerprint(client, fingerprintOf(secretKey))
    }
    refuseOtherKey('The database', (await readKeyFingerprint(client))!, secretKey)
  })
}

/** Tries the key on one secret of each organisation. */
async function refuseForeignSecrets(url: string, secretKey: Buffer): Promise<void> {
  const { secrets } = deriveKeys(secretKey)
  const database = openDatabase(url, { max: 1 })
  try {
    for (const { id: organisationId } of await allOrganisations(database)) {
      const sample = await database.readInTenant(wholeOrganisation(organisationId), (db) =>
        db
          .selectFrom('api_keys')
          .select(['id', 'secret_encrypted as sealed'])
          .unionAll(
            db
              .selectFrom('residents')
              .select(['id', 'audit_key as sealed'])
              .where('audit_key', 'is not', null)
              .$narrowType<{ sealed: Buffer }>(),
          )
          .limit(1)
          .executeTakeFirst(),
      )
      if (sample) unseal(secrets, sample.sealed, sample.id)
    }
  } catch (cause) {
    if ((cause as { code?: string }).code) throw cause
    const given = fingerprintOf(secretKey)
    throw new Error(`The database needs another SECRET_KEY: its secrets were not encrypted with the given one (${given}).`, {
      cause,
    })
  } finally {
    await database.close()
  }
}

/**
 * Removes everything that only the lost key decrypts, and records the new one: keys of locker banks, access codes of residents
 * and delegates, the residents' keys of personal values in the audit trail, and authenticator apps with recovery codes. Passkeys
 * need no key.
 */
export async function replaceKey(ownerUrl: string, secretKey: Buffer): Promise<void> {
  const database = openDatabase(ownerUrl, { max: 1 })
  try {
    for (const { id: organisationId } of await allOrganisations(database))
      await database.inTenant(wholeOrganisation(organisationId), async (db) => {
        await db.deleteFrom('api_keys').execute()
        await db.deleteFrom('totp_secrets').execute()
        await db.deleteFrom('recovery_codes').execute()
        await db.deleteFrom('resident_delegates').execute()
        await db.deleteFrom('sms_gateways').execute()
        await db.updateTable('residents').set({ access_code_encrypted: null, access_code_hash: null, audit_key: null }).execute()
      })
  } finally {
    await database.close()
  }
  await withConnection(ownerUrl, (client) => replaceKeyFingerprint(client, fingerprintOf(secretKey)))
}
