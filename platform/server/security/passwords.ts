import { hash, verify } from '@node-rs/argon2'

// argon2id with the library's parameters (19 MiB, 2 passes). Hashing takes tens of milliseconds: never inside a transaction.
const NOBODYS = hash('nobody signs in with this')

/** A password's or PIN's argon2id hash. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Whether the password is the hash's. Without a hash it takes as long and says no, so that time tells nothing. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await NOBODYS), password)
  return right && passwordHash !== undefined
}
