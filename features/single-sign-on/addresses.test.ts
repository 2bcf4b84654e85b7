import { describe, expect, test } from 'vitest'
import { claimsOf, isForEverybody, verifiedEmail } from './addresses.ts'

const TENANT = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490'
const ENTRA = `https://login.microsoftonline.com/${TENANT}/v2.0`
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
    ['of External ID', { email, xms_edov: true }, `https://${TENANT}.ciamlogin.com/${TENANT}/v2.0`],
    ['of a trusted provider', { email }, OKTA, true],
    ['of a trusted tenant of Entra ID', { email }, ENTRA, true],
    [
      'of a trusted tenant of Entra ID by its domain',
      { email },
      'https://login.microsoftonline.com/riverside.onmicrosoft.com/v2.0',
      true,
    ],
    ['of a trusted tenant of Entra ID as the name of the sign-in', { preferred_username: email }, ENTRA, true],
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
