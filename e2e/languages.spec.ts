import type { Page } from '@playwright/test'
import { FILES } from '#features/resources/files.ts'
import { FILE_NAMES } from '#features/resources/names.ts'
import { TABLES } from '#features/resources/server/tables.ts'
import { PLACEHOLDER } from '#platform/text.ts'
import { expect, fillSignIn, flawsOf, goTo, test, USERS } from './fixtures.ts'

// Each test loads the portal several times.
test.describe.configure({ timeout: 120_000 })

const { de } = TABLES
const GERMAN_USER = `Konto von ${USERS.manager.name}`

/** What the person chose is the demo's again for whoever comes next. */
test.afterEach(async ({ page }) => {
  await page.evaluate(async () => {
    const token = window.localStorage.getItem('residentialApp.apiToken')
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ Language: null, DateFormat: null })
    await fetch('/api/postlogin/preferences', { method: 'POST', headers, body })
  })
})

async function choose(page: Page, account: RegExp, what: { language?: string; dateFormat?: RegExp }) {
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('menuitem', { name: /Preferences|Einstellungen/ }).click()
  const dialog = page.getByRole('dialog')
  if (what.language) await dialog.getByLabel(/Language|Sprache/).selectOption({ label: what.language })
  if (what.dateFormat) {
    const formats = dialog.getByLabel(/Date format|Datumsformat/)
    const label = (await formats.getByRole('option').allTextContents()).find((one) => what.dateFormat!.test(one))
    await formats.selectOption({ label: label! })
  }
  await dialog.getByRole('button', { name: /Save|Speichern/ }).click()
}
const toGerman = async (page: Page) => {
  await choose(page, /^Account of/, { language: 'Deutsch' })
  await expect(page.getByRole('button', { name: GERMAN_USER })).toBeVisible()
}

/** Our own words that a page still shows or reads out although they are others in German. */
async function leftInEnglish(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.trim())
  })
  const inGerman = new Set(FILE_NAMES.flatMap((file) => Object.values(de[file])))
  const english = FILE_NAMES.flatMap((file) => Object.values(FILES[file])).filter((words) => !inGerman.has(words))
  const shapes = english.filter((words) => words.replace(PLACEHOLDER, '').length > 6).map(shapeOf)
  return shown.filter((text) => english.includes(text) || shapes.some((shape) => shape.test(text)))
}
const shapeOf = (words: string) =>
  new RegExp(
    `^${words
      .split(PLACEHOLDER)
      .map((part, i) => (i % 2 ? '.+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('')}$`,
  )

test('a manager chooses German: every screen speaks it, the choice stays, and it follows to another computer', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn()
  await toGerman(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  const titles = { '/search': 'Pakete', '/dashboard/main': 'Übersicht', '/lockerbank/list': 'Schließfachanlagen' }
  for (const [path, title] of Object.entries(titles)) {
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
    expect(await leftInEnglish(page), path).toEqual([])
    expect(await flawsOf(page), path).toEqual([])
  }
  for (const [link, seen] of [
    [de.LockerBank.LinkLayout, de.Layout.ButtonAddColumn],
    [de.LockerBank.LinkSettings, de.LockerBankSettings.LabelOpenRetries],
    [de.LockerBank.LinkEdit, de.LockerBank.SectionAuthorisation],
    [de.LockerBank.LinkMapDevices, de.MapLockerToDevice.TitleMapped],
  ] as const) {
    await goTo(page, '/lockerbank/list')
    await page
      .getByRole('link', { name: new RegExp(`^${link}: `) })
      .first()
      .click()
    await expect(page.getByText(seen!, { exact: true }).first()).toBeVisible()
    expect(await leftInEnglish(page), link).toEqual([])
  }
  await goTo(page, '/dashboard/main')
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByText(de.Cabinet.CategoryDisabled!)).toBeVisible()
  expect(await leftInEnglish(page)).toEqual([])

  await page.reload()
  await expect(page.getByRole('button', { name: GERMAN_USER })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  const other = await elsewhere.newPage()
  await other.goto('/portal/#/login')
  await fillSignIn(other, USERS.manager)
  await expect(other.getByRole('button', { name: GERMAN_USER })).toBeVisible()
  await elsewhere.close()
})

test('the date format is one’s own', async ({ page, signIn }) => {
  await signIn()
  const exact = page.getByRole('main').locator('time').first()
  await expect(exact).toHaveAttribute('title', /^\d\d\/\d\d\/\d{4} \d+:\d\d [AP]M/)
  await choose(page, /^Account of/, { dateFormat: /^\d{4}-\d\d-\d\d / })
  await expect(page.getByRole('status').filter({ hasText: 'Your preferences have been saved.' })).toBeVisible()
  await expect(exact).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [ap]m/)
  await page.reload()
  await expect(exact).toHaveAttribute('title', /^\d{4}-\d\d-\d\d /)
})

test('what the server refuses is said in the chosen language', async ({ page, signIn }) => {
  await signIn()
  await toGerman(page)
  await goTo(page, '/dashboard/lockerbank/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText(de.Dashboard.MsgNoSuchBank!)).toBeVisible()
  const refused = await page.evaluate(async () => (await fetch('/api/nowhere', { headers: { 'Accept-Language': 'de' } })).json())
  expect(refused).toMatchObject({ Message: de.Common.MsgNotFound })
})

test('before anybody has signed in it is the browser’s', async ({ browser, baseURL, page }) => {
  await page.goto('/portal/#/login')
  const german = await browser.newContext({ baseURL: baseURL!, locale: 'de-AT' })
  const login = await german.newPage()
  await login.goto('/portal/#/login')
  await expect(login.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  expect(await leftInEnglish(login)).toEqual([])
  await login.getByLabel('Organisation').fill('riverside')
  await login.getByLabel('E-Mail').fill('nobody@parcelhall.test')
  await login.getByLabel(/^Passwort/).fill('wrong password')
  await login.getByRole('button', { name: 'Anmelden' }).click()
  await expect(login.getByRole('alert')).toContainText('Anmeldung fehlgeschlagen')
  expect(await leftInEnglish(login)).toEqual([])
  await login.getByRole('link', { name: 'Passwort vergessen' }).click()
  await expect(login).toHaveTitle(/^Passwort vergessen/)
  await german.close()
})

test('texts that do not come leave the words that are built in', async ({ page, signIn }) => {
  await signIn()
  await toGerman(page)
  await page.route('**/api/resources/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: `Account of ${USERS.manager.name}` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('who speaks our own language asks for no texts', async ({ page, signIn }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/resources/') && asked.push(request.url()))
  await signIn()
  await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  expect(asked).toEqual([])
})
