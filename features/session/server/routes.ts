import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { refuseCrossOrigin } from '#platform/server/http/same-origin.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { confirmation } from '../confirm-contract.ts'
import { t as tConfirm } from '../confirm-messages.ts'
import { REFRESH_COOKIE, session } from '../contract.ts'
import { t } from '../messages.ts'
import { CLIENTS, CREDENTIALS } from '../public.ts'
import { findAccount } from './accounts.ts'
import { accountKey, createResetRequests, createSignInAttempts, mailboxKey } from './attempts.ts'
import { changePassword } from './change-password.ts'
import { cookieScope } from './complete-sign-in.ts'
import { confirmIdentity } from './confirm.ts'
import { byClientCredentials, byPassword, byRefreshToken } from './grants.ts'
import { hasKnownCookie, isSecure, knownBrowser, rememberBrowser } from './known-browsers.ts'
import { sendReset, setPassword } from './reset.ts'
import { createCodeAttempts } from './second-step/attempts.ts'
import { secondStepRoutes } from './second-step/routes.ts'
import { bySecondStep } from './second-step/sign-in.ts'
import { organisationOfToken, signInOfToken, signOut } from './sign-ins.ts'
import { createBearerReader } from './tokens.ts'
import { userRoutes } from './user-routes.ts'

/** Wrong keys, and tickets for the forms of self-registration, from one network in a quarter of an hour. */
export const NETWORK_KEYS = 100
export const NETWORK_TICKETS = 60
/** Links to set a password that a network may try in an hour. */
export const NETWORK_LINKS = 100
const QUARTER_HOUR = 900
const HOUR = 3600
/** Duration of every reset request, in ms: it must not reveal whether the account exists. */
const RESET_ANSWER_MS = 300

export type SessionDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly mailer: Mailer
  readonly publicUrl: string
}

/** Sign-in, refresh, sign-out, password reset and what the portal loads after sign-in (spec 1 §4 "Session", §7). */
export function sessionRoutes(route: Router, deps: SessionDeps) {
  const { database, keys } = deps
  const attempts = createSignInAttempts(database.pool)
  const codes = createCodeAttempts(database.pool)
  const resetRequests = createResetRequests(database.pool)
  const limits = {
    keys: limit(database.pool, 'key address', NETWORK_KEYS, QUARTER_HOUR),
    tickets: limit(database.pool, 'ticket address', NETWORK_TICKETS, QUARTER_HOUR),
  }
  const links = limit(database.pool, 'reset address', NETWORK_LINKS, HOUR)

  secondStepRoutes(route, deps, { attempts, codes })
  userRoutes(route, database)

  const bearerClaims = createBearerReader(keys.accessTokens)

  route.withoutTransaction(session.token, (context) => {
    refuseCrossOrigin(context.request, deps.publicUrl)
    if (context.input.grant_type === 'password') return byPassword(deps, attempts, context)
    if (context.input.grant_type === 'refresh_token') return byRefreshToken(deps, context)
    if (context.input.grant_type === 'second_step') return bySecondStep(deps, codes, context)
    return byClientCredentials(deps, limits, context)
  })

  route.withoutTransaction(session.reportToken, (context) => {
    refuseCrossOrigin(context.request, deps.publicUrl)
    const [, systemName = '', username = ''] = /^([^/\s]+)\/(.*)$/s.exec(context.input.username) ?? []
    const input = { ...context.input, username, client_id: CLIENTS.api, scope: `${systemName || 'none'} ${CREDENTIALS.user}` }
    return byPassword(deps, attempts, { ...context, input })
  })

  route.withoutTransaction(session.signOut, async ({ request, reply, now }) => {
    refuseCrossOrigin(request, deps.publicUrl)
    const token = request.cookies[REFRESH_COOKIE]
    const organisationId = token && organisationOfToken(token)
    if (token && organisationId)
      await database.inTenant(wholeOrganisation(organisationId), async (db) => {
        const signInId = await signInOfToken(db, keys, token)
        if (signInId) await signOut(db, organisationId, signInId, now)
      })
    const { sid, organisation } = (await bearerClaims(request)) ?? {}
    if (sid && organisation) await database.inTenant(wholeOrganisation(organisation), (db) => signOut(db, organisation, sid, now))
    reply.clearCookie(REFRESH_COOKIE, cookieScope(deps.publicUrl))
    return { Message: t('MsgSignedOut') }
  })

  route.withoutTransaction(session.forgotPassword, async ({ input, request, address, now }) => {
    const requested = async () => {
      const isNetworkCounted = !(await hasKnownCookie(keys, request))
      if (isNetworkCounted) await resetRequests.admitNetwork(address)
      const account = await findAccount(database, input.OrganisationSystemName, input.UserName)
      const browser = await knownBrowser(keys, request, account.user)
      const key = mailboxKey(input.OrganisationSystemName, input.UserName)
      const attempt = { account: key, network: address, browser }
      const exists = account.user !== undefined
      if (await resetRequests.admit(attempt, { exists, isNetworkCounted })) await sendReset(deps, account, now)
    }
    await Promise.all([requested(), wait(RESET_ANSWER_MS)])
    return { Message: t('MsgResetSent') }
  })

  route.withoutTransaction(session.resetPassword, async ({ input, request, reply, address, now }) => {
    await links.spend(address)
    const user = await setPassword(deps, input, now)
    if (!user) throw new Refusal(422, t('MsgResetLinkUsed'))
    // The owner of the account's mailbox is not the attacker who guesses its password.
    await attempts.forget(accountKey(input.IssuedFor, user.email), address)
    await resetRequests.forget(mailboxKey(input.IssuedFor, user.email))
    await rememberBrowser(keys, { request, reply, secure: isSecure(deps.publicUrl) }, user)
    return { Message: t('MsgResetDone') }
  })

  route.withoutTransaction(session.changePassword, async ({ input, request, reply, address, now }) => {
    refuseCrossOrigin(request, deps.publicUrl)
    const user = await changePassword(deps, attempts, { input, request, address, now })
    await rememberBrowser(keys, { request, reply, secure: isSecure(deps.publicUrl) }, user)
    return { Message: t('MsgResetDone') }
  })

  route.withoutTransaction(confirmation.confirm, async (context) => {
    await confirmIdentity(database, attempts, { ...context, password: context.input.Password })
    return { Message: tConfirm('MsgPasswordConfirmed') }
  })
}
