import { createServer } from 'node:http'
import { expect, flawsInBothThemes, test, USERS } from './fixtures.ts'

/** The page of another site; `REPORT_VIEWER_ORIGINS` of the tests names it. */
const PORT = 18480
const pageOf = (product: string, token: string) => `<!doctype html><html lang="en"><title>Intranet</title>
<style>body { margin: 0 } button { background: red; width: 500px } .half { height: 50vh }</style>
<main><h1>Intranet</h1><div class="half" id="one"></div><div class="half" id="two"></div></main>
<script type="module" src="${product}/portal/report-viewer/viewer.js"></script>
<script type="module">
  const options = { settings: { scaleMode: 'SPECIFIC' }, serviceUrl: '${product}/api/reports', token: () => '${token}' }
  await ParcelhallReportViewer.create(document.getElementById('one'), { ...options, report: 'Tenants' })
  await ParcelhallReportViewer.create(document.getElementById('two'), { ...options, report: 'Collection' })
  await ParcelhallReportViewer.create(document.body.appendChild(document.createElement('div')), {}).catch(() => undefined)
</script></html>`

/** Serves a page of another site while `work` runs. */
async function served(body: string, work: () => Promise<void>) {
  const site = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((resolve) => site.listen(PORT, () => resolve()))
  try {
    await work()
  } finally {
    site.close()
  }
}

test('another page shows two viewers with one script and its token', async ({ page, product, signIn }) => {
  await signIn(USERS.manager)
  const token = await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))
  await served(pageOf(product, token!), async () => {
    await page.goto(`http://pages.localhost:${PORT}/`)
    const [one, two] = [page.locator('#one'), page.locator('#two')]
    await expect(one.getByRole('heading', { name: 'Tenants' })).toBeVisible()
    await expect(two.getByRole('heading', { name: 'Collection', exact: true })).toBeVisible()
    await one.getByRole('button', { name: 'Next page' }).click()
    await expect(one.getByRole('textbox', { name: 'Page' })).toHaveValue('2')
    await expect(two.getByRole('textbox', { name: 'Page' })).toHaveValue('1')
    await two.getByRole('button', { name: 'Export' }).click()
    const downloaded = page.waitForEvent('download')
    await two.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await downloaded).suggestedFilename()).toMatch(/^Collection_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
    await expect(page.getByRole('alert')).toHaveText('The serviceUrl is not specified.')
    // The page's own styles do not reach the viewer.
    expect((await one.getByRole('button', { name: 'Next page' }).boundingBox())!.width).toBeLessThan(50)
    expect(await flawsInBothThemes(page)).toEqual([])
  })
})

test('another page chooses languages, keeps the place, answers custom actions, and replaces and ends a viewer', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(USERS.manager)
  const token = await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))
  const body = `<!doctype html><html lang="en"><title>Intranet</title>
    <main><h1>Intranet</h1><div style="height: 50vh" id="one"></div><div style="height: 50vh" id="two"></div></main>
    <script type="module" src="${product}/portal/report-viewer/viewer.js"></script>
    <script type="module">
      const options = { serviceUrl: '${product}/api/reports', token: () => '${token}', settings: { scaleMode: 'SPECIFIC', scale: 99 } }
      const [one, two] = ['one', 'two'].map((id) => document.getElementById(id))
      const { create } = ParcelhallReportViewer
      window.create = (report) => create(one, { ...options, report, persistAs: 'intranet', language: 'de' })
      window.first = await window.create('Tenants')
      window.second = await create(two, { ...options, report: 'Collection', onCustomAction: (action) => (window.action = action) })
    </script></html>`
  await page.route('**/api/reports/clients/*/instances/*/documents/*/pages/*', async (route) => {
    const reply = await route.fetch()
    const one = await reply.json()
    const pageContent = `<button type="button" data-action="own">Own</button>${one.pageContent}`
    const pageActions = [...one.pageActions, { Id: 'own', Type: 'customAction', Value: { id: 7 } }]
    await route.fulfill({ response: reply, json: one.pageReady ? { ...one, pageContent, pageActions } : one })
  })
  await served(body, async () => {
    await page.goto(`http://pages.localhost:${PORT}/`)
    const [one, two] = [page.locator('#one'), page.locator('#two')]
    // Two languages in one page, also after both were drawn again.
    await expect(two.getByRole('button', { name: 'Next page' })).toBeVisible()
    await one.getByRole('button', { name: 'Nächste Seite' }).click()
    await expect(one.getByRole('textbox', { name: 'Seite' })).toHaveValue('2')
    await two.getByRole('button', { name: 'Own' }).click()
    expect(await page.evaluate(() => (window as unknown as { action: unknown }).action)).toMatchObject({ Id: 'own' })
    await expect(two.getByRole('button', { name: 'Print preview' })).toBeVisible()
    const scale = () => page.evaluate(() => (window as unknown as { first: { read(): { scale: number } } }).first.read().scale)
    expect(await scale()).toBe(8)

    await page.reload()
    await expect(one.getByRole('textbox', { name: 'Seite' })).toHaveValue('2')

    // Another viewer in the same element ends the first one, which asks for nothing any more.
    const replaced = await page.evaluate(async () => {
      const shared = window as unknown as { first: { read(): { phase: string } }; create(report: string): Promise<unknown> }
      const [, last] = await Promise.all([shared.create('Collection'), shared.create('Tenants')])
      return (last as { read(): { reportSource: { report: string } } }).read().reportSource.report
    })
    expect(replaced).toBe('Tenants')
    await expect(one.getByRole('region', { name: 'Bericht' })).toHaveCount(1)

    const unregistered = page.waitForRequest(
      (request) => request.method() === 'DELETE' && /\/clients\/[^/]+$/.test(request.url()),
    )
    await page.evaluate(() => (window as unknown as { second: { dispose(): Promise<void> } }).second.dispose())
    await unregistered
    await expect(two.getByRole('button')).toHaveCount(0)
  })
})

test('a viewer in a page whose session storage is blocked, or holds something else, opens', async ({ page, product, signIn }) => {
  await signIn(USERS.manager)
  const token = await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))
  const body = `<!doctype html><html lang="en"><title>Intranet</title><div style="height: 50vh" id="one"></div>
    <script>
      sessionStorage.setItem('residentialApp.intranet', '{"history": 5')
      if (location.hash === '#blocked') Object.defineProperty(window, 'sessionStorage', { get: () => { throw new Error('blocked') } })
    </script>
    <script type="module" src="${product}/portal/report-viewer/viewer.js"></script>
    <script type="module">
      const options = { serviceUrl: '${product}/api/reports', token: '${token}', report: 'Tenants', persistAs: 'intranet' }
      await ParcelhallReportViewer.create(document.getElementById('one'), options)
    </script></html>`
  await served(body, async () => {
    for (const hash of ['', '#blocked']) {
      await page.goto('about:blank')
      await page.goto(`http://pages.localhost:${PORT}/${hash}`)
      await expect(page.locator('#one').getByRole('heading', { name: 'Tenants' })).toBeVisible()
    }
  })
})
