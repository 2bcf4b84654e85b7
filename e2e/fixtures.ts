import { execFile, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { CREDENTIALS, LINES, PORTAL_CLIENT } from '#features/session/public.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'

const PASSWORD = 'a password of the demo'
const STARTS_WITHIN = 90_000

/** For a test that measures time: `npm test` runs it alone. */
export const TIMED = { tag: '@timed' }

/** The people of the demo that tests sign in as. */
export const USERS = {
  superadmin: { organisation: 'riverside', email: 'super@parcelhall.test', name: 'Sofia Marsh' },
  manager: { organisation: 'riverside', email: 'manager@parcelhall.test', name: 'Daniel Okafor' },
  leasing: { organisation: 'riverside', email: 'leasing@parcelhall.test', name: 'Elena Petrova' },
  mailroom: { organisation: 'riverside', email: 'mailroom@parcelhall.test', name: 'Marcus Bell' },
} as const
type User = (typeof USERS)[keyof typeof USERS]

type Product = { address: string; dataDir: string; said: readonly string[]; stop: () => Promise<void> }

/** The whole product with its demo, as `npm start` runs it, on a free port with a database of its own. */
async function startProduct(): Promise<Product> {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const server = spawn(process.execPath, ['apps/server/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      MQTT_PORT: '0',
      DEMO_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const said: string[] = []
  server.stderr.on('data', (text: Buffer) => said.push(text.toString()))
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The server did not start in time.\n${said.join('')}`)), STARTS_WITHIN)
    const listen = (line: string) => {
      said.push(line)
      const portal = /Portal\s+(http\S+)\/portal\//.exec(line)?.[1]
      if (!portal) return
      clearTimeout(late)
      resolve(portal)
    }
    createInterface(server.stdout).on('line', listen)
    void ended.then(() => reject(new Error(`The server ended while starting.\n${said.join('\n')}`)))
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  return { address, dataDir, said, stop }
}

/** What a person may type at the terminal of the demo's first locker bank; the program's start has told it. */
export type Terminal = {
  agent: { userName: string; pin: string }
  resident: { name: string; unitNumber: string; accessCode: string }
  /**
   * Does it, as `npm run kiosk -- …`, at the kiosk that runs beside the server, or at another `--bank`; gives what the terminal
   * said.
   */
  does: (command: string, ...options: string[]) => Promise<string>
}
async function terminalOf({ dataDir, said }: Product): Promise<Terminal> {
  const at = ['--state', join(dataDir, 'kiosks'), '--bank', BANKS[0]!.code]
  const does = async (command: string, ...options: string[]) =>
    (await promisify(execFile)(process.execPath, ['apps/kiosk/main.ts', command, ...at, ...options])).stdout
  const isConnected = () =>
    does('status').then(
      (words) => words.includes(': connected'),
      () => false,
    )
  await expect.poll(isConnected, { timeout: 20_000 }).toBe(true)
  const told = said.join('\n')
  const [, userName = '', pin = ''] = /agent\s+(\S+), PIN (\d+)/.exec(told) ?? []
  const [, name = '', unitNumber = '', accessCode = ''] = /resident\s+(.+), unit (\S+), access code (\d+)/.exec(told) ?? []
  return { agent: { userName, pin }, resident: { name, unitNumber, accessCode }, does }
}

type Signed = { byForm: boolean; signIn: (user?: User, page?: Page) => Promise<void> }

type Shared = { untouched: boolean; running: Product; product: string; terminal: Terminal }

export const test = base.extend<Signed, Shared>({
  /** Whether a file signs people in as they do it themselves, because it is about that: `test.use({ byForm: true })`. */
  byForm: [false, { option: true }],
  /** Whether a file wants a product that no other file has worked in: `test.use({ untouched: true })`. */
  untouched: [false, { scope: 'worker', option: true }],
  running: [
    async ({ untouched: _ }, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: STARTS_WITHIN },
  ],
  product: [async ({ running }, use) => use(running.address), { scope: 'worker' }],
  terminal: [async ({ running }, use) => use(await terminalOf(running)), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product),
  signIn: async ({ page, product, byForm }, use) =>
    use(async (user = USERS.manager, on = page) => {
      const isAtForm = on.url().includes('/login')
      if (byForm && !isAtForm) await on.goto('/portal/#/login')
      if (byForm || isAtForm) await fillSignIn(on, user)
      else await arriveSignedIn(on, user, product)
      await expect(on.getByRole('button', { name: `Account of ${user.name}` })).toBeVisible()
      // The frame stands before its first screen is chosen; going elsewhere then would race with that.
      await expect(on).not.toHaveURL(/#\/(login|landing)?$/)
    }),
})

/** Leaves in the browser what the sign-in form leaves there, and opens the portal. */
async function arriveSignedIn(page: Page, { organisation, email }: User, origin: string) {
  const context = page.context()
  const form = {
    grant_type: 'password',
    username: email,
    password: PASSWORD,
    client_id: PORTAL_CLIENT,
    scope: `${organisation} ${CREDENTIALS.user}`,
  }
  const reply = await context.request.post(`${origin}/api${LINES.token.path}`, { form })
  const { access_token } = (await reply.json()) as { access_token: string }
  const localStorage = [
    { name: 'residentialApp.apiToken', value: access_token },
    { name: 'residentialApp.lastSignIn', value: JSON.stringify({ organisation, userName: email }) },
  ]
  await context.setStorageState({ cookies: await context.cookies(), origins: [{ origin, localStorage }] })
  await page.goto('/portal/')
}

/** Fills the sign-in form and sends it. */
export async function fillSignIn(page: Page, user: User, password: string = PASSWORD) {
  await page.getByLabel('Organisation').fill(user.organisation)
  await page.getByLabel('E-mail').fill(user.email)
  await fillPassword(page, password)
}

export async function fillPassword(page: Page, password: string = PASSWORD) {
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Goes to a screen within the running application. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.location.hash = to
  }, path)

/** Stops the page's clock, which `page.clock.install()` made before the page was loaded: `runFor` moves it on. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 1000)

/** What axe finds against WCAG 2.2 AA on the page, each with the element and what to do. */
export async function flawsOf(page: Page): Promise<string[]> {
  // The checker brings types of another copy of the browser's library; it is the same page.
  const builder = new AxeBuilder({ page: page as never })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // No page has another within it, for whose sake the checker would load itself into a second page each time.
    .setLegacyMode()
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

export { expect }
