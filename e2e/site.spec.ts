import type { Page } from '@playwright/test'
import { type Content, PAGES } from '#apps/site/content/content.ts'
import { en as content } from '#apps/site/content/en.ts'
import { totalOf } from '#features/enquiries/cabinets.ts'
import { expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

const pages = Object.entries(PAGES) as [keyof Content['pages'], string][]
const newsletter = (page: Page) => page.getByRole('textbox', { name: content.newsletter.email })

test('the public site: every page is complete, readable in light and dark, and asks no other server', async ({
  page,
  product,
}) => {
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  for (const [name, path] of pages) {
    const reply = await page.goto(path)
    expect(reply?.status(), path).toBe(200)
    await expect(page).toHaveTitle(`${content.pages[name].title} · Parcelhall`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await flawsOf(page, { isStrict: true }), `${path}, ${colorScheme}`).toEqual([])
    }
    for (const href of await page.getByRole('link').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href)))
      if (href.startsWith(product)) expect((await page.request.get(href)).status(), href).toBeLessThan(400)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path}, 390`).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
  expect(foreign).toEqual([])
  expect(errors).toEqual([])
  const map = await (await page.request.get('/sitemap.xml')).text()
  expect(map).toContain(`<loc>${product}/product/</loc>`)
  expect(map).not.toContain('newsletter')
})

test('the public site: header, menu, words, gallery and the way to the top', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const menu = page.getByRole('group').filter({ hasText: content.pages.product.name }).first()
  await menu.locator('summary').click()
  await expect(menu.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('link').first()).toBeHidden()
  await expect(menu.locator('summary')).toBeFocused()

  const headline = page.getByRole('heading', { level: 1 })
  await expect(headline).toContainText(content.home.words[1]!)
  await page.getByRole('button', { name: content.home.pause }).click()
  const word = await headline.textContent()
  await page.waitForTimeout(2_500)
  expect(await headline.textContent()).toBe(word)

  await page.mouse.wheel(0, 600)
  await expect(page.locator('[data-header][data-sticks]')).toBeVisible()
  await page.getByRole('link', { name: content.backToTop }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await page.goto(PAGES.gallery)
  await page.getByRole('radio', { name: content.gallery.kinds.small }).check()
  const items = page.locator('[data-kind]:visible')
  for (const kind of await items.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.kind)))
    expect(kind).toBe('small')
  await items.first().getByRole('button').click()
  const box = page.getByRole('dialog')
  await expect(box.locator('svg').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
})

test('the public site: the newsletter is asked for, and its subscribers are listed in the portal', async ({ page, signIn }) => {
  await page.goto('/')
  const subscribe = page.getByRole('button', { name: content.newsletter.subscribe })
  const reply = page.locator('[data-reply]')
  await subscribe.click()
  await expect(reply).toHaveText(content.newsletter.required)
  await newsletter(page).fill('reader')
  await subscribe.click()
  await expect(reply).toHaveText(content.newsletter.invalidEmail)
  await newsletter(page).fill('reader@example.test')
  await subscribe.click()
  await expect(reply).toHaveText(content.newsletter.ok)
  await expect(newsletter(page)).toHaveValue('')

  await signIn(USERS.superadmin)
  await goTo(page, '/newsletter/list')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'reader@example.test' })
  await expect(row).toContainText('Not confirmed yet')
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export confirmed subscribers as CSV' }).click()
  expect((await arriving).suggestedFilename()).toBe('newsletter.csv')
  expect(await flawsOf(page)).toEqual([])
})

test('the public site: a quote has its sum, days of a demonstration are asked for, and both are listed in the portal', async ({
  page,
  signIn,
}) => {
  await page.goto(PAGES.pricing)
  const { form, pricing, contact } = content
  const reply = page.locator('[data-enquiry] [data-reply]')
  await page.getByRole('spinbutton', { name: pricing.count.replace('{name}', 'Lobby') }).fill('2')
  await page.getByRole('spinbutton', { name: pricing.count.replace('{name}', 'Corner') }).fill('1')
  await expect(page.locator('output')).toHaveText(`€ ${totalOf({ Lobby: 2, Corner: 1 }).toLocaleString('en')}`)
  await page.getByRole('button', { name: pricing.send }).click()
  await expect(reply).toHaveText(form.required)
  await page.getByRole('textbox', { name: form.name }).fill('Ada Lane')
  await page.getByRole('textbox', { name: form.email, exact: true }).fill('ada@example.test')
  await page.getByRole('button', { name: pricing.send }).click()
  await expect(reply).toHaveText(form.ok)
  await expect(page.locator('output')).toHaveText('€ 0')

  await page.goto(PAGES.contact)
  const demo = page.locator('[data-enquiry]').last()
  await demo.getByLabel(contact.from).fill('2027-01-11')
  await demo.getByLabel(contact.until).fill('2027-01-15')
  await demo.getByRole('textbox', { name: form.name }).fill('Ben Quay')
  await demo.getByRole('textbox', { name: form.email, exact: true }).fill('ben@example.test')
  await demo.getByRole('button', { name: contact.ask }).click()
  await expect(demo.locator('[data-reply]')).toHaveText(form.ok)

  await signIn(USERS.superadmin)
  await goTo(page, '/enquiry/list')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row').filter({ hasText: 'Ada Lane' })).toContainText('2 × Lobby, 1 × Corner')
  await expect(grid.getByRole('row').filter({ hasText: 'Ben Quay' })).toContainText('2027-01-11 to 2027-01-15')
  expect(await flawsOf(page)).toEqual([])
})

test('the public site works without scripts', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product })
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('[data-menu] summary').click()
  await page.locator('[data-menu]').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product\/#/)
  await page.goto(PAGES.residents)
  const [question] = content.residents.questions
  await page.getByText(question!.title).click()
  await expect(page.getByText(question!.text)).toBeVisible()
  await newsletter(page).fill('plain@example.test')
  await page.getByRole('button', { name: content.newsletter.subscribe }).click()
  await expect(page.getByRole('heading', { level: 1, name: content.newsletter.sent.title })).toBeVisible()
  await page.goto(PAGES.contact)
  const message = page.locator('form.enquiry').first()
  await message.getByRole('textbox', { name: content.form.name }).fill('Plain Visitor')
  await message.getByRole('textbox', { name: content.form.email, exact: true }).fill('plain@example.test')
  await message.getByRole('textbox', { name: content.form.message }).fill('Hello')
  await message.getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1, name: content.contact.sent.title })).toBeVisible()
  await context.close()
})
