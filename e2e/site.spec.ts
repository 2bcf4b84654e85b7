import type { Locator } from '@playwright/test'
import { addressOf, PAGES } from '#apps/site/content/content.ts'
import { CONTENTS } from '#apps/site/content/contents.ts'
import { en as content } from '#apps/site/content/en.ts'
import { pagesOf } from '#apps/site/pages/pages.ts'
import { priceText } from '#apps/site/shared/price.ts'
import { totalOf } from '#features/enquiries/cabinets.ts'
import { expect, flawsInBothThemes, flawsOf, goTo, test, USERS } from './fixtures.ts'

const offsetOf = (row: Locator) => row.evaluate((element) => Math.round(element.scrollLeft))

for (const texts of CONTENTS)
  test(`the public site: every page in ${texts.language} is complete, readable in light and dark, and asks no other server`, async ({
    page,
    product,
  }) => {
    const foreign: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(product) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const seen = new Set<string>()
    for (const { address, title } of pagesOf(texts)) {
      const reply = await page.goto(address)
      expect(reply?.status(), address).toBe(200)
      await expect(page).toHaveTitle(`${title} · Parcelhall`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect(await flawsInBothThemes(page, { isStrict: true }), address).toEqual([])
      for (const href of await page.getByRole('link').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))) {
        const [to = ''] = href.split('#')
        if (!to.startsWith(product) || seen.has(to)) continue
        seen.add(to)
        expect((await page.request.get(to)).status(), to).toBeLessThan(400)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${address}, 390`).toBeLessThanOrEqual(390)
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    expect(foreign).toEqual([])
    expect(errors).toEqual([])
    const map = await (await page.request.get('/sitemap.xml')).text()
    expect(map).toContain(`<loc>${product}${addressOf(texts, 'product')}</loc>`)
    expect(map).not.toContain('newsletter')
  })

test('the public site: slides are turned by buttons, begin again after the last one, and stop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const timed = page.getByRole('group', { name: content.home.pictures.heading })
  await timed.getByRole('button', { name: content.carousel.pause }).click()
  await expect(timed.getByRole('button', { name: content.carousel.resume })).toBeVisible()
  const row = timed.getByRole('list')
  const width = await row.evaluate((element) => element.clientWidth)
  await timed.getByRole('button', { name: content.carousel.next }).click()
  await expect.poll(() => offsetOf(row)).toBe(width + 16)
  await timed.getByRole('button', { name: content.carousel.goTo.replace('{n}', '3') }).click()
  await expect.poll(() => offsetOf(row)).toBe(2 * (width + 16))
  await expect(timed.locator('[aria-current="true"]')).toHaveAccessibleName(content.carousel.goTo.replace('{n}', '3'))
  await timed.getByRole('button', { name: content.carousel.next }).click()
  await expect.poll(() => offsetOf(row)).toBe(0)
  await timed.getByRole('button', { name: content.carousel.resume }).click()
  // It goes on by itself after seven seconds.
  await expect.poll(() => offsetOf(row)).toBe(width + 16)

  const partners = page.getByRole('group', { name: content.home.worksWith.heading })
  const shown = await partners.getByRole('listitem').evaluateAll((all) => {
    const right = all[0]!.parentElement!.getBoundingClientRect().right
    return all.filter((one) => one.getBoundingClientRect().right <= right + 1).length
  })
  expect(shown).toBe(5)
})

test('the public site: the search finds pages by their words, and closes by Escape and a click beside it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: content.search.open }).click()
  const panel = page.getByRole('dialog', { name: content.search.open })
  const field = panel.getByRole('searchbox')
  await field.fill('TERMINATION resistors')
  await expect(panel.getByRole('link')).toHaveText(['Connect lock boards'])
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
  expect(await flawsOf(page)).toEqual([])
  await field.fill('zzzz')
  await expect(panel.getByText(content.search.none)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: content.search.open }).click()
  await expect(panel).toBeVisible()
  await page.mouse.click(5, 700)
  await expect(panel).toBeHidden()
  await page.route('**/search-en.json', (route) => route.abort())
  await page.getByRole('button', { name: content.search.open }).click()
  await expect(panel.getByText(content.search.notLoaded)).toBeVisible()
})

test('the public site: cabinets are added to the quote from the gallery, counted in the panel and sent with a message', async ({
  page,
  signIn,
}) => {
  await page.goto(PAGES.gallery)
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await item('Tower').getByRole('button', { name: content.gallery.add }).click()
  await expect(page.getByText(content.quote.added.replace('{name}', 'Tower'))).toBeVisible()
  await item('Lobby').getByRole('button', { name: content.gallery.add }).click()
  await page.getByRole('link', { name: `${content.quote.open} (2)` }).click()
  const panel = page.getByRole('dialog', { name: content.quote.open })
  await panel.getByRole('spinbutton', { name: content.pricing.count.replace('{name}', 'Tower') }).fill('3')
  await panel.getByRole('spinbutton', { name: content.pricing.count.replace('{name}', 'Tower') }).blur()
  await expect(panel.locator('output')).toHaveText(priceText(totalOf({ Tower: 3, Lobby: 1 }), 'en'))
  expect(await flawsOf(page)).toEqual([])
  await panel.getByRole('button', { name: `${content.quote.remove}: Lobby` }).click()
  await panel.getByRole('link', { name: content.quote.go }).click()
  await expect(page.getByRole('spinbutton', { name: content.pricing.count.replace('{name}', 'Tower') })).toHaveValue('3')

  const help = page.getByRole('button', { name: content.pricing.included.title })
  await help.click()
  await expect(page.getByText(content.pricing.included.text)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(content.pricing.included.text)).toBeHidden()

  const message = page.getByRole('textbox', { name: content.form.message })
  await message.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: content.editor.bold }).click()
  await expect(message).toBeFocused()
  await page.keyboard.type('before May')
  await expect(message).toHaveText('before May')
  expect((await page.locator('.editor > div').boundingBox())!.height).toBe(200)
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('textbox', { name: content.form.name }).fill('Cleo Park')
  await page.getByRole('textbox', { name: content.form.email, exact: true }).fill('cleo@example.test')
  await page.getByRole('button', { name: content.pricing.send }).click()
  await expect(page.locator('[data-enquiry] [data-reply]')).toHaveText(content.form.ok)
  await expect(message).toHaveText('')
  await signIn(USERS.superadmin)
  await goTo(page, '/enquiry/list')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Cleo Park' })
  await expect(row).toContainText('3 × Tower')
  await expect(row).toContainText('**before May**')
})

test('the public site: a terminal takes on colours, and details of technicians unfold', async ({ page }) => {
  await page.goto(PAGES.product)
  const { theme, details } = content.product
  await page.getByLabel(theme.background).fill('#ffffff')
  await page.getByLabel(theme.button, { exact: true }).fill('#ffee00')
  await expect(page.getByText(theme.weak)).toBeVisible()
  const fill = (name: string) =>
    page
      .locator(`.${name}`)
      .first()
      .evaluate((element) => getComputedStyle(element).fill)
  expect([await fill('back'), await fill('on-back'), await fill('key')]).toEqual([
    'rgb(255, 255, 255)',
    'rgb(0, 0, 0)',
    'rgb(255, 238, 0)',
  ])

  const text = page.getByText(details.list[0]!.text)
  const height = async () => Math.round((await text.boundingBox())!.height)
  expect(await height()).toBe(25)
  const more = page.getByRole('button', { name: `${content.toggle.more}: ${details.list[0]!.title}` })
  await more.click()
  await expect.poll(height).toBeGreaterThan(50)
  await page.getByRole('button', { name: `${content.toggle.less}: ${details.list[0]!.title}` }).click()
  await expect.poll(height).toBe(25)
})

test('the public site: news are filtered, read and fed, and previewed from Markdown', async ({ page, product }) => {
  await page.goto(PAGES.news)
  await page.getByRole('radio', { name: content.news.kinds.company }).check()
  const titles = page.locator('[data-kind]:visible').getByRole('link')
  await expect(titles).toHaveText(['Why no door opens by accident'])
  await titles.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Why no door opens by accident' })).toBeVisible()
  const feed = await page.request.get('/news/feed.xml')
  expect(feed.headers()['content-type']).toContain('application/rss+xml')
  expect(await feed.text()).toContain(`<link>${product}/news/open-doors/</link>`)

  await page.goto(PAGES.newsPreview)
  await page
    .getByRole('textbox', { name: content.newsPreview.text })
    .fill('## Open\n\n**Doors** <img src=x onerror=alert(1)> [bad](javascript:alert(1))')
  const preview = page.locator('[data-preview] .text')
  await expect(preview.getByRole('heading', { name: 'Open' })).toBeVisible()
  await expect(preview.locator('strong')).toHaveText('Doors')
  await expect(preview.locator('img, [href^="javascript"]')).toHaveCount(0)
})
