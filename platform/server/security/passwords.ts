import { hash, verify } from '@node-rs/argon2'

// argon2id with the library's parameters (19 MiB, 2 passes). Hashing takes tens of milliseconds: never inside a transaction.
const DUMMY = hash('the hash of an unknown user')

/** The argon2id hash of a password or PIN. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Whether the password matches the hash. False without a hash, after the same time, so that timing does not reveal users. */
export async function isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await DUMMY), password)
  return matches && typeof passwordHash === 'string'
}
