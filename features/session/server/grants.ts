import type { FastifyReply, FastifyRequest } from 'fastify'
import { keysInUse } from '#features/kiosks/server/api.ts'
import { plainMessage } from '#platform/define-messages.ts'
import { isId } from '#platform/ids.ts'
import type { InputOf, ReplyOf } from '#platform/operation.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { organisationBySystemName } from '#platform/server/postgres/untenanted.ts'
import { type Keys, keyedHash, sameBytes } from '#platform/server/security/keys.ts'
import type { Limit } from '#platform/server/security/limits.ts'
import { isPassword } from '#platform/server/security/passwords.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { ACCESS_MINUTES, REFRESH_COOKIE, type session, TICKET_MINUTES } from '../contract.ts'
import { t } from '../messages.ts'
import { CLIENTS, CREDENTIALS, PASSWORD_MUST_CHANGE } from '../public.ts'
import { type Account, findAccount, type User } from './accounts.ts'
import { type Attempt, accountKey, type SignInAttempts } from './attempts.ts'
import { completeSignIn, cookieScope, granted, refusal, wrongLogin } from './complete-sign-in.ts'
import { hasKnownCookie, knownBrowser } from './known-browsers.ts'
import { deviceOf, organisationOfToken, rotate } from './sign-ins.ts'
import { signAccessToken } from './tokens.ts'

/** `keys`: wrong keys of kiosks from one network. `tickets`: tickets for the public forms. */
type Limits = { readonly keys: Limit; readonly tickets: Limit }
type Deps = { readonly database: Database; readonly keys: Keys; readonly publicUrl: string }
export type GrantRequest = {
  readonly input: InputOf<typeof session.token>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly address: string
  readonly now: Date
}
type Reply = ReplyOf<typeof session.token>

/** `scope` is `<organisationSystemName> <credentialType>` (decisions "Sign-in"). */
function scopeOf(scope: string | undefined): { systemName: string; credentialType: number } {
  // Somebody may type the organisation's name, with spaces, for its system name: no account has it.
  const [, systemName, credentialType] = /^(.*\S)\s+(\S+)$/.exec(scope?.trim() ?? '') ?? []
  if (!systemName || !credentialType)
    throw refusal('invalid_scope', plainMessage('The scope is the organisation and the credential type.'))
  return { systemName, credentialType: Number(credentialType) }
}

/** Refuses a client id other than these. */
export function checkClient({ client_id }: GrantRequest['input'], ids: readonly string[]): void {
  if (!client_id || !ids.includes(client_id)) throw refusal('invalid_client', t('MsgUnknownClient'))
}
export const USER_CLIENTS = [CLIENTS.portal, CLIENTS.api]

/** Exchanges a password for a token and a sign-in. A wrong password and a missing account look alike, also in duration. */
export async function byPassword(deps: Deps, attempts: SignInAttempts, context: GrantRequest): Promise<Reply> {
  const { input } = context
  checkClient(input, USER_CLIENTS)
  const { systemName, credentialType } = scopeOf(input.scope)
  if (credentialType !== CREDENTIALS.user) throw refusal('invalid_scope', plainMessage('A password is for credential type 1.'))
  const { username = '', password = '' } = input
  const { tenant, user } = await userByPassword(deps, attempts, { ...context, systemName, username, password })
  if (user.must_change_password) throw refusal(PASSWORD_MUST_CHANGE, t('MsgPasswordMustChange'))
  const inBrowser = input.client_id === CLIENTS.portal
  const check = async () => ({ user, by: 'password' })
  const signedIn = await completeSignIn(deps, { ...context, inBrowser }, { tenant, check, isSecondStepOpen: true })
  return signedIn!.reply
}

type PasswordAttempt = Pick<GrantRequest, 'request' | 'address' | 'now'> & {
  readonly systemName: string
  readonly username: string
  readonly password: string
}

/** The user with this password; counts the attempt, and refuses a wrong password and a missing account alike. */
export async function userByPassword(
  deps: Deps,
  attempts: SignInAttempts,
  { systemName, username, password, request, address, now }: PasswordAttempt,
): Promise<{ tenant: Tenant; organisation: NonNullable<Account['organisation']>; user: User }> {
  const isNetworkCounted = !(await hasKnownCookie(deps.keys, request))
  if (isNetworkCounted) await attempts.admitNetwork(address)
  const { tenant, organisation, user, isInactive } = await findAccount(deps.database, systemName, username)
  // Whatever the user name and password: it says nothing about an account.
  if (isInactive) throw refusal('invalid_grant', t('MsgOrganisationInactive'))
  const browser = await knownBrowser(deps.keys, request, user)
  const attempt: Attempt = { account: accountKey(systemName, username), network: address, browser }
  await attempts.admit(attempt, isNetworkCounted)
  const right = await isPassword(user?.password_hash, password)
  if (tenant && !right) await deps.database.inTenant(tenant, (db) => auditFailure(db, tenant, user?.id ?? null, now))
  if (!right || !tenant || !organisation || !user) throw wrongLogin()
  await attempts.succeeded(attempt)
  return { tenant, organisation, user }
}

