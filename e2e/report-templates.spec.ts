import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { expect, flawsInBothThemes, test, USERS } from './fixtures.ts'

/** `REPORT_VIEWER_ORIGINS` of the tests lists this origin, and not the other one. */
const PORT = 18481
const LISTED = `http://layouts.localhost:${PORT}`
const UNLISTED = `http://other.localhost:${PORT}`

const PAGE_AREA = '<div data-area="page"></div>'
/** Templates of another site, by their path. */
const TEMPLATES: Readonly<Record<string, string>> = {
  '/turned': `<section class="column"><div class="row"><header data-area="page"></header>
    <aside class="side Side_2 9x"><div data-area="documentMap"></div><div data-area="parameters"></div></aside></div>
    <footer data-area="toolbar"></footer></section>`,
  '/hostile': `<!doctype html><html onload="hacked('html')"><head><base href="${UNLISTED}/"><style>* { display: none }</style>
    <link rel="stylesheet" href="${UNLISTED}/asked.css"><script>hacked('head')</script><meta http-equiv="refresh" content="0;url=${UNLISTED}/asked">
    </head><body onload="hacked('body')" style="display: none">Text of a stranger
    <script>hacked('script')</script><script src="${UNLISTED}/asked.js"></script>
    <div class="row" id="hostile" style="position: fixed" onclick="hacked('click')" onmouseover="hacked('over')" title="Title of a stranger"
      tabindex="0" role="alert" data-other="x" slot="x" is="x-own" contenteditable="true" popover>
      <div data-area="page" onfocus="hacked('focus')" style="visibility: hidden" aria-hidden="true" hidden inert></div>
      <div data-area="toolbar"><div data-area="search"></div><img src="${UNLISTED}/asked.png" onerror="hacked('error')"></div>
      <div data-area="toolbar" class="second"></div>
    </div>
    <a href="javascript:hacked('link')">Link of a stranger</a><form action="${UNLISTED}/asked"><input autofocus onfocus="hacked('input')"><button>Send</button></form>
    <iframe src="${UNLISTED}/asked" srcdoc="<script>parent.hacked('frame')</script>"></iframe><object data="${UNLISTED}/asked"></object><embed src="${UNLISTED}/asked">
    <svg onload="hacked('svg')"><script>hacked('svg script')</script><foreignObject><div data-area="parameters" class="in-svg"></div></foreignObject></svg>
    <math><mtext><div class="in-math"><style><img src="${UNLISTED}/asked.png" onerror="hacked('math')"></style></div></mtext></math>
    <template><div class="in-template" data-area="parameters"></div></template><x-own><div class="in-own" data-area="parameters"></div></x-own>
    <noscript><p title="</noscript><img src=${UNLISTED}/asked.png onerror=hacked('noscript')>"></p></noscript>
    <video autoplay src="${UNLISTED}/asked.mp4" onerror="hacked('video')"></video><details open ontoggle="hacked('toggle')"></details>
    <div class="constructor toString" data-area="__proto__"></div></body></html>`,
  '/deep': `${'<div class="d">'.repeat(5_000)}<div class="row">${PAGE_AREA}</div>`,
  '/no-page': '<div data-area="toolbar"></div><div data-area="pages"></div>',
  '/nested-page': '<div data-area="toolbar"><div data-area="page"></div></div>',
  '/empty': '',
  '/large': `${PAGE_AREA}${' '.repeat(5_000_000)}`,
}

const viewerPage = (product: string, token: string, template: string) => `<!doctype html><html lang="en"><title>Intranet</title>
<style>body { margin: 0; font: italic 900 30px/3 cursive; letter-spacing: 9px; text-transform: uppercase; text-align: right; color: red;
  visibility: visible; cursor: wait; word-spacing: 20px } .half { height: 90vh; font-size: 40px }
  #one::part(side) { order: -1; border-inline-end: 5px solid rgb(1, 2, 3) }</style>
<main><h1 hidden>Intranet</h1><div class="half" id="one"></div></main>
<script>window.hacks = []; window.hacked = (where) => hacks.push(where)</script>
<script type="module" src="${product}/portal/report-viewer/viewer.js"></script>
<script type="module">
  const options = { serviceUrl: '${product}/api/reports', token: () => '${token}', report: 'Collection', settings: { parametersAreaVisible: true } }
  window.created = ParcelhallReportViewer.create(document.getElementById('one'), { ...options, ${template} })
  created.catch(() => undefined)
</script></html>`

