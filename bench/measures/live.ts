import type { BrowserContext, Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { PASSWORD, startProduct, type Terminal, terminalOf } from '#e2e/product.ts'
import { LINES } from '#features/session/public.ts'
import { launchBrowser } from '../browser.ts'
import type { Gate } from '../gates.ts'
import { medianOf } from '../load.ts'
import { repetitions } from '../scale.ts'

const TIMES = repetitions(5)
/** Limit in ms from the end of a drop-off at the kiosk until a screen shows it. */
const SHOWN_LIMIT_MS = 1000
/** Limit in ms for an unanswered version check; the portal's own timeout is 5 s. */
const VERSION_CHECK_LIMIT_MS = 7000
const LOBBY = BANKS[0]!

/** The demo in a browser: the latency of a drop-off on open screens, and the duration of an unanswered version check. */
export async function live(): Promise<Gate[]> {
  await using undo = new AsyncDisposableStack()
  const product = await startProduct()
  undo.defer(product.stop)
  const launched = await launchBrowser()
  undo.defer(() => launched.close())
  const terminal = await terminalOf(product)
  const context = await launched.newContext({ baseURL: product.address, locale: 'en-US' })
  const token = await signIn(product.address)
  await context.addInitScript((value) => localStorage.setItem('residentialApp.apiToken', value), token)
  return [...(await dropOffs(context, terminal)), await versionCheck(context)]
}

async function signIn(address: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'password',
    username: 'manager@parcelhall.test',
    password: PASSWORD,
    client_id: 'api',
    scope: 'riverside 1',
  })
  const reply = await fetch(`${address}/api${LINES.token.path}`, { method: 'POST', body })
  return ((await reply.json()) as { access_token: string }).access_token
}

async function dropOffs(context: BrowserContext, { run, agent, resident }: Terminal): Promise<Gate[]> {
  const [main, bank] = [await context.newPage(), await context.newPage()]
  await main.goto('/portal/#/dashboard/main')
  const row = main.getByRole('grid', { name: 'Dashboard' }).getByRole('row').filter({ hasText: LOBBY.name })
  await row.waitFor()
  await bank.goto(`/portal/#/dashboard/lockerbank/${LOBBY.id}`)
  const doors = bank.getByRole('region', { name: 'Cabinet' }).getByRole('button', { name: /Occupied, Active, just now/i })
  await bank.getByRole('region', { name: 'Cabinet' }).getByRole('button').first().waitFor()
  const took = { main: [] as number[], bank: [] as number[] }
  for (let i = 0; i < TIMES; i++) {
    const [before, count] = [await row.innerText(), await doors.count()]
    await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--unit', resident.unitNumber, '--name', resident.name)
    const began = performance.now()
    const changed = async (work: () => Promise<boolean>, into: number[]) => {
      while (!(await work())) if (performance.now() - began > 10 * SHOWN_LIMIT_MS) break
      into.push(performance.now() - began)
    }
    await Promise.all([
      changed(async () => (await row.innerText()) !== before, took.main),
      changed(async () => (await doors.count()) > count, took.bank),
    ])
  }
  const gate = (name: string, ms: readonly number[]): Gate => ({
    name: `${name} shows a drop-off, of 1 s`,
    ratio: medianOf(ms) / SHOWN_LIMIT_MS,
    bound: { atMost: 1 },
    figures: ms.map((one) => `${one.toFixed(0)} ms`).join(', '),
  })
  return [gate('dashboard', took.main), gate('locker bank', took.bank)]
}

async function versionCheck(context: BrowserContext): Promise<Gate> {
  const page: Page = await context.newPage()
  await page.goto('/portal/#/about')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.route('**/portal/index.html', () => {})
  const isCheck = (request: { method(): string; url(): string }) =>
    request.method() === 'HEAD' && request.url().endsWith('/portal/index.html')
  const sent = page.waitForRequest(isCheck).then(() => performance.now())
  const ended = page.waitForEvent('requestfailed', isCheck).then(() => performance.now())
  await page.evaluate(() => {
    window.location.hash = '/dashboard/main'
  })
  const ms = (await ended) - (await sent)
  return {
    name: 'version check without an answer, of 7 s',
    ratio: ms / VERSION_CHECK_LIMIT_MS,
    bound: { atMost: 1 },
    figures: `${ms.toFixed(0)} ms`,
  }
}
