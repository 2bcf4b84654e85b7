import type { Page, Route } from '@playwright/test'
import { choose, expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

const DOCUMENT = '**/api/reports/clients/*/instances/*/documents/*'
const reportOf = (page: Page) => page.getByRole('region', { name: 'Report', exact: true })
const frameOf = (page: Page) => page.getByRole('region', { name: /^Page \d+$/ })

async function openTenants(page: Page) {
  await goTo(page, '/rpttenants')
  await expect(reportOf(page).getByText(/^Done\. Total \d+ pages loaded\.$/)).toBeVisible()
}

test('a page is cleaned of what could run; links to the web open a window, others do nothing, and bookmarks lead to their page', async ({
  page,
  context,
  signIn,
}) => {
  await context.route('https://pages.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Web</title>' }),
  )
  const action = (id: string, text: string) => `<button type="button" data-action="${id}">${text}</button>`
  const pageContent = `<div class="report"><h2>Crafted</h2>
    <img src="x" onerror="window.ran = 1"><script>window.ran = 2</script><a href="javascript:window.ran = 3">Script</a>
    <iframe srcdoc="<script>parent.ran = 4</script>"></iframe><svg><script>window.ran = 5</script></svg>
    ${action('web', 'Web')}${action('code', 'Code')}${action('mark', 'Mark')}</div>`
  const pageActions = [
    { Id: 'web', Type: 'navigateToUrl', Value: { url: 'https://pages.example/x' } },
    { Id: 'code', Type: 'navigateToUrl', Value: { url: 'javascript:window.opener.ran = 6' } },
    { Id: 'mark', Type: 'navigateToBookmark', Value: { id: 'g9' } },
  ]
  await page.route(`${DOCUMENT}/pages/1`, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: body.pageReady ? { ...body, pageContent, pageActions } : body })
  })
  await page.route(`${DOCUMENT}/info`, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: { ...body, bookmarkNodes: [{ id: 'g9', text: 'Ninth', page: 3 }] } })
  })
  await signIn(USERS.manager)
  await openTenants(page)
  const paper = frameOf(page)
  await expect(paper.getByRole('heading', { name: 'Crafted' })).toBeVisible()
  await expect(paper.locator('script, iframe')).toHaveCount(0)
  await paper.getByText('Script').click()

  const opened = page.waitForEvent('popup')
  await paper.getByRole('button', { name: 'Web' }).click()
  await expect(await opened).toHaveTitle('Web')
  await (await opened).close()
  await paper.getByRole('button', { name: 'Code' }).click()
  await paper.getByRole('button', { name: 'Mark' }).click()
  await expect(paper).toHaveAccessibleName('Page 3')
  expect(context.pages().length).toBe(1)
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
})

