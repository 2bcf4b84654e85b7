import type { Page } from '@playwright/test'
import { portalUsers } from '#features/portal-users/contract.ts'
import { session } from '#features/session/contract.ts'
import { singleSignOn } from '#features/single-sign-on/contract.ts'
import { CLIENT, startProvider } from '#features/single-sign-on/testing/provider.ts'
import { mailsTo } from '../mails.ts'
import type { Product } from '../product.ts'
import { ask, type Caller, expect, HARBOUR_MANAGER, inDatabase, test } from './as-roles.ts'

const ORGANISATION = HARBOUR_MANAGER.organisation
const LINKED = 'ada@harbour.test'
const DISABLED = 'dora@harbour.test'

/** Asks for a link from a page that is not signed in; the time is not compared, as each request waits for at least 300 ms. */
const forget = (page: Page, UserName: string, OrganisationSystemName = ORGANISATION) =>
  ask(page, session.forgotPassword, {
    input: { OrganisationSystemName, UserName },
    // A link must not lead to a host that the request names.
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  })

const START = `/api${singleSignOn.start.path.replace('{systemName}', ORGANISATION)}`

async function signInAtProvider(page: Page): Promise<void> {
  await page.goto(START)
  await page.locator('input[name=login]').fill('ada')
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').first().click()
  await expect(page.getByRole('button', { name: 'Account of Ada King' })).toBeVisible()
}

/** The link to set a password of each mail to somebody that has one, all of whose links lead to the product. */
async function linksTo({ dataDir, address }: Product, email: string): Promise<string[]> {
  const mails = (await mailsTo(dataDir, email)).filter((mail) => mail.includes('password?'))
  for (const mail of mails)
    for (const link of mail.match(/https?:[^\s"<]+/g) ?? []) expect(link.startsWith(`${address}/`)).toBe(true)
  return mails.map((mail) => /http\S+password\?\S+/.exec(mail)![0])
}

test.afterEach(({ running }) => inDatabase(running, 'delete from single_sign_on'))

async function addDisabledUser({ ask }: Caller): Promise<void> {
  const person = { FirstName: 'Dora', LastName: 'Gone', Email: DISABLED, UserRole: 'organisationmanager' }
  const added = await ask(portalUsers.save, { input: { ...person, Password: 'velvet-lantern-kite-31', IsActive: false } })
  expect(added.status).toBe(200)
}

/**
 * Decision "Single sign-on": a user of an identity provider has a password that nobody knows, and a reset replaces it; decision
 * "Confirmation of the identity": some of them need that. So they get a link like everybody else.
 */
test('a user of single sign-on gets a link like everybody, and the reply names no account', async ({
  as,
  browser,
  product,
  running,
}) => {
  const provider = await startProvider({ callback: `${product}/api/auth/singlesignon/callback`, signedOut: `${product}/portal/` })
  provider.users.set('ada', { email: LINKED, email_verified: true, given_name: 'Ada', family_name: 'King' })
  const manager = await as(HARBOUR_MANAGER)
  const settings = {
    IsActive: true,
    Issuer: provider.issuer,
    ClientId: CLIENT.id,
    ClientSecret: CLIENT.secret,
    ButtonName: 'Harbour',
  }
  expect((await manager.ask(singleSignOn.save, { input: { ...settings, DefaultRole: 'organisationmanager' } })).status).toBe(200)
  await addDisabledUser(manager)
  const hers = await browser.newPage({ baseURL: product })
  await signInAtProvider(hers)

  const stranger = await browser.newPage({ baseURL: product })
  await stranger.goto('/portal/#/login')
  const known = [LINKED, HARBOUR_MANAGER.email]
  const replies = [
    ...(await Promise.all(known.map((email) => forget(stranger, email)))),
    await forget(stranger, DISABLED),
    await forget(stranger, 'nobody@harbour.test'),
    await forget(stranger, LINKED, 'riverside'),
    await forget(stranger, LINKED, 'nosuchorganisation'),
  ]
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(replies[0]!.status).toBe(200)

  for (const email of known) await expect.poll(() => linksTo(running, email)).toHaveLength(1)
  for (const email of [DISABLED, 'nobody@harbour.test']) expect(await mailsTo(running.dataDir, email)).toEqual([])
  const [link] = await linksTo(running, LINKED)
  expect(link).toMatch(new RegExp(`^${product}/portal/#/resetpassword\\?`))

  // Asking alone ends nothing. The link works once, and ends the sign-ins of its owner.
  expect((await ask(hers, session.preload)).status).toBe(200)
  const query = new URLSearchParams(link!.split('?')[1])
  const input = { UserId: query.get('userId'), IssuedFor: query.get('issuedFor'), Token: query.get('key') }
  const reset = (NewPassword: string) => ask(stranger, session.resetPassword, { input: { ...input, NewPassword } })
  expect((await reset('lantern-otter-quarry-9')).status).toBe(200)
  expect((await reset('another-otter-quarry-9')).status).toBe(422)
  await expect.poll(async () => (await ask(hers, session.preload)).status).toBe(401)
  // The identity stays linked, and the provider still knows the browser.
  await hers.goto(START)
  await expect.poll(async () => (await ask(hers, session.preload)).status).toBe(200)

  await hers.close()
  await stranger.close()
  await provider.stop()
})
