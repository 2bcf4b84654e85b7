import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { REFRESH_COOKIE } from '#features/session/contract.ts'
import { CONFIRMED_MINUTES } from '#features/session/second-step-public.ts'
import { completeSignIn, endReplaced } from '#features/session/server/api.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { organisationBySystemName } from '#platform/server/postgres/untenanted.ts'
import { type Keys, newSecret, seal, unseal } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import type { Outgoing } from '#platform/server/security/outgoing.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { claimsOf } from '../addresses.ts'
import { singleSignOn } from '../contract.ts'
import { t } from '../messages.ts'
import { DONE, RESULT, type RefusalCode } from '../public.ts'
import { type Attempt, storeAttempt, takeAttempt } from './attempt.ts'
import { connect, isOtherIssuer, isUnreachable, signOutAddressOf, whyNotProvider } from './provider.ts'
import { activeSettings, callbackAddress, readOffer, readSettings, saveSettings, signOutReturn } from './settings.ts'
import { type Identity, userOfIdentity } from './users.ts'

export type SingleSignOnDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly mailer: Mailer
  readonly publicUrl: string
  readonly outgoing: Outgoing
}

const SCOPE = 'openid email profile'
/** Sign-ins that a network may start, and questions for an organisation's button, in a quarter of an hour. */
export const NETWORK_STARTS = 100
export const NETWORK_OFFERS = 600
/** Providers that a user may test in a quarter of an hour: each test reaches out to an address of the user's choice. */
export const USER_TESTS = 30
const QUARTER_HOUR = 900

/** A sign-in that ends at the sign-in screen with a reason. */
class NotSignedIn extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}

/** Single sign-on by OpenID Connect (decisions "Single sign-on"): the settings of an organisation, and its users' sign-in. */
export function singleSignOnRoutes(route: Router, deps: SingleSignOnDeps) {
  const { database, keys, mailer, publicUrl, outgoing } = deps
  const starts = limit(database.pool, 'single sign-on address', NETWORK_STARTS, QUARTER_HOUR)
  const offers = limit(database.pool, 'single sign-on offer address', NETWORK_OFFERS, QUARTER_HOUR)
  const tests = limit(database.pool, 'single sign-on test user', USER_TESTS, QUARTER_HOUR)
  const settingsOf = (organisationId: string) =>
    database.readInTenant(wholeOrganisation(organisationId), (db) => activeSettings(db, keys))

  route(singleSignOn.get, ({ db, caller }) => readSettings(db, caller, publicUrl))

  route(singleSignOn.save, async ({ input, caller, ...transaction }) => {
    await saveSettings(transaction, { draft: input, caller, keys, mailer, outgoing })
    return { Message: t('MsgSsoSaved') }
  })

  route.withoutTransaction(singleSignOn.test, async ({ input, caller }) => {
    await tests.spend(caller.id)
    const whyNot = await whyNotProvider(input.Issuer, outgoing)
    return { IsGood: whyNot === null, Message: whyNot ?? t('MsgSsoGood') }
  })

  route.withoutTransaction(singleSignOn.offer, async ({ params: { systemName }, address }) => {
    await offers.spend(address)
    const organisation = await organisationBySystemName(database, systemName)
    if (!organisation?.is_active) return { Name: null }
    return { Name: await database.readInTenant(wholeOrganisation(organisation.id), readOffer) }
  })

  route.stream(singleSignOn.start, ({ params: { systemName }, query, address, request, reply, now, log }) =>
    orToSignIn({ request, reply, publicUrl, log }, async () => {
      await starts.spend(address)
      const organisation = await organisationBySystemName(database, systemName)
      if (!organisation) throw new NotSignedIn('off')
      if (!organisation.is_active) throw new NotSignedIn('inactive')
      const settings = await settingsOf(organisation.id)
      if (!settings) throw new NotSignedIn('off')
      const config = await connect(settings, outgoing)
      const attempt: Attempt = {
        organisationId: organisation.id,
        issuer: settings.issuer,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        again: query.Again !== undefined,
        replaces: request.cookies[REFRESH_COOKIE],
      }
      storeAttempt(reply, keys, publicUrl, attempt, now)
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: callbackAddress(publicUrl),
        scope: SCOPE,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(attempt.again && { prompt: 'login', max_age: '0' }),
      }).href
    }),
  )

  route.stream(singleSignOn.callback, ({ request, reply, now, log }) =>
    orToSignIn({ request, reply, publicUrl, log }, async () => {
      const attempt = takeAttempt(request, reply, keys, publicUrl, now)
      if (!attempt) throw new NotSignedIn('expired')
      await signIn(deps, attempt, { request, reply, now, log })
      return toSignIn(publicUrl, DONE)
    }),
  )

  route.withoutTransaction(singleSignOn.signOutAddress, async ({ caller: { homeOrganisationId, signInId } }) => {
    const row = await database.readInTenant(wholeOrganisation(homeOrganisationId), (db) =>
      db
        .selectFrom('single_sign_on_tokens')
        .select(['id_token', 'end_session_endpoint'])
        .where('sign_in_id', '=', signInId)
        .executeTakeFirst(),
    )
    if (!row?.end_session_endpoint) return { Address: null }
    const idToken = unseal(keys.secrets, row.id_token, signInId)
    return { Address: signOutAddressOf(row.end_session_endpoint, idToken, signOutReturn(publicUrl)) }
  })
}

type Context = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly now: Date
  readonly log: FastifyBaseLogger
}