test('a report that is left while it loads is cancelled, and so is one whose page is closed', async ({ page, signIn }) => {
  // A request that is under way when the page is left has no reply.
  const keepLoading = async (route: Route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), documentReady: false } })
  }
  await page.route(`${DOCUMENT}/info`, (route) => keepLoading(route).catch(() => {}))
  const deleted: string[] = []
  page.context().on('request', (request) => {
    if (request.method() === 'DELETE') deleted.push(new URL(request.url()).pathname)
  })
  await signIn(USERS.manager)
  await goTo(page, '/rpttransaction')
  await expect(frameOf(page).getByRole('heading', { name: 'Transaction' })).toBeVisible()
  await goTo(page, '/search')
  await expect.poll(() => deleted.length).toBe(1)
  expect(deleted[0]).toMatch(/\/documents\/[0-9a-f-]{36}$/)

  const asked = page.waitForRequest(/\/info$/)
  await goTo(page, '/rpttransaction')
  await expect(frameOf(page).getByRole('heading', { name: 'Transaction' })).toBeVisible()
  const request = await asked
  const { authorization } = await request.allHeaders()
  const status = async () => (await page.request.get(request.url(), { headers: { authorization: authorization! } })).status()
  expect(await status()).toBeLessThan(300)
  await page.goto('about:blank')
  await expect.poll(status).toBe(404)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('continuous pages stay where a person has scrolled to; the same entry of the document map leads there again', async ({
  page,
  signIn,
}) => {
  await signIn(USERS.manager)
  await openTenants(page)
  const report = reportOf(page)
  const frame = frameOf(page)
  await report.getByRole('button', { name: 'Continuous pages' }).click()
  await report.getByRole('button', { name: 'Document map' }).click()
  const tree = page.getByRole('tree', { name: 'Document map' })
  const entry = tree.getByRole('treeitem').nth(1)
  const top = () => frame.evaluate((element) => Math.round(element.scrollTop))
  const group = frame.locator('tr.group', { hasText: (await entry.textContent()) ?? '' }).first()
  /** How far the group is from the top of the frame, in px; 0 where the pages end before. */
  const below = async () => {
    const isEnd = await frame.evaluate((element) => element.scrollTop + element.clientHeight > element.scrollHeight - 5)
    return isEnd ? 0 : Math.abs((await group.boundingBox())!.y - (await frame.boundingBox())!.y)
  }
  await entry.click()
  await expect.poll(top).toBeGreaterThan(100)
  await expect.poll(below).toBeLessThan(5)
  const there = await top()
  await frame.hover()
  await page.mouse.wheel(0, 10)
  await frame.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(frame.getByRole('article').locator('.total, tr').last()).toBeVisible()
  await frame.evaluate((element, to) => element.scrollTo({ top: to }), there + 300)
  const offset = async () => (await group.boundingBox())!.y - (await frame.boundingBox())!.y
  await expect.poll(offset).toBeLessThan(-200)
  const before = await offset()
  // The pages are drawn again; what is in sight stays.
  await page.waitForTimeout(500)
  expect(Math.abs((await offset()) - before)).toBeLessThan(5)
  await entry.click()
  await expect.poll(below).toBeLessThan(5)
  // A page that is turned to is not left for the entry when the pages around it arrive.
  const shown = report.getByRole('textbox', { name: 'Page', exact: true })
  const next = String(Number(await shown.inputValue()) + 1)
  await report.getByRole('button', { name: 'Next page' }).click()
  await expect(shown).toHaveValue(next)
  await page.waitForTimeout(500)
  await expect(shown).toHaveValue(next)

  await tree.getByRole('treeitem').first().focus()
  await page.keyboard.press('End')
  await expect(tree.getByRole('treeitem').last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(entry).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await flawsOf(page)).toEqual([])
})

test('a printed report opens in a window of its own', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await openTenants(page)
  const report = reportOf(page)
  await report.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'PDF in a window' }).click()
  await report.getByRole('button', { name: 'Print', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'Print now' }).click()
  const popup = await opened
  // A browser without a reader of PDF files loads the file from the window.
  await Promise.any([popup.waitForEvent('download'), popup.waitForURL(/^blob:/)])
  await expect(report.getByRole('status')).not.toContainText('blocked')
})

