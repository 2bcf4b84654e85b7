import { isEmail } from '#platform/contact-fields.ts'

type Claims = Readonly<Record<string, unknown>>

/** Hosts of Microsoft Entra ID: worldwide, the national clouds, and tokens of version 1; then those of Entra External ID. */
const ENTRA_HOST =
  /^(?:login\.microsoftonline\.com|login\.microsoftonline\.us|login\.partner\.microsoftonline\.cn|login\.chinacloudapi\.cn|sts\.windows\.net|[\w-]+\.ciamlogin\.com)$/
/** A tenant by its id or one of its domains; `common`, `organizations` and `consumers` are none. */
const ENTRA_TENANT = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w-]+(?:\.[\w-]+)+)$/i
/** The tenant of personal Microsoft accounts. */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'
/** Providers at which anybody can have an account; those of ciamlogin.com and b2clogin.com are Microsoft's for customers who sign up. */
const FOR_EVERYBODY =
  /(?:^|\.)(?:ciamlogin\.com|b2clogin\.com|accounts\.google\.com|appleid\.apple\.com|account\.apple\.com|facebook\.com|linkedin\.com|login\.yahoo\.com|yahoo\.co\.jp|amazon\.com|github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|atlassian\.com|slack\.com|twitch\.tv|paypal\.com|line\.me|kakao\.com|login\.salesforce\.com|discord\.com|login\.live\.com|id\.me|orcid\.org|securetoken\.google\.com)$/

const urlOf = (issuer: string) => URL.parse(issuer)
const isEntra = (issuer: string): boolean => ENTRA_HOST.test(urlOf(issuer)?.hostname ?? '')

/** Whether an issuer serves people of any organisation, so that an address which it has not verified says nothing. */
export function isForEverybody(issuer: string): boolean {
  const url = urlOf(issuer)
  if (!url || FOR_EVERYBODY.test(url.hostname)) return true
  if (!isEntra(issuer)) return false
  const tenant = tenantOf(issuer)
  return !ENTRA_TENANT.test(tenant) || tenant === PERSONAL_ACCOUNTS
}
const tenantOf = (issuer: string): string => urlOf(issuer)?.pathname.split('/')[1]?.toLowerCase() ?? ''

type Provider = { readonly issuer: string; readonly trustsAddresses: boolean }

/** As providers send a Boolean, some of them as a text or a number. */
const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || String(value).toLowerCase() === 'true'

/**
 * Whether Entra ID has let somebody of another tenant in as a guest: `acct` is an optional claim, `idp` is there for guests and may
 * be there for others. A guest's names and addresses come from that other tenant, in which anybody may be the administrator.
 */
const isGuest = ({ acct, idp, upn, preferred_username }: Claims, issuer: string): boolean =>
  isTrue(acct) ||
  (typeof idp === 'string' && tenantOf(idp) !== tenantOf(issuer)) ||
  [upn, preferred_username].some((name) => String(name).includes('#EXT#'))

/**
 * The e-mail address of a sign-in, if it counts: the provider has verified it (`email_verified`); Entra ID, which does not send that
 * claim, says that it has verified the owner of its domain (`xms_edov`); or the organisation trusts all addresses of its own provider.
 * An address that is said not to be verified never counts, nor does trust reach guests (decisions "Single sign-on").
 */
export function verifiedEmail(claims: Claims, { issuer, trustsAddresses }: Provider): string | null {
  const { email_verified, xms_edov } = claims
  const isTrusted = trustsAddresses && !isForEverybody(issuer) && !(isEntra(issuer) && isGuest(claims, issuer))
  const isVerified =
    email_verified === undefined || email_verified === null
      ? (isEntra(issuer) && isTrue(xms_edov)) || isTrusted
      : email_verified === true || email_verified === 'true'
  // Only an administrator of a tenant of Entra ID changes this name, to one of the tenant's own domains.
  const email = claims.email ?? (isTrusted && isEntra(issuer) ? claims.preferred_username : undefined)
  return isVerified && typeof email === 'string' && isEmail(email.trim()) ? email.trim() : null
}

/** The claims of the ID token and of the user info; an address that one of them says is not verified is not. */
export const claimsOf = (idToken: Claims, userInfo: Claims): Claims => ({
  ...userInfo,
  ...idToken,
  ...([idToken, userInfo].some(({ email_verified }) => String(email_verified) === 'false') && { email_verified: false }),
})
