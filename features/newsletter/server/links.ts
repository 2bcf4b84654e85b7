import { type Keys, keyedHash, sameBytes } from '#platform/server/security/keys.ts'

type Purpose = 'confirm' | 'unsubscribe'

const hashOf = ({ newsletter }: Keys, purpose: Purpose, id: string): Buffer => keyedHash(newsletter, `${purpose} ${id}`)

/** The token of a link: names the subscriber, and only this server can make it. */
export const tokenOf = (keys: Keys, purpose: Purpose, id: string): string =>
  `${id}.${hashOf(keys, purpose, id).toString('base64url')}`

/** The id of a token's subscriber, or null for a token of others. */
export function subscriberOf(keys: Keys, purpose: Purpose, token: string): string | null {
  const [, id, hash] = /^([0-9a-f-]{36})\.([\w-]+)$/.exec(token) ?? []
  return id && hash && sameBytes(Buffer.from(hash, 'base64url'), hashOf(keys, purpose, id)) ? id : null
}
