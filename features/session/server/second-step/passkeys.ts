import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Db } from '#platform/server/postgres/db.ts'

/** Any transport of `@simplewebauthn`; browsers may name new ones. */
type Transports = NonNullable<
  NonNullable<Parameters<typeof generateAuthenticationOptions>[0]['allowCredentials']>[number]['transports']
>

/** EdDSA, ES256 and RS256; the library's default has one more, which Node calls experimental. */
const ALGORITHMS = [-8, -7, -257]

/** The relying party of the installation's public address. */
const partyOf = (publicUrl: string) => ({ id: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin })

export const passkeysOf = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'credential_id', 'transports', 'created_at', 'used_at'])
    .where('portal_user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

type Known = Pick<Awaited<ReturnType<typeof passkeysOf>>[number], 'credential_id' | 'transports'>
const descriptors = (known: readonly Known[]) =>
  known.map(({ credential_id, transports }) => ({ id: credential_id, transports: transports as Transports }))

/** What the browser needs to answer with one of these passkeys, or with any of the installation. */
export const authenticationOptions = (publicUrl: string, known: readonly Known[]) =>
  generateAuthenticationOptions({
    rpID: partyOf(publicUrl).id,
    allowCredentials: descriptors(known),
    userVerification: 'required',
  })

/** The browser's answer of JSON text; null for another text. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

type NewOwner = { readonly id: string; readonly email: string; readonly name: string }

/** What the browser needs to make a passkey; a device that has one of the user's makes no other. */
export const registrationOptions = (publicUrl: string, user: NewOwner, known: readonly Known[]) =>
  generateRegistrationOptions({
    rpName: 'Parcelhall',
    rpID: partyOf(publicUrl).id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: descriptors(known),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** The credential that the browser has made for the challenge, or null. */
export async function verifiedRegistration(publicUrl: string, challenge: string, answer: string) {
  const { id, origin } = partyOf(publicUrl)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: parsed(answer) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential ?? null
  } catch {
    // The library throws for an answer of another shape, challenge, origin or relying party.
    return null
  }
}

type Answer = { readonly publicUrl: string; readonly challenge: string; readonly answer: string; readonly now: Date }

/** The user of the passkey that has answered the challenge, or null. Counts its use, in the transaction. */
export async function userOfPasskey(db: Db, { publicUrl, challenge, answer, now }: Answer): Promise<string | null> {
  const response = parsed(answer) as AuthenticationResponseJSON | null
  const credentialId: unknown = response?.id
  if (!response || typeof credentialId !== 'string') return null
  const passkey = await db
    .selectFrom('passkeys')
    .select(['id', 'portal_user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return null
  const { id, origin } = partyOf(publicUrl)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: passkey.transports as Transports,
      },
    })
    if (!verified) return null
    const use = { counter: authenticationInfo.newCounter, used_at: now }
    await db.updateTable('passkeys').set(use).where('id', '=', passkey.id).execute()
    return passkey.portal_user_id
  } catch {
    // As above, and for a counter that went back: a copied security key.
    return null
  }
}
