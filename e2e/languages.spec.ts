import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { texts } from '#apps/server/features.ts'
import { languageFiles } from '#features/resources/server/translations.ts'
import type { DateFormat } from '#platform/date-format.ts'
import { PLACEHOLDER } from '#platform/define-messages.ts'
import type { Entity } from '#platform/entity.ts'
import { LANGUAGE_NAMES, type Language } from '#platform/language.ts'
import { expect, fillSignIn, flawsOf, goTo, test, USERS } from './fixtures.ts'

const { de, 'en-US': own } = languageFiles(texts)
const ROOT = join(import.meta.dirname, '..')
const FILE_NAMES = texts.map(({ file }) => file)
const GERMAN_USER = `Konto von ${USERS.manager.name}`

/** Restores the demo user's preferences for the next test. */
test.afterEach(async ({ page }) => {
  await page.evaluate(async () => {
    const token = window.localStorage.getItem('residentialApp.apiToken')
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ Language: null, DateFormat: null })
    await fetch('/api/postlogin/preferences', { method: 'POST', headers, body })
  })
})

async function choose(page: Page, account: RegExp, what: { language?: Language; dateFormat?: DateFormat }) {
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('menuitem', { name: /Preferences|Einstellungen/ }).click()
  const dialog = page.getByRole('dialog')
  if (what.language) await dialog.getByLabel(/Language|Sprache/).selectOption(what.language)
  if (what.dateFormat) await dialog.getByLabel(/Date format|Datumsformat/).selectOption(what.dateFormat)
  await dialog.getByRole('button', { name: /Save|Speichern/ }).click()
}
const toGerman = async (page: Page, { name }: { name: string } = USERS.manager) => {
  await choose(page, /^Account of/, { language: 'de' })
  await expect(page.getByRole('button', { name: `Konto von ${name}` })).toBeVisible()
}