/** Serves pages and templates of another site while `work` runs; returns the paths that were asked for. */
async function served(body: string, work: (asked: string[]) => Promise<void>) {
  const asked: string[] = []
  const site = createServer(({ url = '', headers }, reply) => {
    asked.push(`${headers.host} ${url}`)
    reply.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/html')
    if (url === '/') reply.end(body)
    else if (url === '/redirect') reply.writeHead(302, { location: `${UNLISTED}/turned` }).end()
    else reply.writeHead(url in TEMPLATES ? 200 : 404).end(TEMPLATES[url])
  })
  await new Promise<void>((resolve) => site.listen(PORT, () => resolve()))
  try {
    await work(asked)
  } finally {
    site.close()
    site.closeAllConnections()
  }
}

type Opened = { page: Page; product: string; token: string; template: string }
const opened = ({ page, product, token, template }: Opened, work: (asked: string[]) => Promise<void>) =>
  served(viewerPage(product, token, template), async (asked) => {
    await page.goto(LISTED)
    await work(asked)
  })
const tokenOf = async (page: Page) => (await page.evaluate(() => localStorage.getItem('residentialApp.apiToken')))!

test('the layout of another page comes from the service, and nothing of the page is inherited', async ({
  page,
  product,
  signIn,
}) => {
  await signIn(USERS.manager)
  const fetched = page.waitForResponse((reply) => reply.url().endsWith('/api/reports/resources/templates'))
  await opened({ page, product, token: await tokenOf(page), template: '' }, async () => {
    const reply = await fetched
    expect(reply.headers()['content-type']).toContain('text/html')
    expect(reply.request().headers().authorization).toBeUndefined()
    const one = page.locator('#one')
    await expect(one.getByRole('heading', { name: 'Collection', exact: true })).toBeVisible()
    const styles = await one.getByRole('form', { name: 'Parameters' }).evaluate((element) => {
      const { fontStyle, fontWeight, fontSize, letterSpacing, textTransform, textAlign, color, cursor, wordSpacing } =
        getComputedStyle(element)
      return { fontStyle, fontWeight, fontSize, letterSpacing, textTransform, textAlign, color, cursor, wordSpacing }
    })
    expect(styles).toEqual({
      ...{ fontStyle: 'normal', fontWeight: '400', fontSize: '14px', letterSpacing: 'normal', textTransform: 'none' },
      ...{ textAlign: 'start', color: 'rgb(27, 31, 39)', cursor: 'auto', wordSpacing: '0px' },
    })
    expect(await flawsInBothThemes(page)).toEqual([])
    await page.evaluate(async () => {
      const viewer = await (window as unknown as { created: Promise<{ dispose(): Promise<void>; refresh(): void }> }).created
      await viewer.dispose()
      Object.assign(window, { viewer })
    })
    const refreshed = page.evaluate(() => (window as unknown as { viewer: { refresh(): void } }).viewer.refresh())
    await expect(refreshed).rejects.toThrow('Controller is not initialized')
  })
})

test('a page gives another layout, whose classes it arranges', async ({ page, product, signIn }) => {
  await signIn(USERS.manager)
  await opened({ page, product, token: await tokenOf(page), template: `templateUrl: '${LISTED}/turned'` }, async () => {
    const one = page.locator('#one')
    await expect(one.getByRole('heading', { name: 'Collection', exact: true })).toBeVisible()
    const [toolbar, parameters, paper] = await Promise.all(
      [
        one.getByRole('region', { name: 'Report', exact: true }),
        one.getByRole('form', { name: 'Parameters' }),
        one.getByRole('region', { name: 'Page 1' }),
      ].map(async (area) => (await area.boundingBox())!),
    )
    expect(toolbar!.y).toBeGreaterThan(paper!.y + paper!.height - 2)
    expect(parameters!.x).toBeLessThan(paper!.x)
    await expect(one.locator('aside')).toHaveCSS('border-right-color', 'rgb(1, 2, 3)')
    await expect(one.locator('aside')).toHaveAttribute('class', 'side Side_2 9x')
    // Areas that the layout does not have offer no command.
    await expect(one.getByRole('button', { name: 'Parameters' })).toBeVisible()
    await expect(one.getByRole('button', { name: 'Thumbnails' })).toHaveCount(0)
    await expect(one.getByRole('button', { name: 'Search' })).toHaveCount(0)
  })
})

