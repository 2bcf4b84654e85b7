import * as oidc from 'openid-client'
import type { Message } from '#platform/define-messages.ts'
import { type Outgoing, PRIVATE_ADDRESS } from '#platform/server/security/outgoing.ts'
import { t } from '../messages.ts'
import { providerFetch, TIMEOUT_SECONDS } from './provider-fetch.ts'

/** What signs in at a provider. */
export type Client = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }

export const isHttps = (issuer: string): boolean => issuer.startsWith('https:')
/** Whether a provider may be at an http:// address. */
export const mayBeInsecure = (issuer: string, outgoing: Outgoing): boolean => outgoing.allows(new URL(issuer).hostname)

/** Reads a provider's discovery document; throws openid-client's errors. */
async function discover(issuer: string, clientId: string, outgoing: Outgoing): Promise<oidc.ServerMetadata> {
  const config = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
    [oidc.customFetch]: providerFetch(outgoing),
    timeout: TIMEOUT_SECONDS,
    ...(mayBeInsecure(issuer, outgoing) && { execute: [oidc.allowInsecureRequests] }),
  })
  const metadata = config.serverMetadata()
  // openid-client accepts a provider whose issuer differs for each tenant, which would let in everybody who has a tenant there.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new OtherIssuer(metadata.issuer)
  return metadata
}

class OtherIssuer extends Error {
  readonly issuer: string
  constructor(issuer: string) {
    super('other issuer')
    this.issuer = issuer
  }
}

/** The issuer of a discovery document that is not the one of the settings, or undefined. */
const otherIssuerOf = (error: unknown): string | undefined =>
  error instanceof OtherIssuer
    ? error.issuer
    : // openid-client's cause of a mismatch.
      failuresOf(error)
        .map(({ body }) => (body as oidc.ServerMetadata | undefined)?.issuer)
        .find(Boolean)
export const isOtherIssuer = (error: unknown): boolean => otherIssuerOf(error) !== undefined

/** The provider as the client sees it, for one sign-in; ID tokens are checked by their signature as well. */
export async function connect({ issuer, clientId, clientSecret }: Client, outgoing: Outgoing): Promise<oidc.Configuration> {
  const metadata = await discover(issuer, clientId, outgoing)
  // Without a list it is the basic one (OpenID Connect Discovery, section 3).
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret)
  const config = new oidc.Configuration(metadata, clientId, { client_secret: clientSecret }, auth)
  config[oidc.customFetch] = providerFetch(outgoing)
  config.timeout = TIMEOUT_SECONDS
  oidc.enableNonRepudiationChecks(config)
  if (mayBeInsecure(issuer, outgoing)) oidc.allowInsecureRequests(config)
  return config
}

/** The address at which a sign-in with this ID token ends at the provider (OpenID Connect RP-Initiated Logout). */
export function signOutAddressOf(endpoint: string, idToken: string, returnTo: string): string {
  const address = new URL(endpoint)
  address.searchParams.set('id_token_hint', idToken)
  address.searchParams.set('post_logout_redirect_uri', returnTo)
  return address.href
}

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** What is wrong with a provider, or null. */
export async function whyNotProvider(issuer: string, outgoing: Outgoing): Promise<Message | null> {
  if (!isHttps(issuer) && !mayBeInsecure(issuer, outgoing)) return t('MsgSsoIssuerNotHttps')
  try {
    const metadata = await discover(issuer, 'test', outgoing)
    const missing = ENDPOINTS.find((name) => !metadata[name])
    if (missing) return t('MsgSsoNoEndpoint', { name: missing })
    return metadata.response_types_supported?.includes('code') === false ? t('MsgSsoNoCode') : null
  } catch (error) {
    return reasonOf(error, issuer)
  }
}

/** Errors of `providerFetch` are wrapped by openid-client. */
type Failure = { code?: unknown; cause?: unknown; name?: unknown; message?: unknown; status?: unknown; body?: unknown }
const failuresOf = (error: unknown): Failure[] =>
  typeof error === 'object' && error !== null ? [error, ...failuresOf((error as Failure).cause)] : []

/** Whether a sign-in failed because the provider did not reply, or not as a provider does. */
export const isUnreachable = (error: unknown): boolean =>
  failuresOf(error).some(
    ({ code }) => typeof code === 'string' && (SYSTEM_ERROR.test(code) || code === TIMED_OUT || code === BAD_STATUS),
  )

/** Such as ECONNREFUSED; Node's own begin with ERR_. */
const SYSTEM_ERROR = /^E(?!RR_)[A-Z_]+$/
const TIMED_OUT = 'OAUTH_TIMEOUT'
const BAD_STATUS = 'OAUTH_RESPONSE_IS_NOT_CONFORM'

function reasonOf(error: unknown, issuer: string): Message {
  const failures = failuresOf(error)
  const codes = failures.map(({ code }) => code)
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  if (codes.includes(PRIVATE_ADDRESS)) return t('MsgSsoPrivate')
  if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN')) return t('MsgSsoNoHost', { host: new URL(issuer).hostname })
  if (codes.includes(TIMED_OUT) || failures.some(({ name }) => name === 'TimeoutError' || name === 'AbortError'))
    return t('MsgSsoNoAnswer', { seconds: TIMEOUT_SECONDS })
  const status = failures.map((one) => one.status).find((one) => typeof one === 'number')
  if (status !== undefined && status !== 200) return t('MsgSsoStatus', { address, status })
  const other = otherIssuerOf(error)
  if (other) return t('MsgSsoOtherIssuer', { issuer: other })
  if (codes.some((code) => typeof code === 'string' && code.startsWith('OAUTH_'))) return t('MsgSsoNotJson', { address })
  const cause = failures.at(-1)
  return t('MsgSsoNoConnection', { reason: String(cause?.code ?? cause?.message ?? 'unknown') })
}
