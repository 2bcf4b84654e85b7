import { createServer } from 'node:http'
import { expect, flawsOf, test, USERS } from './fixtures.ts'

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

test('another page shows two viewers with one script and its token', async ({ page, product, signIn }) => {
  await signIn(USERS.manager)
  const token = await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))
  const site = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(pageOf(product, token!)))
  await new Promise<void>((resolve) => site.listen(PORT, () => resolve()))
  try {
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
    expect((await downloaded).suggestedFilename()).toBe('Collection.csv')
    await expect(page.getByRole('alert')).toHaveText('The serviceUrl is not specified.')
    // The page's own styles do not reach the viewer.
    expect((await one.getByRole('button', { name: 'Next page' }).boundingBox())!.width).toBeLessThan(50)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await flawsOf(page)).toEqual([])
    }
  } finally {
    site.close()
  }
})
