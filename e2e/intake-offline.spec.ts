import type { Page } from '@playwright/test'
import { choose, expect, goTo, test, USERS, WIDE } from './fixtures.ts'
import { booked, form, number, open, recipient, scan } from './intake-screens.ts'

test.use({ viewport: WIDE })

test.beforeEach(({ signIn }) => signIn(USERS.mailroom))

const unsent = (page: Page) => page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem')

test('keeps what is booked without a connection, also over a reload, and sends it once', async ({ page }) => {
  await open(page)
  await scan(page, 'E2E-INTAKE-3')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  const calls: string[] = []
  await page.route('**/api/packages/createorupdate/**', (route) => {
    calls.push(route.request().url())
    return route.abort()
  })
  await form(page).getByRole('button', { name: 'Book package' }).click()
  await expect(unsent(page)).toContainText('Waiting to be sent')
  await expect(number(page)).toHaveValue('')
  await goTo(page, '/search')
  await page.reload()
  await page.getByRole('status').getByRole('link', { name: 'Quick intake' }).click()
  await expect(unsent(page)).toContainText('E2E-INTAKE-3')
  await page.unroute('**/api/packages/createorupdate/**')
  await expect(unsent(page)).toHaveCount(0)
  await expect(booked(page)).toContainText('E2E-INTAKE-3')
  expect(new Set(calls).size).toBe(1)
  await goTo(page, '/search?Q=E2E-INTAKE-3')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('sends what is behind a booking that fails, and drops that one', async ({ page }) => {
  await open(page)
  let failing = ''
  await page.route('**/api/packages/createorupdate/**', (route) => {
    failing ||= route.request().url()
    if (route.request().url() !== failing) return route.fallback()
    return route.fulfill({ status: 500, json: { Title: 'Error', Message: 'This one breaks the server.' } })
  })
  const book = async (text: string) => {
    await expect(number(page)).toBeFocused()
    await scan(page, text)
    await recipient(page, '102')
    await page.keyboard.press('Enter')
  }
  await scan(page, 'E2E-INTAKE-6')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  await page.keyboard.press('Enter')
  await expect(unsent(page)).toContainText('Last try: This one breaks the server.')
  await book('E2E-INTAKE-7')
  await expect(booked(page)).toContainText('E2E-INTAKE-7')
  await expect(unsent(page)).toContainText('E2E-INTAKE-6')
  // What is half typed is neither replaced nor left without a question.
  await number(page).fill('E2E-INTAKE-HALF')
  await unsent(page).getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('dialog', { name: 'Replace what you have typed?' }).getByRole('button', { name: 'Cancel' }).click()
  await goTo(page, '/search')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await expect(number(page)).toHaveValue('E2E-INTAKE-HALF')
  await unsent(page).getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(number(page)).toHaveValue('E2E-INTAKE-6')
  await number(page).fill('')
  await unsent(page).getByRole('button', { name: 'Do not book' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Do not book' }).click()
  await expect(unsent(page)).toHaveCount(0)
})

test('a booking that is corrected is not sent meanwhile, and books one package', async ({ page }) => {
  await open(page)
  const ids: string[] = []
  let isBroken = true
  await page.route('**/api/packages/createorupdate/**', (route) => {
    ids.push(route.request().url())
    return isBroken ? route.fulfill({ status: 500, json: { Title: 'Error', Message: 'Broken.' } }) : route.fallback()
  })
  await scan(page, 'E2E-INTAKE-11')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  await page.keyboard.press('Enter')
  await expect(unsent(page)).toContainText('Last try: Broken.')
  await unsent(page).getByRole('button', { name: 'Correct' }).click()
  await expect(unsent(page)).toContainText('Being corrected')
  await form(page).getByRole('button', { name: 'Stop correcting' }).click()
  await expect(number(page)).toHaveValue('')
  await unsent(page).getByRole('button', { name: 'Correct' }).click()
  await expect(form(page).getByText('A package with this tracking number is already here')).toBeHidden()
  isBroken = false
  const tries = ids.length
  // Without the correction it would be sent again at once when the connection is back.
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await number(page).fill('E2E-INTAKE-12')
  // Enter in a number that was changed moves on: what is known of it has to be seen first.
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('combobox', { name: 'Advice tag' })).toBeFocused()
  expect(ids.length).toBe(tries)
  await page.keyboard.press('Enter')
  await expect(booked(page)).toContainText('E2E-INTAKE-12')
  await expect(unsent(page)).toHaveCount(0)
  expect([ids.length, new Set(ids).size]).toEqual([tries + 1, 1])
  await goTo(page, '/search?Q=E2E-INTAKE-11')
  await expect(page.getByText('No results match these filters.')).toBeVisible()
  await goTo(page, '/search?Q=E2E-INTAKE-12')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('says that recipients cannot be searched without a connection', async ({ page, context }) => {
  await open(page)
  await context.setOffline(true)
  const search = form(page).getByRole('combobox', { name: 'Recipient' })
  await search.fill('101')
  await expect(search).toHaveAccessibleDescription(/The server cannot be reached/)
  await context.setOffline(false)
  await expect(page.getByRole('option').filter({ visible: true }).first()).toContainText('101')
  await expect(search).not.toHaveAccessibleDescription(/The server cannot be reached/)
})

test('does not send what another user of the browser booked', async ({ page, signIn }) => {
  await open(page)
  await page.route('**/api/packages/createorupdate/**', (route) => route.abort())
  await scan(page, 'E2E-INTAKE-10')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  await page.keyboard.press('Enter')
  await expect(unsent(page)).toContainText('Waiting to be sent')
  // Another tab of the browser is signed in by another user.
  const other = await page.context().newPage()
  await signIn(USERS.manager, other)
  await page.unroute('**/api/packages/createorupdate/**')
  await expect(unsent(page)).toContainText('Another user of this browser booked it.')
  await goTo(other, '/package/new')
  await expect(number(other)).toBeVisible()
  await expect(unsent(other)).toHaveCount(0)
})
