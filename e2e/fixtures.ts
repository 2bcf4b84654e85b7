import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'

const PASSWORD = 'a password of the demo'
const STARTS_WITHIN = 90_000

/** The people of the demo that tests sign in as. */
export const USERS = {
  superadmin: { organisation: 'riverside', email: 'super@parcelhall.test', name: 'Sofia Marsh' },
  manager: { organisation: 'riverside', email: 'manager@parcelhall.test', name: 'Daniel Okafor' },
  leasing: { organisation: 'riverside', email: 'leasing@parcelhall.test', name: 'Elena Petrova' },
  mailroom: { organisation: 'riverside', email: 'mailroom@parcelhall.test', name: 'Marcus Bell' },
} as const
type User = (typeof USERS)[keyof typeof USERS]

/** The whole product with its demo, as `npm start` runs it, on a free port with a database of its own. */
async function startProduct(): Promise<{ address: string; stop: () => Promise<void> }> {
  const folder = temporaryFolder()
  const server = spawn(process.execPath, ['apps/server/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
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
  return { address, stop }
}

type Signed = { signIn: (user?: User, page?: Page) => Promise<void> }

export const test = base.extend<Signed, { product: string }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use) => {
      const { address, stop } = await startProduct()
      await use(address)
      await stop()
    },
    { scope: 'worker', timeout: STARTS_WITHIN },
  ],
  baseURL: async ({ product }, use) => use(product),
  signIn: async ({ page }, use) =>
    use(async (user = USERS.manager, on = page) => {
      if (!on.url().includes('/login')) await on.goto('/portal/#/login')
      await fillSignIn(on, user)
      await expect(on.getByRole('button', { name: `Account of ${user.name}` })).toBeVisible()
    }),
})

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

/** What axe finds against WCAG 2.2 AA on the page, each with the element and what to do. */
export async function flawsOf(page: Page): Promise<string[]> {
  // The checker brings types of another copy of the browser's library; it is the same page.
  const builder = new AxeBuilder({ page: page as never }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

export { expect }
