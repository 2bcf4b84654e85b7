import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Message } from '#platform/define-messages.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { type Role, roleById } from '#platform/permissions.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Database, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { ACCESS_MINUTES, REFRESH_COOKIE, REFRESH_DAYS, type session } from '../contract.ts'
import { t } from '../messages.ts'
import { SECOND_STEP_REQUIRED, SECOND_STEP_SET_UP } from '../public.ts'
import { t as tSecondStep } from '../second-step-messages.ts'
import { isSecure, rememberBrowser } from './known-browsers.ts'
import { readSecondSteps } from './second-step/store.ts'
import { newTicket } from './second-step/tickets.ts'
import { beginSignIn, deviceOf, type Granted, nameOf, type Person } from './sign-ins.ts'
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

type Checked = {
  readonly tenant: Tenant
  /** As it was read when its identity was checked. */
  readonly user: Person & { readonly password_hash: string | null }
  /** False when the identity was checked by two steps, a passkey, or a provider that asks for them itself. */
  readonly isSecondStepOpen: boolean
  /** How the identity was checked, for the audit trail. */
  readonly by: string
}

/**
 * The one place where a checked identity becomes a sign-in. While the second step is open, refuses (400) with a ticket for it, or
 * for its set-up if the organisation requires one. Refuses an account that was closed or got another password meanwhile.
 */
export async function completeSignIn(
  deps: Deps,
  context: SignInRequest,
  { tenant, user, isSecondStepOpen, by }: Checked,
): Promise<Reply> {
  const { request, reply, now } = context
  const { organisationId } = tenant
  if (isSecondStepOpen) await refuseFirstStep(deps, tenant, user.id, now)
  const signIn = await deps.database.inTenant(tenant, (db) =>
    beginSignIn(db, deps.keys, organisationId, user, { ...deviceOf(request), by }, now),
  )
  if (!signIn) throw wrongLogin()
  if (context.inBrowser) await rememberBrowser(deps.keys, { request, reply, secure: isSecure(deps.publicUrl) }, user)
  return granted(deps, context, organisationId, { ...signIn, person: user })
}

async function refuseFirstStep({ database, keys }: Deps, tenant: Tenant, userId: string, now: Date): Promise<void> {
  const { organisationId } = tenant
  const open = await database.inTenant(tenant, async (db) => {
    const steps = await readSecondSteps(db, userId)
    if (!steps.hasAny && !steps.isRequired) return null
    return { hasAny: steps.hasAny, ticket: await newTicket(db, keys, { purpose: 'second step', organisationId, userId }, now) }
  })
  if (!open) return
  const reason = tSecondStep(open.hasAny ? 'MsgSecondStepRequired' : 'MsgSecondStepSetUp')
  const code = open.hasAny ? SECOND_STEP_REQUIRED : SECOND_STEP_SET_UP
  throw new Refusal(400, reason, { code, extra: { ticket: open.ticket } })
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
