import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Message } from '#platform/define-messages.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { type Role, roleById } from '#platform/permissions.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { type Database, type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { ACCESS_MINUTES, REFRESH_COOKIE, REFRESH_DAYS, type session } from '../contract.ts'
import { t } from '../messages.ts'
import { SECOND_STEP_REQUIRED, SECOND_STEP_SET_UP } from '../public.ts'
import { t as tSecondStep } from '../second-step-messages.ts'
import { isSecure, rememberBrowser } from './known-browsers.ts'
import { readSecondSteps } from './second-step/store.ts'
import { newTicket } from './second-step/tickets.ts'
import {
  beginSignIn,
  deviceOf,
  type Granted,
  nameOf,
  organisationOfToken,
  type Person,
  signInOfToken,
  signOut,
} from './sign-ins.ts'
import { signAccessToken } from './tokens.ts'

type Deps = { readonly database: Database; readonly keys: Keys; readonly publicUrl: string }
export type SignInRequest = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly now: Date
  /** Of the portal: the refresh token is stored in a cookie, and the browser is known afterwards. */
  readonly inBrowser: boolean
}
type Reply = ReplyOf<typeof session.token>

/** An OAuth error with its standard code. */
export const refusal = (code: string, reason: Message) => new Refusal(400, reason, { code })
export const wrongLogin = () => refusal('invalid_grant', t('MsgCheckUserName'))

/** Whose identity was checked, as the account was read then, and how (`by`), for the audit trail. */
export type Passed = { readonly user: Person & { readonly password_hash: string | null }; readonly by: string }
type Check<P extends Passed> = {
  readonly tenant: Tenant
  /** Checks the identity in the transaction of the sign-in; null for a wrong one, whose writes stay. */
  readonly check: (db: Db) => Promise<P | null>
  /** False when the identity is checked by two steps, a passkey, or a provider that asks for them itself. */
  readonly isSecondStepOpen: boolean
  /** When the user entered something that confirms the identity; now by default. */
  readonly confirmedAt?: Date
}

/**
 * The one place where a checked identity becomes a sign-in; null when the check fails. While the second step is open, refuses
 * (400) with a ticket for it, or for its set-up if the organisation requires one. Refuses an account that was closed or got
 * another password meanwhile.
 */
export async function completeSignIn<P extends Passed>(
  deps: Deps,
  context: SignInRequest,
  { tenant, check, isSecondStepOpen, confirmedAt }: Check<P>,
): Promise<{ passed: P; reply: Reply } | null> {
  const { request, reply, now } = context
  const { organisationId } = tenant
  const result = await deps.database.inTenant(tenant, async (db) => {
    const passed = await check(db)
    if (!passed) return null
    const { user, by } = passed
    const open = isSecondStepOpen ? await openSecondStep(db, deps.keys, tenant, user.id, now) : null
    if (open) return { passed, open }
    return {
      passed,
      signIn: await beginSignIn(db, deps.keys, organisationId, user, { ...deviceOf(request), by, confirmedAt }, now),
    }
  })
  if (!result) return null
  const { passed, open, signIn } = result
  if (open) throw secondStepNeeded(open)
  if (!signIn) throw wrongLogin()
  if (context.inBrowser) {
    await endReplaced(deps, request.cookies[REFRESH_COOKIE], now)
    await rememberBrowser(deps.keys, { request, reply, secure: isSecure(deps.publicUrl) }, passed.user)
  }
  return { passed, reply: await granted(deps, context, organisationId, { ...signIn, person: passed.user }) }
}

/** Ends the sign-in of a refresh token whose cookie a new sign-in of the browser replaces. */
export async function endReplaced({ database, keys }: Pick<Deps, 'database' | 'keys'>, token: string | undefined, now: Date) {
  const organisationId = token && organisationOfToken(token)
  if (!organisationId) return
  await database.inTenant(wholeOrganisation(organisationId), async (db) => {
    const replaced = await signInOfToken(db, keys, token)
    if (replaced) await signOut(db, organisationId, replaced, now)
  })
}

type OpenStep = { readonly hasAny: boolean; readonly ticket: string }

/** A ticket for the second step of a user who has one or must have one, or null. */
async function openSecondStep(
  db: Db,
  keys: Keys,
  { organisationId }: Tenant,
  userId: string,
  now: Date,
): Promise<OpenStep | null> {
  const { hasAny, isRequired } = await readSecondSteps(db, userId)
  if (!hasAny && !isRequired) return null
  return { hasAny, ticket: await newTicket(db, keys, { purpose: 'second step', organisationId, userId }, now) }
}

function secondStepNeeded({ hasAny, ticket }: OpenStep): Refusal {
  const reason = tSecondStep(hasAny ? 'MsgSecondStepRequired' : 'MsgSecondStepSetUp')
  return new Refusal(400, reason, { code: hasAny ? SECOND_STEP_REQUIRED : SECOND_STEP_SET_UP, extra: { ticket } })
}

export const cookieScope = (publicUrl: string) =>
  ({ path: '/api/auth', httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) }) as const

/** The tokens of a sign-in: the refresh token in a cookie for the portal, else in the reply. */
export async function granted(
  deps: Deps,
  { reply, inBrowser }: SignInRequest,
  organisationId: string,
  { person, signInId, refreshToken }: Granted & { person: Person },
): Promise<Reply> {
  const access_token = await signAccessToken(deps.keys.accessTokens, {
    kind: 'user',
    sub: person.id,
    sid: signInId,
    organisation: organisationId,
    name: nameOf(person),
    role: roleById(person.role_id) as Role,
  })
  const answer = { access_token, token_type: 'bearer', expires_in: ACCESS_MINUTES * 60 } as const
  if (!inBrowser) return { ...answer, refresh_token: refreshToken }
  reply.setCookie(REFRESH_COOKIE, refreshToken, { ...cookieScope(deps.publicUrl), maxAge: REFRESH_DAYS * 86_400 })
  return answer
}
