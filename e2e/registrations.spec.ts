import type { Locator, Page } from '@playwright/test'
import { registrationsOf } from '#features/registrations/contract.ts'
import { expect, flawsInBothThemes, flawsOf, goTo, sortByEachColumn, test, USERS } from './fixtures.ts'
import { mailsTo } from './mails.ts'
import { fillHome, fillPerson, notice, type Person, PIN, registered, submit } from './registration-screens.ts'

/** The demo organisation's setting: who hears of registrations to review. */
const REVIEW_EMAIL = 'office@riverside.test'

async function registerResident(page: Page, person: Person, unit: string) {
  await page.goto('/portal/#/resident/riverside/register')
  await fillPerson(page, person)
  await fillHome(page, unit)
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
}

async function registerAgent(page: Page, person: Person, userName: string) {
  await page.goto('/portal/#/agent/riverside/register')
  await fillPerson(page, person)
  await page.getByLabel('Courier').selectOption({ index: 1 })
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel(/^PIN/).fill(PIN)
  await page.getByRole('checkbox', { name: 'Riverside Quay' }).check()
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
}

async function verificationLink(dataDir: string, email: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      link = (await mailsTo(dataDir, email)).map((mail) => /http\S+verifyregistration\?\S+/.exec(mail)?.[0]).findLast(Boolean)
      return link
    })
    .toBeTruthy()
  return link as string
}

async function verify(page: Page, dataDir: string, email: string) {
  await page.goto(await verificationLink(dataDir, email))
  await expect(page.getByRole('status')).toHaveText(
    'Your registration has been verified. We will email you when it has been reviewed.',
  )
}

/** The link of a row's name: that of the column "Review" is left out where there is no room for it. */
const rowLink = (page: Page, text: string) =>
  page.getByRole('row').filter({ hasText: text }).getByRole('rowheader').getByRole('link')

async function openReview(page: Page, kind: 'resident' | 'agent', name: string) {
  await goTo(page, `/${kind}/listregistrations`)
  await rowLink(page, name.split(' ')[1]!).click()
  await expect(page.getByRole('heading', { name: `Registration of ${name}` })).toBeVisible()
}

