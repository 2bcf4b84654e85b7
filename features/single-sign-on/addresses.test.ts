import { describe, expect, test } from 'vitest'
import { claimsOf, isForEverybody, verifiedEmail } from './addresses.ts'

const TENANT = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490'
const ENTRA = `https://login.microsoftonline.com/${TENANT}/v2.0`
const OTHER_TENANT = 'https://sts.windows.net/11111111-2222-3333-4444-555555555555/'
const EXTERNAL_ID = `https://${TENANT}.ciamlogin.com/${TENANT}/v2.0`
const OKTA = 'https://riverside.okta.com'
const email = 'ann@riverside.test'
const of = (claims: object, issuer: string, trustsAddresses = false) => verifiedEmail({ ...claims }, { issuer, trustsAddresses })

describe('an address counts', () => {
  test.each<[what: string, claims: object, issuer: string, trusts?: boolean]>([
    ['that the provider has verified', { email, email_verified: true }, OKTA],
    ['that it has verified, as a text', { email, email_verified: 'true' }, OKTA],
    ['of Entra ID with email_verified', { email, email_verified: true }, ENTRA],
    ['of Entra ID with xms_edov', { email, xms_edov: true }, ENTRA],
    ['of Entra ID with xms_edov as a number', { email, xms_edov: 1 }, ENTRA],
    ['of Entra ID with xms_edov as a text', { email, xms_edov: '1' }, ENTRA],
    ['of Entra ID with xms_edov as a word', { email, xms_edov: 'true' }, ENTRA],
    ['of Entra ID with xms_edov as a word in capitals', { email, xms_edov: 'True' }, ENTRA],
    ['of Entra ID with email_verified that is null', { email, email_verified: null, xms_edov: true }, ENTRA],
    ['of Entra ID for governments', { email, xms_edov: true }, `https://login.microsoftonline.us/${TENANT}/v2.0`],
    ['of Entra ID in China', { email, xms_edov: true }, `https://login.partner.microsoftonline.cn/${TENANT}/v2.0`],
    ['of Entra ID, version 1', { email, xms_edov: '1' }, `https://sts.windows.net/${TENANT}/`],
    ['of External ID', { email, xms_edov: true }, EXTERNAL_ID],
    ['of a trusted provider', { email }, OKTA, true],
    ['of a trusted tenant of Entra ID', { email }, ENTRA, true],
    [
      'of a trusted tenant of Entra ID by its domain',
      { email },
      'https://login.microsoftonline.com/riverside.onmicrosoft.com/v2.0',
      true,
    ],
    ['of a trusted tenant of Entra ID as the name of the sign-in', { preferred_username: email }, ENTRA, true],
    [
      'of a member of a trusted tenant who is named as one',
      { email, acct: 0, idp: `https://sts.windows.net/${TENANT}/` },
      ENTRA,
      true,
    ],
    ['of a guest whose domain is verified', { email, xms_edov: true, idp: OTHER_TENANT }, ENTRA],
    ['of a member of another trusted provider with a claim of this name', { email, idp: 'google-oauth2' }, OKTA, true],
    ['of External ID that has verified it', { email, email_verified: true }, EXTERNAL_ID],
    ['with blanks around', { email: ` ${email} `, email_verified: true }, OKTA],
  ])('%s', (_, claims, issuer, trusts) => {
    expect(of(claims, issuer, trusts)).toBe(email)
  })
})

