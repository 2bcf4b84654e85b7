import { createHash } from 'node:crypto'

/** All ids of the demo begin with this moment, so that they are the same at each first start. */
const EPOCH = Date.UTC(2025, 0, 6)

/** The n-th id of a kind: in the form of a UUID version 7, ascending with n, the same in every demo. */
export function demoId(kind: string, n: number | string): string {
  const random = createHash('sha256').update(`${kind} ${n}`).digest('hex')
  const time = (EPOCH + (typeof n === 'number' ? n : 0)).toString(16).padStart(12, '0')
  const variant = (0x8 | (Number.parseInt(random[3]!, 16) & 0x3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}