test('a resident registers, verifies the e-mail, is approved by a leasing specialist, and appears in the list', async ({
  page,
  running,
  signIn,
}) => {
  const [person, email] = [{ first: 'Ada', last: 'Newcomer', email: 'ada@new.test' }, 'ada@new.test']
  const [strangers, policies]: string[][] = [[], []]
  page.on('request', (request) => request.url().startsWith(running.address) || strangers?.push(request.url()))
  page.on('console', (message) => /Content Security Policy|Refused to/.test(message.text()) && policies?.push(message.text()))
  await page.goto('/portal/#/resident/riverside/register')
  await expect(page.getByRole('heading', { name: 'Register as a resident of Riverside Living' })).toBeVisible()
  await expect(page.locator('body')).toHaveClass(/self-register/)
  expect(await flawsOf(page)).toEqual([])
  await fillPerson(page, person)
  await fillHome(page, '12C')
  await submit(page).click()
  await expect(page.getByText('Checking that you are not a robot …')).toBeVisible()
  const loaded = page.waitForEvent('load')
  await expect(registered(page)).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  await loaded
  await expect(page.getByLabel('First Name')).toHaveValue('')
  expect([strangers, policies]).toEqual([[], []])
  expect(await page.evaluate(() => localStorage.getItem('residentialApp.selfRegisterApiToken'))).toMatch(/^eyJ/)

  await signIn(USERS.leasing)
  await openReview(page, 'resident', 'Ada Newcomer')
  await expect(page.getByText('The email address has not been verified yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await page.getByRole('button', { name: 'Send the verification email again' }).click()
  await expect(notice(page)).toContainText('The verification email is being sent.')
  await expect.poll(async () => (await mailsTo(running.dataDir, email)).length).toBe(2)

  await verify(page, running.dataDir, email)
  expect(await flawsOf(page)).toEqual([])
  await expect.poll(async () => (await mailsTo(running.dataDir, REVIEW_EMAIL)).join()).toContain('Ada')

  await page.goto('/portal/#/search')
  await openReview(page, 'resident', 'Ada Newcomer')
  expect(await flawsOf(page)).toEqual([])
  await page.getByLabel('Comments').fill('Lease seen')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(notice(page)).toContainText('The registration has been approved.')
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  const changes = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(changes.first()).toContainText(/^Approved.*by Elena Petrova/)
  await expect(changes.last()).toContainText('Submitted')
  expect(await flawsInBothThemes(page)).toEqual([])
  await page.getByRole('link', { name: 'Open the resident' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Newcomer' })).toBeVisible()
  await page.goBack()
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link').click()
  await expect(page).toHaveURL(/#\/resident\/listregistrations/)
  await expect(rowLink(page, 'Newcomer')).toHaveCount(0)
  await expect.poll(async () => (await mailsTo(running.dataDir, email)).at(-1)).toContain('has been approved')
  expect((await mailsTo(running.dataDir, email)).join()).not.toContain('Lease seen')
  await goTo(page, '/resident/list?LastName=Newcomer')
  await expect(page.getByRole('grid', { name: 'Residents' })).toContainText('Newcomer')
})

test('an agent registers, is approved by a manager, and signs in at the terminal with the PIN', async ({
  page,
  running,
  signIn,
  terminal,
}) => {
  const person = { first: 'Bo', last: 'Carrier', email: 'bo@new.test' }
  await page.goto('/portal/#/agent/riverside/register')
  await expect(page.getByRole('heading', { name: 'Register as an agent at Riverside Living' })).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  await registerAgent(page, person, 'bo.carrier')
  await verify(page, running.dataDir, person.email)
  await signIn()
  await goTo(page, '/agent/listregistrations')
  await sortByEachColumn(page, 'agent-registrations', registrationsOf.agent.page)
  await openReview(page, 'agent', 'Bo Carrier')
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(notice(page)).toContainText('The registration has been approved.')
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const mails = await mailsTo(running.dataDir, person.email)
  for (const said of [mails, running.output]) expect(said.join()).not.toContain(PIN)
  await goTo(page, '/agent/list?SearchText=Carrier')
  await expect(page.getByRole('grid', { name: 'Agents' })).toContainText('Carrier')
  const { name } = terminal.resident
  const said = await terminal.run('drop-off', '--agent', 'bo.carrier', '--pin', PIN, '--name', name)
  expect(said).toMatch(/locker/i)
})

test('a rejected person is notified and leaves the list of pending ones; filters are restored on return', async ({
  page,
  running,
  signIn,
}) => {
  const person = { first: 'Cy', last: 'Rejected', email: 'cy@new.test' }
  await registerResident(page, person, '3A')
  await verify(page, running.dataDir, person.email)
  await signIn()
  await goTo(page, '/resident/listregistrations?UnitNumber=3A')
  await rowLink(page, 'Rejected').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/listregistrations\?UnitNumber=3A/)
  expect(await flawsOf(page)).toEqual([])
  await rowLink(page, 'Rejected').click()
  const reject = page.getByRole('button', { name: 'Reject', exact: true })
  const question = page.getByRole('dialog', { name: 'Reject the registration of Cy Rejected?' })
  for (const name of ['Approve', 'Save', 'Reject', 'Cancel'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('main').locator('button[data-variant=filled]')).toHaveText(['Approve'])
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(1)
  await reject.click()
  await expect(question).toContainText('An email to cy@new.test says that the registration has been rejected.')
  await expect(page.getByRole('button', { name: 'Save', exact: true, includeHidden: true })).not.toHaveAttribute('data-loading')
  expect(await flawsOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await reject.click()
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(notice(page)).toContainText('The registration has been rejected.')
  await expect(reject).toHaveCount(0)
  expect(await flawsOf(page)).toEqual([])
  await notice(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page)).toContainText('The rejection has been taken back. The registration is pending again.')
  expect((await mailsTo(running.dataDir, person.email)).join()).not.toContain('has been rejected')
  await reject.click()
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(notice(page)).toContainText('The registration has been rejected.')
  await expect(reject).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link').click()
  await expect(rowLink(page, 'Rejected')).toHaveCount(0)
  await expect.poll(async () => (await mailsTo(running.dataDir, person.email)).at(-1)).toContain('has been rejected')
  await goTo(page, '/resident/listregistrations?registrationStatusTypeId=3')
  await sortByEachColumn(page, 'resident-registrations', registrationsOf.resident.page)
  await rowLink(page, 'Rejected').click()
  await expect(page.getByText('Daniel Okafor').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(page.getByLabel('Comments')).toBeDisabled()
  // A decided registration stays readable: in the colour of text, not of disabled fields.
  const lookOf = (of: Locator) => of.evaluate((node) => [getComputedStyle(node).color, getComputedStyle(node).opacity])
  const asText = await lookOf(page.getByRole('heading', { level: 1 }))
  for (const field of ['First Name', 'Property', 'Comments']) expect(await lookOf(page.getByLabel(field))).toEqual(asText)
})

test('a review offers the buildings also when the properties come later', async ({ page, signIn }) => {
  await registerResident(page, { first: 'Pat', last: 'Later', email: 'pat@later.test' }, '6F')
  await page.route('**/api/register/*/properties', async (route) => {
    await page.waitForResponse('**/api/building/property/*/Buildings')
    await route.continue()
  })
  await signIn()
  await openReview(page, 'resident', 'Pat Later')
  await expect(page.getByLabel('Property').getByRole('option', { name: 'Riverside Quay' })).toBeAttached()
  await expect(page.getByLabel('Building').getByRole('option')).not.toHaveCount(1)
})

test('a review that cannot be loaded says so, and an error disables it until Refresh, which keeps the input', async ({
  page,
  signIn,
}) => {
  await registerResident(page, { first: 'Hal', last: 'Reviewed', email: 'hal@new.test' }, '5E')
  await signIn()
  await openReview(page, 'resident', 'Hal Reviewed')
  const address = page.url()
  await page.goto('about:blank')
  await page.route('**/api/register/resident/*', (route) => route.abort())
  await page.goto(address)
  const failed = page.getByRole('group', { name: 'Unable to load Registration details' })
  await expect(failed).toContainText('Unable to load form. Please try again!')
  await page.unroute('**/api/register/resident/*')
  await page.route('**/api/register/*/properties', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await failed.getByRole('button').click()
  const choices = page.getByRole('group', { name: 'Registration Form load failed' })
  await expect(choices).toContainText('Unable to load form. Please try again!')
  await page.unroute('**/api/register/*/properties')
  await choices.getByRole('button').click()

  await page.getByLabel('Comments').fill('Lease seen')
  await page.route('**/api/register/resident/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  const reject = async () => {
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  }
  await reject()
  for (const name of ['Save', 'Approve', 'Reject']) await expect(page.getByRole('button', { name })).toBeDisabled()
  await expect(page.getByLabel('Comments')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused()
  expect(await flawsOf(page)).toEqual([])
  await page.unroute('**/api/register/resident/*')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByLabel('Comments')).toHaveValue('Lease seen')
  await reject()
  await expect(notice(page)).toContainText('The registration has been rejected.')
})

test('an invalid verification link shows an error with an image', async ({ page }) => {
  await page.goto('/portal/#/resident/verifyregistration?token=none&org=riverside')
  await expect(page.getByRole('alert')).toHaveText(
    'Your registration could not be verified. The link may have been used or may have expired.',
  )
  await expect(page.locator('svg[data-outcome="error"]')).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to the registration form' }).click()
  await expect(page).toHaveURL(/#\/resident\/riverside\/register$/)
  await page.route('**/verify-registration', (route) => route.abort())
  await page.goto('/portal/#/nobody/verifyregistration?token=none')
  await expect(page.getByRole('alert')).toHaveText(
    'Your registration could not be verified. The link may have been used or may have expired.',
  )
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page).toHaveURL(/#\/login/)
})
