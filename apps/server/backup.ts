import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLog } from '#platform/server/config/log.ts'
import { readSettings, type Settings } from '#platform/server/config/settings.ts'
import { restoreBackup, verifyBackup } from '#platform/server/postgres/backup/restore.ts'
import { type Totals, writeBackup } from '#platform/server/postgres/backup/write.ts'
import { fingerprintOf } from '#platform/server/security/keys.ts'
import { ownedDatabase } from './ready-database.ts'

const USAGE = 'Usage: npm run backup [file] | npm run restore file [-- --other-key]'

/** Writes a backup of the database of the settings (decisions "Backup"). */
async function backup(settings: Settings, name: string | undefined): Promise<void> {
  const file = resolve(name ?? `parcelhall-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`)
  const keyFingerprint = fingerprintOf(settings.secretKey)
  const database = await ownedDatabase(settings, createLog('warn'))
  try {
    const totals = await writeBackup({ ownerUrl: database.ownerUrl, file, keyFingerprint })
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

/** Restores a backup into the database of the settings, which must be new. */
async function restore(settings: Settings, name: string, isOtherKeyAllowed: boolean): Promise<void> {
  const file = resolve(name)
  const header = await verifyBackup(file)
  const keyFingerprint = fingerprintOf(settings.secretKey)
  if (header.keyFingerprint !== keyFingerprint && !isOtherKeyAllowed)
    throw new Error(
      `The backup needs the SECRET_KEY with the fingerprint ${header.keyFingerprint}; that of this program has ${keyFingerprint}. With \`-- --other-key\` it is restored nevertheless: locker banks then need new keys, residents new access codes.`,
    )
  const database = await ownedDatabase(settings, createLog('warn'), { isNew: true })
  try {
    const totals = await restoreBackup({ ...database, file, header })
    print(`Restored to ${database.described}, as of ${header.createdAt}: ${summary(totals)}.`)
  } finally {
    await database.stop()
  }
}

const print = (...lines: string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''))
const summary = ({ rows }: Totals) => {
  const counts = Object.values(rows)
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`
}

try {
  const [command, ...rest] = process.argv.slice(2)
  const [name, ...more] = rest.filter((one) => one !== '--other-key')
  const isUsage = more.length > 0 || name?.startsWith('-') || (command === 'restore' && !name)
  if (isUsage) throw new Error(USAGE)
  if (command === 'backup') await backup(readSettings(), name)
  else if (command === 'restore') await restore(readSettings(), name!, rest.includes('--other-key'))
  else throw new Error(USAGE)
} catch (error) {
  console.error((error as Error).message)
  // A connection with unread rows would keep the process alive.
  process.exit(1)
}