/** Checks the provider's reply, finds or adds the user and signs the browser in; throws `NotSignedIn`. */
async function signIn(deps: SingleSignOnDeps, attempt: Attempt, { request, reply, now }: Context): Promise<void> {
  const { database, keys, publicUrl, outgoing } = deps
  const { organisationId } = attempt
  const tenant = wholeOrganisation(organisationId)
  const { settings, isOpen } = await database.readInTenant(tenant, async (db) => ({
    settings: await activeSettings(db, keys),
    isOpen: await db.selectFrom('organisations').select('is_active').where('is_active', '=', true).executeTakeFirst(),
  }))
  if (!isOpen) throw new NotSignedIn('inactive')
  if (!settings || settings.issuer !== attempt.issuer) throw new NotSignedIn('off')
  const fail = (detail: Record<string, unknown>) =>
    database.inTenant(tenant, (db) =>
      writeAudit(db, {
        organisationId,
        at: now,
        actor: UNAUTHENTICATED,
        action: 'sign-in failed',
        subjectId: null,
        detail: { by: 'single sign-on', ...detail },
      }),
    )
  let confirmed: Confirmed
  try {
    const { search } = new URL(request.url, publicUrl)
    const config = await connect(settings, outgoing)
    confirmed = await confirmedIdentity(config, attempt, new URL(callbackAddress(publicUrl) + search))
  } catch (error) {
    const code: RefusalCode = isOtherIssuer(error) ? 'issuer' : isUnreachable(error) ? 'unreachable' : 'refused'
    request.log.warn({ err: error }, 'single sign-on not confirmed by the identity provider')
    await fail({ reason: code })
    throw new NotSignedIn(code)
  }
  const arrival = { identity: confirmed.identity, settings, now, unknownPassword: await hashPassword(newSecret()) }
  const user = await database.inTenant(tenant, (db) => userOfIdentity(db, tenant, arrival))
  if (typeof user === 'string') {
    await fail({ reason: user })
    throw new NotSignedIn(user)
  }
  const checked = {
    tenant,
    check: async () => ({ user, by: 'single sign-on' }),
    isSecondStepOpen: false,
    confirmedAt: authenticatedAt(confirmed.identity, now),
  }
  const signedIn = await completeSignIn(deps, { request, reply, now, inBrowser: true }, checked)
  await endReplaced(deps, attempt.replaces, now)
  const signInId = String(decodeJwt(signedIn!.reply.access_token).sid)
  const id_token = seal(keys.secrets, confirmed.idToken, signInId)
  const token = {
    organisation_id: organisationId,
    sign_in_id: signInId,
    id_token,
    end_session_endpoint: confirmed.signOutEndpoint,
  }
  await database.inTenant(tenant, (db) => db.insertInto('single_sign_on_tokens').values(token).execute())
}

/** When the user typed something at the provider, if it says so: its session may be days old. */
function authenticatedAt({ claims: { auth_time } }: Identity, now: Date): Date {
  return new Date(typeof auth_time === 'number' ? Math.max(0, Math.min(auth_time * 1000, now.getTime())) : 0)
}

type Confirmed = { readonly identity: Identity; readonly idToken: string; readonly signOutEndpoint: string | null }

/** Exchanges the code, and reads the claims of the ID token and of the user info; throws openid-client's errors. */
async function confirmedIdentity(config: oidc.Configuration, attempt: Attempt, address: URL): Promise<Confirmed> {
  const tokens = await oidc.authorizationCodeGrant(config, address, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
    ...(attempt.again && { maxAge: CONFIRMED_MINUTES * 60 }),
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('no ID token')
  const { userinfo_endpoint, end_session_endpoint } = config.serverMetadata()
  // A browser goes there: no other kind of address.
  const signOutEndpoint = end_session_endpoint && /^https?:/.test(end_session_endpoint) ? end_session_endpoint : null
  const more = userinfo_endpoint ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
  const identity = { subject: claims.sub, claims: claimsOf(claims, more) }
  if (JSON.stringify(identity).includes('\\u0000')) throw new Error('a claim with a NUL character')
  return { identity, idToken: tokens.id_token, signOutEndpoint }
}

const toSignIn = (publicUrl: string, result: RefusalCode | typeof DONE) => `${publicUrl}/portal/#/login?${RESULT}=${result}`

type Reply = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}

/** Sends the browser to the address that `work` returns, or with the reason to the sign-in screen: people see these replies. */
async function orToSignIn({ reply, publicUrl, log }: Reply, work: () => Promise<string>): Promise<void> {
  try {
    reply.redirect(await work(), 303)
  } catch (error) {
    const code = codeOf(error)
    if (!code) log.error({ err: error }, 'single sign-on failed')
    else if (!(error instanceof NotSignedIn)) log.warn({ err: error }, 'single sign-on not started')
    // A browser is here, not a program: it gets a page with a reason whatever failed.
    reply.redirect(toSignIn(publicUrl, code ?? 'busy'), 303)
  }
}

function codeOf(error: unknown): RefusalCode | null {
  if (error instanceof NotSignedIn) return error.code
  if (error instanceof Refusal && error.status === 429) return 'busy'
  // The user was changed while signing in.
  if (error instanceof Refusal && error.status === 400) return 'refused'
  if (isOtherIssuer(error)) return 'issuer'
  return isProviderError(error) ? 'unreachable' : null
}
const isProviderError = (error: unknown): boolean => error instanceof oidc.ClientError || isUnreachable(error)