test('numbers, several values and long lists have inputs of their own', async ({ page, signIn }) => {
  const own = { text: '', isVisible: true, allowNull: true, allowBlank: false, multivalue: false, availableValues: null }
  const rest = { hasMoreValues: false, autoRefresh: false, childParameters: [], value: null }
  const added = [
    { ...own, ...rest, id: 'Count', name: 'Count', text: 'Count', type: 'Int64' },
    { ...own, ...rest, id: 'Share', name: 'Share', text: 'Share', type: 'Double' },
    { ...own, ...rest, id: 'Names', name: 'Names', text: 'Names', type: 'String', multivalue: true, value: [] },
  ]
  await page.route('**/api/reports/clients/*/parameters', async (route) => {
    const reply = await route.fetch()
    const all = (await reply.json()) as { id: string }[]
    const isSearch = route.request().postDataJSON().SearchParameter !== undefined
    const marked = all.map((one) => (one.id === 'ResidentId' ? { ...one, hasMoreValues: true } : one))
    await route.fulfill({ response: reply, json: isSearch ? marked : [...marked, ...added] })
  })
  await signIn(USERS.manager)
  await goTo(page, '/rptresident')
  const parameters = page.getByRole('form', { name: 'Parameters' })
  await expect(frameOf(page).getByText('Choose a resident.')).toBeVisible()
  await parameters.getByLabel('Count').pressSequentially('-1a2.5')
  await expect(parameters.getByLabel('Count')).toHaveValue('-125')
  await parameters.getByLabel('Share').pressSequentially('1x.5.5')
  await expect(parameters.getByLabel('Share')).toHaveValue('1.55')
  await parameters.getByLabel('Names').pressSequentially('one\n two')
  await expect(parameters.getByLabel('Names')).toHaveValue('one\n two')
  await reportOf(page).getByRole('textbox', { name: 'Page' }).fill('')
  await reportOf(page).getByRole('textbox', { name: 'Page' }).pressSequentially('1e')
  await expect(reportOf(page).getByRole('textbox', { name: 'Page' })).toHaveValue('1')

  const resident = parameters.getByRole('combobox', { name: 'Resident' })
  await resident.click()
  await resident.pressSequentially('johnson freya')
  const options = page.getByRole('listbox', { name: 'Resident' }).getByRole('option')
  await expect(options).toHaveText([/^Freya Johnson, /])
  expect(await flawsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(resident).toHaveValue(/^Freya Johnson, /)
  await expect(options).toHaveCount(0)
  // A failed search is said at the list, and repeated by the next key.
  await page.route('**/parameters', (route) => route.abort())
  await resident.pressSequentially('laurent')
  await expect(resident).toHaveAccessibleDescription(/The server cannot be reached/)
  await expect(options).toHaveCount(0)
  expect(await flawsOf(page)).toEqual([])
  await page.unroute('**/parameters')
  await resident.pressSequentially(' s')
  await expect(options.first()).toHaveText(/^Sven Laurent, /)
  await page.keyboard.press('Escape')
  // Enter waits for what the server finds.
  await resident.pressSequentially('laurent sven')
  await page.keyboard.press('Enter')
  await expect(resident).toHaveValue(/^Sven Laurent, /)
  await resident.pressSequentially('johnson freya')
  await page.keyboard.press('Enter')
  await expect(resident).toHaveValue(/^Freya Johnson, /)
  await parameters.getByLabel('Count').fill('')
  await parameters.getByRole('button', { name: 'Preview' }).click()
  await expect(page).toHaveURL(/#\/rptresident\?.*ResidentId=[0-9a-f-]{36}/)
  await expect(frameOf(page).getByRole('heading', { name: 'Packages', exact: true })).toBeVisible()
})

test('a small screen has the first and last page in its menu, and announces the page', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(USERS.manager)
  await openTenants(page)
  const report = reportOf(page)
  const count = /\d+/.exec(await report.getByText(/^of \d+$/).innerText())![0]
  await expect(report.getByRole('button', { name: 'Last page' })).toHaveCount(0)
  await report.getByRole('button', { name: 'Commands' }).click()
  await page.getByRole('menuitem', { name: 'Last page' }).click()
  await expect(report.getByRole('textbox', { name: 'Page' })).toHaveValue(count)
  const spoken = report.getByText(`Page ${count} of ${count}`, { exact: true })
  await expect(spoken).toHaveCSS('display', /^(?!none).+/)
  await expect(report.getByRole('button', { name: 'Previous page' })).toBeVisible()
  await report.getByRole('button', { name: 'Commands' }).click()
  await page.getByRole('menuitem', { name: 'First page' }).click()
  await expect(report.getByRole('textbox', { name: 'Page' })).toHaveValue('1')
})

test('a report that was left by a switch of the organisation is ended in its own organisation', async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  await openTenants(page)
  const ended = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && /\/clients\/[^/]+$/.test(reply.url()))
  await choose(page, 'Organisation', 'Harbour Homes')
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveValue('Harbour Homes')
  await goTo(page, '/rptcollection')
  expect((await ended).status()).toBe(200)
  await expect(frameOf(page).getByText('Harbour Homes')).toBeVisible()
})
