import type { Page } from '@playwright/test'
import { expect, flawsOf, test } from './fixtures.ts'
import { choose, fillHome, fillPerson, notice, PIN, registered, submit } from './registration-screens.ts'

/** Waits until React has run the effects of what it has rendered; its scheduler uses messages, not the page's clock. */
const rendered = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 10; i += 1)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(null)
      })
  })

test('the confirmation is shown for 7,000 ms, then the page reloads', async ({ page }) => {
  await page.clock.install()
  await page.goto('/portal/#/resident/riverside/register')
  await fillPerson(page, { first: 'Clara', last: 'Seven', email: 'clara@seven.test' })
  await fillHome(page, '7D')
  // The page's clock stands still from the request on; then it is moved by hand.
  await page.route('**/api/register/resident', async (route) => {
    await page.clock.pauseAt(Date.now() + 60_000)
    await route.continue()
  })
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
  await rendered(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.clock.runFor(6_999)
  await rendered(page)
  expect(loads).toBe(0)
  await expect(registered(page)).toBeVisible()
  const loaded = page.waitForEvent('load')
  await page.clock.runFor(1)
  await loaded
  await page.clock.resume()
  await expect(page.getByLabel('First Name')).toHaveValue('')
})

test('a form is locked from the first press of Register', async ({ page }) => {
  await page.goto('/portal/#/resident/riverside/register')
  const special = page.getByLabel('Needs an accessible locker')
  // A press of an incomplete form moves the focus: the second tap of a double tap changes nothing where it lands.
  const fieldsAfterPress = () =>
    submit(page).evaluate(async (button: HTMLButtonElement) => {
      button.click()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return getComputedStyle(button.form!.querySelector('fieldset')!).pointerEvents
    })
  expect(await fieldsAfterPress()).toBe('none')
  await expect(page.locator('fieldset[data-locked]')).toHaveCount(0)
  await fillPerson(page, { first: 'Di', last: 'Doubletap', email: 'di@new.test' })
  await fillHome(page, '3B')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/register/captcha', async (route) => {
    await held.promise
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/register/resident'))
  await submit(page).click()
  await expect(special).toBeDisabled()
  await expect(page.getByLabel('First Name')).toBeDisabled()
  held.resolve()
  expect((await sent).postDataJSON()).toMatchObject({ IsDDA: false })
  await expect(registered(page)).toBeVisible()
})

test('an expired form is disabled, and Refresh keeps the input except the PIN', async ({ page }) => {
  await page.clock.install()
  await page.goto('/portal/#/agent/riverside/register')
  await fillPerson(page, { first: 'Dee', last: 'Late', email: 'dee@new.test' })
  await page.getByLabel(/^PIN/).fill(PIN)
  await page.clock.fastForward('31:00')
  await expect(page.getByText('This form has expired.')).toBeVisible()
  await expect(page.getByLabel('First Name')).toBeDisabled()
  await expect(submit(page)).toBeDisabled()
  expect(await flawsOf(page)).toEqual([])
  await page.clock.setSystemTime(new Date())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByLabel('First Name')).toBeEnabled()
  await expect(page.getByLabel('First Name')).toHaveValue('Dee')
  await expect(page.getByLabel('Email')).toHaveValue('dee@new.test')
  await expect(page.getByLabel(/^PIN/)).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(PIN)
})

test('a form names the missing fields when it is submitted, and that of an unknown organisation shows that it did not load', async ({
  page,
}) => {
  await page.goto('/portal/#/resident/riverside/register')
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(/^Missing or invalid/)).toHaveCount(0)
  await page.getByLabel('First Name').fill('Eve')
  await page.getByLabel('Email').fill('eve@')
  await page.getByLabel('Cell phone').fill('12345')
  await page.getByLabel('First Name').focus()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email id!')
  await expect(page.getByLabel('Cell phone')).toHaveAccessibleDescription(/Cell phone should atleast have 10 characters!/)
  await page.getByLabel('Cell phone').fill('+1 202 555 01234')
  await expect(page.getByLabel('Cell phone')).toHaveAccessibleDescription(/No text message can be sent to this number/)
  await page.getByLabel('Cell phone').fill('12345')
  await page.getByLabel('Email').fill('')
  await expect(submit(page)).toHaveAccessibleDescription(/^Missing or invalid: Last Name, Email, Property, .*Unit/)
  await submit(page).press('Enter')
  await expect(notice(page)).toContainText('Form is invalid')
  await expect(notice(page)).toContainText('Last name cannot be empty')
  await expect(page.getByLabel('Last Name')).toBeFocused()
  await page.goto('/portal/#/resident/nowhere/register')
  await expect(page.getByRole('heading', { name: 'Self Register Form load failed' })).toBeVisible()
  await expect(page.getByText('Organisation not found. Please check the address of the form.').first()).toBeVisible()
})

