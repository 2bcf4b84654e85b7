import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Identity = z.object({ ApiKey: z.string(), LockerBankId: z.string() })

/** Which locker bank this kiosk is, as the server said once for this key; undefined until it has. */
export function knownIdentity(folder: string, apiKey: string): string | undefined {
  const file = join(folder, 'identity.json')
  if (!existsSync(file)) return undefined
  const read = Identity.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return read.success && read.data.ApiKey === apiKey ? read.data.LockerBankId : undefined
}

export function keepIdentity(folder: string, ApiKey: string, LockerBankId: string): void {
  const file = join(folder, 'identity.json')
  writeFileSync(`${file}.new`, JSON.stringify({ ApiKey, LockerBankId }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