/** Unknown user names are not recorded: people sometimes enter their password there. */
const auditFailure = (db: Db, { organisationId }: Tenant, subjectId: string | null, at: Date) =>
  writeAudit(db, { organisationId, at, actor: UNAUTHENTICATED, action: 'sign-in failed', subjectId })

/** Exchanges a refresh token for its successor and a new access token; from the cookie, or the body for clients without one. */
export async function byRefreshToken(deps: Deps, context: GrantRequest): Promise<Reply> {
  checkClient(context.input, USER_CLIENTS)
  const token = context.input.refresh_token ?? context.request.cookies[REFRESH_COOKIE]
  const organisationId = token && organisationOfToken(token)
  const ended = () => refusal('invalid_grant', t('MsgCheckUserName'))
  if (!token || !organisationId) throw ended()
  const rotated = await deps.database.inTenant(wholeOrganisation(organisationId), (db) =>
    rotate(db, deps.keys, organisationId, token, deviceOf(context.request), context.now),
  )
  if (!rotated) {
    context.reply.clearCookie(REFRESH_COOKIE, cookieScope(deps.publicUrl))
    throw ended()
  }
  const inBrowser = context.input.refresh_token === undefined
  return granted(deps, { ...context, inBrowser }, organisationId, rotated)
}

/** Exchanges a locker bank's key for a token, or issues a ticket for the self-registration forms. */
export function byClientCredentials(deps: Deps, limits: Limits, context: GrantRequest): Promise<Reply> {
  const { systemName, credentialType } = scopeOf(context.input.scope)
  if (credentialType === CREDENTIALS.selfRegistration) {
    checkClient(context.input, [CLIENTS.selfRegistration])
    return ticketFor(deps, limits.tickets, systemName, context.address)
  }
  if (credentialType === CREDENTIALS.lockerBank) return byKey(deps, limits.keys, systemName, context)
  throw refusal('invalid_scope', plainMessage('Client credentials are for credential types 7 and 8.'))
}

/** Needs only the organisation's name, because the forms that a ticket opens are public. */
async function ticketFor({ database, keys }: Deps, limit: Limit, systemName: string, address: string): Promise<Reply> {
  await limit.spend(address)
  const organisation = await organisationBySystemName(database, systemName)
  if (!organisation?.is_active) throw refusal('invalid_scope', t('MsgNoSuchOrganisation'))
  const { id, name } = organisation
  const { culture } = await database.readInTenant(wholeOrganisation(id), (db) =>
    db.selectFrom('organisations').select('culture').executeTakeFirstOrThrow(),
  )
  const claims = { kind: 'ticket', sub: EMPTY_GUID, organisation: id, organisationname: name, culture, name: 'visitor' } as const
  const access_token = await signAccessToken(keys.accessTokens, claims, TICKET_MINUTES)
  return { access_token, token_type: 'bearer', expires_in: TICKET_MINUTES * 60 }
}

/** The client id is the API key's id, the client secret its secret. Kiosks of an inactive organisation keep working. */
async function byKey(deps: Deps, limit: Limit, systemName: string, { input, address }: GrantRequest): Promise<Reply> {
  const wrong = () => refusal('invalid_client', plainMessage('The key is not valid. The locker bank may have been deauthorised.'))
  await limit.spend(address)
  const organisation = await organisationBySystemName(deps.database, systemName)
  const key =
    organisation && (await lockerBankOfKey(deps.database, deps.keys, organisation.id, input.client_id, input.client_secret))
  if (!organisation || !key) throw wrong()
  await limit.refund(address)
  const claims = { kind: 'kiosk', sub: key.id, organisation: organisation.id, name: key.name, role: 'lockerbank' } as const
  return {
    access_token: await signAccessToken(deps.keys.accessTokens, claims),
    token_type: 'bearer',
    expires_in: ACCESS_MINUTES * 60,
  }
}

/** The locker bank's key with this id and secret, or undefined. */
async function lockerBankOfKey(
  database: Database,
  keys: Keys,
  organisationId: string,
  givenKey = '',
  secret = '',
): Promise<{ id: string; name: string } | undefined> {
  const keyId = givenKey.toLowerCase()
  if (!isId(keyId)) return undefined
  const key = await database.inTenant(wholeOrganisation(organisationId), (db) =>
    keysInUse(db).where('k.id', '=', keyId).executeTakeFirst(),
  )
  return key && sameBytes(key.secret_hash, keyedHash(keys.secrets, secret)) ? key : undefined
}