describe('an address does not count', () => {
  test.each<[what: string, claims: object, issuer: string, trusts?: boolean]>([
    ['that nothing is said of', { email }, OKTA],
    ['that is not verified', { email, email_verified: false }, OKTA],
    ['that is not verified, as a text', { email, email_verified: 'false' }, OKTA],
    ['that is not verified, as a number', { email, email_verified: 0 }, OKTA],
    ['that is not verified, at a trusted provider', { email, email_verified: false }, OKTA, true],
    ['that is not verified, as a text, at a trusted provider', { email, email_verified: 'false' }, OKTA, true],
    ['with a word that is no Boolean, at a trusted provider', { email, email_verified: 'maybe' }, OKTA, true],
    ['that is not verified, with xms_edov', { email, email_verified: false, xms_edov: true }, ENTRA],
    ['that is not verified, at a trusted tenant', { email, email_verified: false, xms_edov: true }, ENTRA, true],
    ['of Entra ID without a claim', { email }, ENTRA],
    ['of Entra ID with xms_edov that is false', { email, xms_edov: false }, ENTRA],
    ['of Entra ID with xms_edov that is 0', { email, xms_edov: '0' }, ENTRA],
    ['of Entra ID with xms_edov that is a list', { email, xms_edov: [] }, ENTRA],
    ['of another provider with xms_edov', { email, xms_edov: true }, OKTA],
    [
      'of a host that looks like Entra ID',
      { email, xms_edov: true },
      `https://login.microsoftonline.com.evil.test/${TENANT}/v2.0`,
    ],
    ['of a host that ends like Entra ID', { email, xms_edov: true }, `https://evillogin.microsoftonline.com.test/${TENANT}`],
    ['of a provider for everybody that is trusted', { email }, 'https://accounts.google.com', true],
    [
      'of personal Microsoft accounts that are trusted',
      { email },
      'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      true,
    ],
    ['that is only the name of the sign-in', { preferred_username: email, xms_edov: true }, ENTRA],
    ['that is only the name of the sign-in, at another trusted provider', { preferred_username: email }, OKTA, true],
    ['of a guest of a trusted tenant from another one', { email, idp: OTHER_TENANT }, ENTRA, true],
    ['of a guest with a personal account', { email, idp: 'live.com' }, ENTRA, true],
    ['of a guest with a code by mail', { email, idp: 'mail' }, ENTRA, true],
    ['of a guest, as a number', { email, acct: 1 }, ENTRA, true],
    ['of a guest, as a text', { email, acct: '1' }, ENTRA, true],
    ['of a guest by the name in the tenant', { email, upn: 'ann_other.test#EXT#@riverside.test' }, ENTRA, true],
    ['that is only the name of a guest', { preferred_username: email, idp: OTHER_TENANT }, ENTRA, true],
    ['of External ID that is trusted', { email }, EXTERNAL_ID, true],
    [
      'of External ID at a domain that is trusted',
      { email },
      'https://riverside.ciamlogin.com/riverside.onmicrosoft.com/v2.0',
      true,
    ],
    ['of B2C that is trusted', { email }, `https://riverside.b2clogin.com/${TENANT}/v2.0`, true],
    ['that is none', { email: 'ann', email_verified: true }, OKTA],
    ['that is a list', { email: [email], email_verified: true }, OKTA],
  ])('%s', (_, claims, issuer, trusts) => {
    expect(of(claims, issuer, trusts)).toBeNull()
  })
})

test.each([
  [ENTRA, false],
  ['https://login.microsoftonline.com/riverside.onmicrosoft.com/v2.0', false],
  [`https://sts.windows.net/${TENANT}/`, false],
  ['https://login.microsoftonline.com/common/v2.0', true],
  ['https://login.microsoftonline.com/organizations/v2.0', true],
  ['https://login.microsoftonline.com/consumers/v2.0', true],
  ['https://login.microsoftonline.com/{tenantid}/v2.0', true],
  ['https://login.microsoftonline.com/9188040D-6C67-4C5B-B112-36A304B66DAD/v2.0', true],
  ['https://login.microsoftonline.com/', true],
  ['https://accounts.google.com', true],
  ['https://appleid.apple.com', true],
  ['https://gitlab.com', true],
  ['https://slack.com', true],
  ['https://www.facebook.com', true],
  ['not an address', true],
  [OKTA, false],
  ['https://keycloak.riverside.test/realms/riverside', false],
  ['https://notgitlab.com.riverside.test', false],
])('%s serves everybody: %s', (issuer, is) => {
  expect(isForEverybody(issuer)).toBe(is)
})

test('an address that the ID token or the user info says is not verified is not', () => {
  expect(claimsOf({ email, email_verified: true }, { email_verified: false })).toMatchObject({ email_verified: false })
  expect(claimsOf({ email, email_verified: false }, { email_verified: true })).toMatchObject({ email_verified: false })
  expect(claimsOf({ email }, { email_verified: 'false' })).toMatchObject({ email_verified: false })
  expect(claimsOf({ sub: 'a' }, { email, email_verified: true })).toEqual({ sub: 'a', email, email_verified: true })
})
