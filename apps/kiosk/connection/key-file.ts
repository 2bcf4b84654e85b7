import { readFileSync } from 'node:fs'
import { z } from 'zod'

const KeyFile = z.object({
  LockerBankCode: z.string().min(1),
  OrganisationSystemName: z.string().min(1),
  ApiKey: z.string().min(1),
  ApiSecret: z.string().min(1),
  RelayEndPointName: z.url({ protocol: /^https?$/ }),
})
/** What the portal exports for a locker bank (spec 1 §3): who this kiosk is and where its server is. */
export type KeyFile = z.infer<typeof KeyFile>

/** Reads an exported key file. Throws one sentence when it is none. */
export function readKeyFile(file: string): KeyFile {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The key file ${file} cannot be read: ${(error as Error).message}`)
  }
  const read = KeyFile.safeParse(content)
  if (read.success) return read.data
  const field = read.error.issues[0]?.path.join('.') || 'its content'
  throw new Error(`The key file ${file} is not one that the portal exported: ${field} is missing or wrong.`)
}