test('a form that cannot be loaded says so, and is disabled until Refresh', async ({ page }) => {
  const failure = 'Unable to load form. Please try again!'
  await page.route('**/api/auth/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_client' } }))
  await page.goto('/portal/#/resident/riverside/register')
  await expect(page.getByRole('heading', { name: 'Self Register Form load failed' })).toBeVisible()
  await expect(page.getByText(failure).first()).toBeVisible()
  await page.unroute('**/api/auth/token')
  await page.route('**/api/register/*/properties', (route) => route.fulfill({ status: 502, body: '<html>Bad Gateway</html>' }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Self Register Form load failed' }).last()).toContainText(failure)
  await expect(submit(page)).toBeDisabled()
  await expect(page.getByLabel('First Name')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused()
  expect(await flawsOf(page)).toEqual([])
  await page.unroute('**/api/register/*/properties')
  await page.route('**/api/building/property/*/Buildings', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await fillPerson(page, { first: 'Flo', last: 'Patient', email: 'flo@new.test' })
  await choose(page, 'Property', 'Riverside Quay')
  await expect(page.getByLabel('First Name')).toBeDisabled()
  await page.unroute('**/api/building/property/*/Buildings')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('Flo')
  await expect(page.getByLabel('Property')).toHaveValue(/./)
  await choose(page, 'Building', 'Quay North')
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
})

test('an error disables the form until Refresh, which keeps the input; trouble with the captcha has one text', async ({
  page,
}) => {
  await page.goto('/portal/#/resident/riverside/register')
  await fillPerson(page, { first: 'Gil', last: 'Again', email: 'gil@new.test' })
  await fillHome(page, '4D')
  const troubles = [
    ['**/api/register/captcha', { status: 503, json: { Title: 'Error', Message: 'Busy.', Code: 'MsgBusy' } }],
    ['**/api/register/captcha', { status: 200, json: { Provider: 'altcha', SiteKey: '', Script: '', Challenge: {} } }],
    ['**/api/register/resident', { status: 502, body: '<html>Bad Gateway</html>' }],
    [
      '**/api/register/resident',
      { status: 422, json: { Title: 'Error', Message: 'No such building.', Code: 'MsgX', Field: 'BuildingId' } },
    ],
  ] as const
  for (const [address, reply] of troubles) {
    await page.route(address, (route) => route.fulfill(reply))
    await submit(page).click()
    const reason = reply.status === 422 ? 'No such building.' : 'An error occurred while submitting the form.'
    await expect(page.getByRole('alert').filter({ hasText: 'Refresh the form to try again' })).toContainText(reason)
    await expect(notice(page)).toContainText(reason)
    await expect(submit(page)).toBeDisabled()
    await expect(page.getByLabel('Last Name')).toBeDisabled()
    await page.unroute(address)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByLabel('Last Name')).toHaveValue('Again')
    await expect(page.getByLabel('Last Name')).toBeEnabled()
  }
  await expect(page.getByRole('combobox', { name: 'Building' })).toHaveValue(/./)
  await submit(page).click()
  await expect(registered(page)).toBeVisible()
})

test('a property beyond those listed is found by words, and stays chosen', async ({ page }) => {
  const listed = Array.from({ length: 500 }, (_, i) => ({ Id: crypto.randomUUID(), Name: `Tower ${i}` }))
  await page.route('**/api/register/*/properties', (route) => route.fulfill({ json: listed }))
  await page.goto('/portal/#/resident/riverside/register')
  const property = page.getByRole('combobox', { name: 'Property' })
  await expect(property.getByRole('option', { name: 'Tower 499' })).toBeAttached()
  await page.getByRole('searchbox', { name: 'Find a property' }).fill('riverside qu')
  await property.selectOption({ label: 'Riverside Quay' })
  await choose(page, 'Building', 'Quay North')
  await page.getByRole('searchbox', { name: 'Find a property' }).fill('no such words')
  await expect(property.getByRole('option')).toHaveCount(2)
  await expect(property).toHaveValue(/./)
  await expect(page.getByRole('combobox', { name: 'Building' })).toHaveValue(/./)
})
