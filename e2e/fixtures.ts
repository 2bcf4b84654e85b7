import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { CLIENTS, CREDENTIALS, LINES } from '#features/session/public.ts'
import { setOpeningLimit } from './opening-limits.ts'
import { PASSWORD, type Product, START_TIMEOUT_MS, startProduct, type Terminal, terminalOf } from './product.ts'

/** The demo users that tests sign in as. */
export const USERS = {
  superadmin: { organisation: 'riverside', email: 'super@parcelhall.test', name: 'Sofia Marsh' },
  manager: { organisation: 'riverside', email: 'manager@parcelhall.test', name: 'Daniel Okafor' },
  property: { organisation: 'riverside', email: 'property@parcelhall.test', name: 'Priya Raman' },
  leasing: { organisation: 'riverside', email: 'leasing@parcelhall.test', name: 'Elena Petrova' },
  mailroom: { organisation: 'riverside', email: 'mailroom@parcelhall.test', name: 'Marcus Bell' },
} as const
/** `test.use({ viewport: WIDE })`: every list has all its columns in one line. */
export const WIDE = { width: 1600, height: 900 }
/** Widths at which pages of the public site are looked at. */
export const SITE_WIDTHS = [1440, 768, 390] as const
type User = (typeof USERS)[keyof typeof USERS]

/** A session obtained from the API, kept for the next tests of the worker. */
type StoredSession = { accessToken: string; cookies: readonly Cookie[]; createdAt: number }
/** Below the ten minutes after which some operations ask for the password again. */
const SESSION_AGE_MS = 4 * 60_000

type TestFixtures = {
  byForm: boolean
  startAt: string
  signIn: (user?: User, page?: Page) => Promise<void>
}
type WorkerFixtures = {
  running: Product
  product: string
  terminal: Terminal
  sessions: Map<User, StoredSession>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  /** `test.use({ byForm: true })` signs in through the form; otherwise a test starts with a stored session. */
  byForm: [false, { option: true }],
  /** The screen that a stored session opens; by default the one that loads least. An empty path is the user's home. */
  startAt: ['#/about', { option: true }],
  running: [
    async ({ playwright: _ }, use) => {
      const product = await startProduct()
      await setOpeningLimit(product.address)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  product: [async ({ running }, use) => use(running.address), { scope: 'worker' }],
  terminal: [async ({ running }, use) => use(await terminalOf(running)), { scope: 'worker' }],
  sessions: [async ({ running: _ }, use) => use(new Map()), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product),
  signIn: async ({ page, product, byForm, startAt, sessions }, use) => {
    const used: { user: User; session: StoredSession; context: BrowserContext }[] = []
    await use(async (user = USERS.manager, on = page) => {
      const isAtForm = on.url().includes('/login')
      if (byForm && !isAtForm) await on.goto('/portal/#/login')
      if (byForm || isAtForm) await fillSignIn(on, user)
      else {
        const session = sessions.get(user) ?? (await createSession(on, user, product))
        // Two browsers must not rotate the same refresh token.
        sessions.delete(user)
        used.push({ user, session, context: on.context() })
        await openSession(on, user, session, product)
        await on.goto(`/portal/${startAt}`)
      }
      await expect(on.getByRole('button', { name: `Account of ${user.name}` })).toBeVisible()
      // The frame is visible before the first screen is chosen; navigating earlier would race with that.
      await expect(on).not.toHaveURL(/#\/(login|landing)?$/)
    })
    for (const { user, session, context } of used) if (await isUnchanged(session, context)) sessions.set(user, session)
  },
})

/** Changes what the portal reads after sign-in. */
export const changePreload = (page: Page, change: (preload: { Permissions: string[] }) => object) =>
  page.route('**/api/postlogin/preload', async (route) => {
    const response = await route.fetch()
    const preload = await response.json()
    await route.fulfill({ response, json: { ...preload, ...change(preload) } })
  })

/** Signs in through the API. */
async function createSession(page: Page, { organisation, email }: User, origin: string): Promise<StoredSession> {
  const form = {
    grant_type: 'password',
    username: email,
    password: PASSWORD,
    client_id: CLIENTS.portal,
    scope: `${organisation} ${CREDENTIALS.user}`,
  }
  const context = page.context()
  const reply = await context.request.post(`${origin}/api${LINES.token.path}`, { form })
  const { access_token } = (await reply.json()) as { access_token: string }
  return { accessToken: access_token, cookies: await context.cookies(), createdAt: Date.now() }
}

/** Puts into the browser what the sign-in form leaves there. */
function openSession(page: Page, { organisation, email }: User, { accessToken, cookies }: StoredSession, origin: string) {
  const localStorage = [
    { name: 'residentialApp.apiToken', value: accessToken },
    { name: 'residentialApp.lastSignIn', value: JSON.stringify({ organisation, userName: email }) },
    // The first steps of a role would be above each first screen.
    { name: `residentialApp.firstSteps.${email}`, value: '["closed"]' },
  ]
  return page.context().setStorageState({ cookies: [...cookies], origins: [{ origin, localStorage }] })
}

/** False when the test has signed out, has refreshed the session, or has closed the browser context. */
async function isUnchanged({ cookies, createdAt }: StoredSession, context: BrowserContext): Promise<boolean> {
  const values = (all: readonly Cookie[]) => JSON.stringify(all.map(({ name, value }) => [name, value]).sort())
  const now = await context.cookies().catch(() => [])
  return Date.now() - createdAt < SESSION_AGE_MS && values(now) === values(cookies)
}

/** Fills the sign-in form and sends it. */
export async function fillSignIn(page: Page, user: User, password: string = PASSWORD) {
  await page.getByLabel('Organisation').fill(user.organisation)
  await page.getByLabel('Email').fill(user.email)
  await fillPassword(page, password)
}

export async function fillPassword(page: Page, password: string = PASSWORD) {
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Goes to a screen within the running application. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.location.hash = to
  }, path)

/** Opens a select, and selects the option with this name; opens it again when its options were not loaded yet. */
export const choose = (page: Page, field: string, name: string) =>
  expect(async () => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name, exact: true }).click({ timeout: 2_000 })
  }).toPass()

