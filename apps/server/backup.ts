import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLog } from '#platform/server/config/log.ts'
import { readSettings, type Settings } from '#platform/server/config/settings.ts'
import { chainAudit } from '#platform/server/postgres/audit-chain.ts'
import { signedHeads, signHeads, storedHeads, storeHeads } from '#platform/server/postgres/audit-heads.ts'
import { restoreBackup, verifyBackup } from '#platform/server/postgres/backup/restore.ts'
import { type Totals, writeBackup } from '#platform/server/postgres/backup/write.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { readKeyFingerprint, refuseOtherKey } from '#platform/server/postgres/key-fingerprint.ts'
import { deriveKeys, fingerprintOf } from '#platform/server/security/keys.ts'
import { ownedDatabase, unmarkRestore } from './ready-database.ts'
import { replaceKey } from './secret-key.ts'

const USAGE = 'Usage: npm run backup [file] [-- --other-key] | npm run restore file [-- --other-key]'

/** Writes a backup of the database of the settings (decisions "Backup"). With another key only if that is allowed. */
async function backup(settings: Settings, name: string | undefined, isOtherKeyAllowed: boolean): Promise<void> {
  const file = resolve(name ?? `parcelhall-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`)
  const database = await ownedDatabase(settings, createLog('warn'))
  try {
    const recorded = await withConnection(database.ownerUrl, readKeyFingerprint)
    if (recorded && !isOtherKeyAllowed) refuseOtherKey('The database', recorded, settings.secretKey)
    const keyFingerprint = recorded ?? (settings.secretKey && fingerprintOf(settings.secretKey))
    if (!keyFingerprint) throw new Error(NO_KEY)
    const auditHeads = await headsOf(settings, database.ownerUrl, keyFingerprint)
    const totals = await writeBackup({ ownerUrl: database.ownerUrl, file, keyFingerprint, auditHeads })
    print(`Backup of ${database.described}: ${summary(totals)}, ${statSync(file).size} bytes.`, file)
    print(
      `Its secrets need the SECRET_KEY with the fingerprint ${keyFingerprint}. The key is not in the file: store it elsewhere.`,
    )
    const stored = settings.production
      ? ''
      : `: ${['secret-key', 'demo-password'].map((one) => join(settings.dataDir, one)).join(', ')}`
    print(`Not in the file either: e-mails in the outbox folder${stored && `, and the files${stored}`}.`)
  } finally {
    await database.stop()
  }
}

/** The heads of the audit trail, signed for a backup; undefined without the key of the database. */
async function headsOf({ secretKey, dataDir }: Settings, ownerUrl: string, keyFingerprint: string) {
  if (!secretKey || fingerprintOf(secretKey) !== keyFingerprint) return undefined
  const { auditHeads: key } = deriveKeys(secretKey)
  const database = openDatabase(ownerUrl, { max: 1 })
  try {
    await chainAudit(database)
    return (await signHeads(database, key, storedHeads(dataDir, key), new Date())).signed
  } finally {
    await database.close()
  }
}

/**
 * Restores a backup into the database of the settings, which must be new. With another key, if that is allowed, what this one
 * cannot decrypt is removed. A failure leaves nothing behind.
 */
async function restore(settings: Settings, name: string, isOtherKeyAllowed: boolean): Promise<void> {
  const file = resolve(name)
  const header = await verifyBackup(file)
  const { secretKey } = settings
  if (!isOtherKeyAllowed) refuseOtherKey(`The backup ${file}`, header.keyFingerprint, secretKey)
  if (!secretKey) throw new Error(NO_KEY)
  const database = await ownedDatabase(settings, createLog('warn'), { restoring: file })
  try {
    const totals = await restoreBackup({ ...database, file, header })
    const isOther = fingerprintOf(secretKey) !== header.keyFingerprint
    if (isOther) await replaceKey(database.ownerUrl, secretKey)
    // From now on the heads of the backup count: entries that were made after it are gone.
    storeHeads(settings.dataDir, signedHeads(deriveKeys(secretKey).auditHeads, header.auditHeads))
    await database.stop()
    unmarkRestore(settings)
    print(`Restored to ${database.described}, as of ${header.createdAt}: ${summary(totals)}.`)
    if (isOther)
      print(
        'What the other key encrypted was removed: locker banks need new API keys, residents and delegates new access codes, SMS gateways their settings, and users set up their authenticator apps and recovery codes again.',
      )
  } catch (error) {
    await database.discard()
    unmarkRestore(settings)
    throw error
  }
}

const NO_KEY = 'SECRET_KEY is not set, and DATA_DIR has no file secret-key.'
const print = (...lines: string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''))
const summary = ({ rows }: Totals) => {
  const counts = Object.values(rows)
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`
}

try {
  const [command, ...rest] = process.argv.slice(2)
  const [name, ...more] = rest.filter((one) => one !== '--other-key')
  const isOtherKeyAllowed = rest.includes('--other-key')
  const isUsage = more.length > 0 || name?.startsWith('-') || (command === 'restore' && !name)
  if (isUsage) throw new Error(USAGE)
  if (command === 'backup') await backup(readSettings(), name, isOtherKeyAllowed)
  else if (command === 'restore') await restore(readSettings(), name!, isOtherKeyAllowed)
  else throw new Error(USAGE)
} catch (error) {
  console.error((error as Error).message)
  // A connection with unread rows would keep the process alive.
  process.exit(1)
}