test('of a hostile layout only elements, classes and the names of areas are left', async ({ page, product, signIn }) => {
  await signIn(USERS.manager)
  await opened({ page, product, token: await tokenOf(page), template: `templateUrl: '${LISTED}/hostile'` }, async (asked) => {
    const one = page.locator('#one')
    await expect(one.getByRole('heading', { name: 'Collection', exact: true })).toBeVisible()
    await expect(one.getByRole('button', { name: 'Next page' })).toHaveCount(1)
    const left = await one.evaluate((host) => {
      const root = host.shadowRoot!.querySelector('.place > div')!
      const isArea = (element: Element) => /(^| )_?area/.test(element.className)
      const describe = (element: Element): unknown => [
        element.localName,
        ...element.getAttributeNames().filter((name) => name !== 'class'),
        ...[...element.classList].filter((name) => !/^_/.test(name)),
        ...(isArea(element) ? [] : [...element.children].map(describe)),
      ]
      return { tree: [...root.children].map(describe), text: root.textContent }
    })
    expect(left.tree).toEqual([
      ['div', 'part', ['div'], ['div']],
      ['div', 'part', 'constructor', 'toString'],
    ])
    expect(left.text).not.toContain('stranger')
    for (const box of await one.getByRole('region', { name: 'Page 1' }).all()) await box.hover()
    await one.getByRole('button', { name: 'Print preview' }).click()
    expect(await page.evaluate(() => (window as unknown as { hacks: string[] }).hacks)).toEqual([])
    expect(asked.filter((path) => path.startsWith('other.'))).toEqual([])
  })
})

test('a layout of 5,000 nested elements is shown', async ({ page, product, signIn }) => {
  await signIn(USERS.manager)
  await opened({ page, product, token: await tokenOf(page), template: `templateUrl: '${LISTED}/deep'` }, async () => {
    await expect(page.locator('#one').getByRole('heading', { name: 'Collection', exact: true })).toBeVisible()
    await expect(page.locator('#one').getByRole('region', { name: 'Report', exact: true })).toHaveCount(0)
  })
})

test('a layout that cannot be used shows why, and no viewer', async ({ page, product, signIn }) => {
  await signIn(USERS.manager)
  const failures = [
    [`${LISTED}/no-page`, 'It has no area for the page.'],
    [`${LISTED}/nested-page`, 'It has no area for the page.'],
    [`${LISTED}/empty`, 'It has no area for the page.'],
    [`${LISTED}/large`, 'It is larger than 100 kB.'],
    [`${LISTED}/missing`, '404'],
    [`${LISTED}/redirect`, ''],
    [`${UNLISTED}/turned`, 'Its origin is not listed in REPORT_VIEWER_ORIGINS.'],
    ['javascript:alert(1)', 'Its origin is not listed in REPORT_VIEWER_ORIGINS.'],
  ] as const
  const token = await tokenOf(page)
  for (const [address, reason] of failures)
    await opened({ page, product, token, template: `templateUrl: '${address}'` }, async (asked) => {
      const text = `Error loading the report viewer's templates (Template = ${address}). ${reason}`.trim()
      await expect(page.locator('#one').getByRole('alert')).toHaveText(text)
      await expect(page.locator('#one').getByRole('button')).toHaveCount(0)
      const rejected = page.evaluate(() => (window as unknown as { created: Promise<unknown> }).created)
      await expect(rejected).rejects.toThrow("Error loading the report viewer's templates")
      expect(asked.filter((path) => path.startsWith('other.'))).toEqual([])
    })
})