/** The cells of a list's column, by the column's id, within the list or one of its rows; also where they are in the second line. */
export const cellsOf = (within: Locator, column: string) => within.locator(`[data-cell="${column}"]`)

/** Stops the clock that `page.clock.install()` created before the page was loaded; `runFor` advances it. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 1000)

/** A list's operation, whose contract says what it can be sorted by. */
type List = { path: string; input: { shape: { SortColumn: { toJSONSchema(options: { io: 'input' }): unknown } } } }

/**
 * Shows every column of the open grid and sorts by each. The columns without links have to be the contract's sorts, and the server
 * has to accept each.
 */
export async function sortByEachColumn(page: Page, gridId: string, { path, input }: List) {
  const { enum: sorts } = input.shape.SortColumn.toJSONSchema({ io: 'input' }) as { enum: string[] }
  const shown = Object.fromEntries(sorts.map((sort) => [sort, true]))
  const stored = { key: `residentialApp.grid.${gridId}`, value: JSON.stringify({ shown, order: [] }) }
  await page.evaluate(({ key, value }) => localStorage.setItem(key, value), stored)
  const replies = new Map<string, number>()
  page.on('response', (reply) => {
    if (reply.url().endsWith(`/api${path}`)) replies.set(reply.request().postDataJSON().SortColumn, reply.status())
  })
  await page.reload()
  const headers = page.locator('th[aria-sort]')
  await expect(headers).toHaveCount(sorts.length)
  for (const header of await headers.all()) {
    await header.getByRole('button').first().click()
    await expect(header).toHaveAttribute('aria-sort', /ending/)
    const sorted = /[?&]sort=-?(\w+)/.exec(page.url())?.[1] ?? ''
    // The next click would cancel the request.
    await expect.poll(() => replies.get(sorted)).toBe(200)
  }
  expect([...replies.keys()].sort()).toEqual(sorts.toSorted())
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const AXE_OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // A violation is reported with its element; finding a selector for each costs a quarter of the time.
  selectors: false,
}

type Scope = {
  /** These rules only. */
  rules?: readonly string[]
  /** Selectors of the parts to check. */
  within?: readonly string[] | undefined
  /** Best practices as well. */
  isStrict?: boolean
}
/** Violations of WCAG 2.2 AA that axe finds on the page, each with its element and the remedy. */
export async function flawsOf(page: Page, { rules, within, isStrict }: Scope = {}): Promise<string[]> {
  // The former rows of a list are pale until the new ones arrive.
  await expect(page.locator('[data-pending]')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const all = { type: 'tag' as const, values: isStrict ? [...WCAG, 'best-practice'] : WCAG }
  const options: RunOptions = { ...AXE_OPTIONS, runOnly: rules ? { type: 'rule', values: [...rules] } : all }
  return page.evaluate(
    async ({ options, within }) => {
      const { axe } = window as unknown as { axe: { run(part: Document | Node[], options: RunOptions): Promise<AxeResults> } }
      const parts = within ? [...document.querySelectorAll(within.join())] : document
      const { violations } = await axe.run(parts, options)
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
    },
    { options, within },
  )
}

/** Violations in light, and those of contrast in dark: nothing else depends on the theme. Leaves the page in light. */
export async function flawsInBothThemes(page: Page, scope: Scope = {}): Promise<string[]> {
  const inLight = await flawsOf(page, scope)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await flawsOf(page, { ...scope, rules: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inLight, ...inDark.map((flaw) => `dark: ${flaw}`)]
}

export { expect, type Terminal }