function shapeOf(words: string): RegExp {
  const parts = words.split(PLACEHOLDER).map((part, i) => (i % 2 ? '.+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${parts.join('')}$`)
}
const IN_GERMAN = new Set(FILE_NAMES.flatMap((file) => Object.values(de[file]!)))
/** Names of languages are shown in that language, so English ones stay in English. */
const LANGUAGES_BY_NAME: readonly string[] = Object.values(LANGUAGE_NAMES)
const ENGLISH = new Set(
  FILE_NAMES.flatMap((file) => Object.values(own[file]!)).filter(
    (words) => !IN_GERMAN.has(words) && !LANGUAGES_BY_NAME.includes(words),
  ),
)
/** Texts with placeholders, as patterns, if enough of the text is fixed. */
const SHAPES = [...ENGLISH].filter((words) => /\{/.test(words) && words.replace(PLACEHOLDER, '').length > 6).map(shapeOf)
/** English texts that a page still shows or reads out although they have a German translation. */
async function leftInEnglish(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style, main [lang=en]'))
        texts.push(walker.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
    return [...new Set(texts.map((text) => text.trim()))]
  })
  return shown.filter((text) => ENGLISH.has(text) || SHAPES.some((shape) => shape.test(text)))
}

/** The address of every screen: those in the features' files, and those derived from an entity's name. */
const PATHS: string[] = []
for (const file of globSync('features/*/portal/feature.ts', { cwd: ROOT })) {
  const source = readFileSync(join(ROOT, file), 'utf8')
  PATHS.push(...[...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path!))
  for (const [, name] of source.matchAll(/entityScreens\((\w+)/g)) {
    const screens = (await import(join(ROOT, file, '../../screens.ts'))) as Record<string, Entity>
    const { path, editPath } = screens[name!]!
    PATHS.push(`${path}/list`, `${path}/create`, editPath)
  }
}
const PARAMETER = /\{(\w+)\}/g
/** What stands in an address for the parameters of a path; null for the address of another screen. */
const valuesIn = (hash: string, path: string) =>
  new RegExp(`^#${path.replace(PARAMETER, '(?<$1>[^/?]+)')}(\\?|$)`).exec(hash)?.groups ?? null
/** The class that a page's body has on a screen. */
const classOf = (path: string) => {
  const words = path.split('/').filter((part) => part && !part.includes('{'))
  return new RegExp(`(^| )at-${words.join('-').toLowerCase()}( |$)`)
}

/** Waits until the open screen has its data. */
const untilLoaded = (page: Page) =>
  expect(page.locator('main :is([aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root)')).toHaveCount(0)

/** Goes to each screen in turn, with ids from the links of the screens before it. */
async function throughScreens(page: Page, look: (path: string) => Promise<void>): Promise<Set<string>> {
  const seen = new Set<string>()
  /** By the first word of the path: two families may use the same parameter name. */
  const values: Record<string, Record<string, string>> = {}
  const addressOf = (path: string) =>
    path.replace(PARAMETER, (parameter, name: string) => values[path.split('/')[1]!]?.[name] ?? parameter)
  for (let path: string | undefined = PATHS[0]; path; ) {
    seen.add(path)
    await goTo(page, addressOf(path))
    await expect(page.locator('body')).toHaveClass(classOf(path))
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await untilLoaded(page)
    await look(path)
    const links = page.getByRole('main').locator('a[href^="#/"]')
    const hashes = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    for (const one of PATHS) {
      const found = hashes.map((hash) => valuesIn(hash, one)).find((groups) => groups !== null)
      const family = one.split('/')[1]!
      values[family] = { ...found, ...values[family] }
    }
    path = PATHS.find((one) => !seen.has(one) && !addressOf(one).includes('{'))
  }
  return seen
}
/** Elements that overflow the right edge of a page or of its main part. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')!
    const { scrollWidth } = document.documentElement
    return Math.max(scrollWidth - window.innerWidth, main.scrollWidth - main.clientWidth)
  })

test.use({ startAt: '' })

test('a manager selects German: it is kept, also on another computer', async ({ page, signIn, browser, baseURL }) => {
  await signIn()
  await toGerman(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(await flawsOf(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: GERMAN_USER })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  const other = await elsewhere.newPage()
  await other.goto('/portal/#/login')
  await fillSignIn(other, USERS.manager)
  await expect(other.getByRole('button', { name: GERMAN_USER })).toBeVisible()
  await elsewhere.close()
})

/** Screens with data in the demo. */
const WALKED = PATHS.filter((path) => /^\/(search|dashboard|agent|courier|resident|lockerbank)\b/.test(path))

test('every screen is in German, and has room for it on a phone', async ({ page, signIn, terminal: _ }) => {
  // Who may open all of them.
  await signIn(USERS.superadmin)
  await toGerman(page, USERS.superadmin)
  const wide = page.viewportSize()!
  const widths = [wide, { width: 390, height: 844 }]
  // Closed on a phone.
  const navigation = page.getByRole('banner').getByRole('button').first()
  const seen = await throughScreens(page, async (path) => {
    for (const size of widths) {
      await page.setViewportSize(size)
      await expect(navigation).toHaveAttribute('aria-expanded', String(size === wide))
      await untilLoaded(page)
      expect(await leftInEnglish(page), `${path}, ${size.width}`).toEqual([])
      // The layout follows the width a moment later.
      if (size !== wide) await expect.poll(() => overhang(page), path).toBeLessThanOrEqual(0)
    }
    // The next screen begins at the width of this one.
    widths.reverse()
  })
  await page.setViewportSize(wide)
  expect(WALKED.filter((path) => !seen.has(path))).toEqual([])

  await test.step('so are the detail of a package and the command palette', async () => {
    await goTo(page, '/search')
    await page.locator('[aria-rowindex="2"]').click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    expect(await leftInEnglish(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(de.Palette!.PaletteWhereTo!).fill('Pak')
    await page.getByRole('dialog').getByRole('button', { name: 'Pakete Heute' }).waitFor()
    expect(await leftInEnglish(page)).toEqual([])
  })
})

test('the date format is a preference of the user', async ({ page, signIn }) => {
  await signIn()
  const exact = page.getByRole('main').locator('time').first()
  await expect(exact).toHaveAttribute('title', /^\d\d\/\d\d\/\d{4} \d+:\d\d [AP]M/)
  await choose(page, /^Account of/, { dateFormat: 'international' })
  await expect(page.getByRole('status').filter({ hasText: 'Your preferences have been saved.' })).toBeVisible()
  await expect(exact).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [ap]m/)
  await page.reload()
  await expect(exact).toHaveAttribute('title', /^\d{4}-\d\d-\d\d /)
})

test('a refusal of the server is in the selected language', async ({ page, signIn }) => {
  await signIn()
  await toGerman(page)
  await goTo(page, '/dashboard/lockerbank/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText(de.Dashboard!.MsgNoSuchBank!)).toBeVisible()
  const refused = await page.evaluate(async () => (await fetch('/api/nowhere', { headers: { 'Accept-Language': 'de' } })).json())
  expect(refused).toMatchObject({ Message: de.Refusal!.MsgNotFound })
})

test('the texts of another language come in two requests, and built-in ones are shown when they cannot be loaded', async ({
  page,
  signIn,
}) => {
  await signIn()
  await toGerman(page)
  await test.step('another language loads all texts of the portal in two requests', async () => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/resources/') && asked.push(request.url()))
    await page.reload()
    await expect(page.getByRole('button', { name: GERMAN_USER })).toBeVisible()
    const files = asked.map((url) => new URL(url).searchParams.get('files'))
    // First those of the frame, then every file.
    expect(files).toEqual([expect.any(String), null])
  })
  await test.step('built-in texts are shown when others cannot be loaded', async () => {
    await page.route('**/api/resources/**', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('button', { name: `Account of ${USERS.manager.name}` })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('before sign-in the language is the browser’s', async ({ browser, baseURL, page }) => {
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

test('the built-in language loads no texts', async ({ page, signIn }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/resources/') && asked.push(request.url()))
  await signIn()
  await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  expect(asked).toEqual([])
})
