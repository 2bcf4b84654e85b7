import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const KeyFile = z.object({
  LockerBankCode: z.string().min(1),
  OrganisationSystemName: z.string().min(1),
  ApiKey: z.string().min(1),
  ApiSecret: z.string().min(1),
  RelayEndPointName: z.url({ protocol: /^https?$/ }),
})
/** The key file that the portal exports for a locker bank (spec 1 §3): the bank, its credentials and the server's address. */
export type KeyFile = z.infer<typeof KeyFile>

/** Reads an exported key file. Throws an error with a message for the user if it is missing or not valid. */
export function readKeyFile(file: string): KeyFile {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The key file ${file} cannot be read: ${(error as Error).message}`)
  }
  const parsed = KeyFile.safeParse(content)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'its content'
  throw new Error(`The key file ${file} is not valid: ${field} is missing or wrong.`)
}

/** The folder of a kiosk's persistent state. */
export const folderOf = ({ OrganisationSystemName, LockerBankCode }: KeyFile, stateFolder: string): string =>
  join(stateFolder, `${OrganisationSystemName}-${LockerBankCode}`.toLowerCase())

const Identity = z.object({ ApiKey: z.string(), LockerBankId: z.string() })

/** The saved id of the locker bank that an API key belongs to, or undefined if the server has not sent it yet. */
export function savedLockerBankId(folder: string, apiKey: string): string | undefined {
  const file = join(folder, 'identity.json')
  if (!existsSync(file)) return undefined
  const parsed = Identity.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return parsed.success && parsed.data.ApiKey === apiKey ? parsed.data.LockerBankId : undefined
}

export function saveLockerBankId(folder: string, ApiKey: string, LockerBankId: string): void {
  const file = join(folder, 'identity.json')
  writeFileSync(`${file}.new`, JSON.stringify({ ApiKey, LockerBankId }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
