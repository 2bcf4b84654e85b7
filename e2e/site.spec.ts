import type { Locator, Page } from '@playwright/test'
import { addressOf, PAGES } from '#apps/site/content/content.ts'
import { CONTENTS } from '#apps/site/content/contents.ts'
import { en as content } from '#apps/site/content/en.ts'
import { pagesOf } from '#apps/site/pages/pages.ts'
import { priceText } from '#apps/site/shared/price.ts'
import { totalOf } from '#features/enquiries/cabinets.ts'
import { expect, flawsInBothThemes, flawsOf, goTo, stopClock, test, USERS } from './fixtures.ts'
import { mailsTo } from './mails.ts'
import type { Product } from './product.ts'

const newsletter = (page: Page) => page.getByRole('textbox', { name: content.newsletter.email })
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

  await page.mouse.wheel(0, 1_500)
  await expect(page.locator('[data-header][data-sticks]')).toBeVisible()
  await page.getByRole('link', { name: content.backToTop }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await page.goto(PAGES.gallery)
  await page.getByRole('radio', { name: content.gallery.kinds.small }).check()
  const items = page.locator('[data-kind]:visible')
  for (const kind of await items.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.kind)))
    expect(kind).toBe('small')
  await items.first().getByRole('link').click()
  const box = page.getByRole('dialog')
  await expect(box.getByRole('img')).toBeVisible()
  await expect(box.getByText('1 of')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await page.route('**/pictures/*', (route) => route.abort())
  await items.last().getByRole('link').click()
  await expect(box.getByText(content.lightbox.notLoaded)).toBeVisible()
})

const WIDTHS = [1440, 768, 390] as const

test('the public site: the lightbox shows each drawing larger than the page does, within the window', async ({ page }) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(PAGES.gallery)
    const drawings = page.locator('a.drawing')
    const box = page.getByRole('dialog', { name: content.gallery.open })
    for (const drawing of await drawings.all()) {
      const before = (await drawing.locator('svg').boundingBox())!
      await drawing.click()
      await expect(box.getByText(' of ')).toBeVisible()
      const shown = await box.getByRole('img').evaluate((image: HTMLImageElement) => {
        const { left, right, width, height } = image.getBoundingClientRect()
        const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight)
        return { left, right, width: image.naturalWidth * scale, height: image.naturalHeight * scale }
      })
      // The drawing itself, without the room beside it.
      const drawn = Math.min(before.width / shown.width, before.height / shown.height)
      expect(drawn, `${width}`).toBeLessThan(1)
      expect([shown.left >= 0, shown.right <= width], `${width}`).toEqual([true, true])
      await expect(box.getByRole('button', { name: content.lightbox.close })).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
    }
  }
})

test('the public site: the header sticks at every width once its own height and the slider have passed', async ({ page }) => {
  for (const width of WIDTHS)
    for (const address of [PAGES.home, PAGES.product]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(address)
      const header = page.locator('[data-header]')
      const passed = await page.evaluate(() => {
        const heightOf = (name: string) => document.querySelector<HTMLElement>(name)?.offsetHeight ?? 0
        return heightOf('[data-header]') + heightOf('[data-slider]')
      })
      const scrollTo = (y: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), y)
      await scrollTo(passed - 10)
      await expect.poll(async () => (await header.boundingBox())?.y, { message: `${address} ${width}` }).toBe(10 - passed)
      await scrollTo(passed + 200)
      await expect(header, `${address} ${width}`).toBeInViewport({ ratio: 1 })
      const { y, height } = (await header.boundingBox())!
      expect([y, height < 844 / 8], `${address} ${width}`).toEqual([0, true])
      await expect(header.getByRole('link', { name: content.signIn })).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await scrollTo(0)
      await expect(header).not.toHaveAttribute('data-sticks')
      const brand = (await header.getByRole('link', { name: 'Parcelhall' }).boundingBox())!
      const items = await header.getByRole('listitem').filter({ visible: true }).all()
      for (const item of items) {
        const one = (await item.boundingBox())!
        const isBeside = one.x >= brand.x + brand.width + 16
        const isBelow = one.y >= brand.y + brand.height
        expect(isBeside || isBelow, `${address} ${width}`).toBe(true)
      }
    }
})

test('the public site: what scrolling changes in the frame is shown 10 ms later', async ({ page }) => {
  await page.clock.install()
  await page.goto(PAGES.product)
  await stopClock(page)
  await page.evaluate(
    () =>
      new Promise((scrolled) => {
        addEventListener('scroll', scrolled, { once: true })
        window.scrollTo({ top: 600, behavior: 'instant' })
      }),
  )
  const top = page.getByRole('link', { name: content.backToTop })
  await page.clock.runFor(9)
  await expect(top).toBeHidden()
  await page.clock.runFor(1)
  await expect(top).toBeVisible()
})

test('the public site: a form that is refused focuses and names its first wrong field', async ({ page }) => {
  const { form, pricing, contact } = content
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    for (const [address, button, first, where] of [
      [PAGES.contact, form.send, form.name, 'contact'],
      [PAGES.contact, contact.ask, contact.days, 'demo'],
      [PAGES.pricing, pricing.send, form.name, 'quote'],
      [PAGES.home, content.newsletter.subscribe, content.newsletter.email, 'newsletter'],
    ] as const) {
      await page.goto(address)
      const own = page.locator(where === 'newsletter' ? '[data-newsletter]' : `[data-enquiry="${where}"]`)
      // The calendar replaces the fields of the days when they come into sight.
      if (where === 'demo') await own.locator('[data-days]').scrollIntoViewIfNeeded()
      if (where === 'demo') await expect(own.getByRole('textbox', { name: contact.days })).toBeVisible()
      await own.getByRole('button', { name: button }).focus()
      await page.keyboard.press('Enter')
      const field = own.getByRole('textbox', { name: first, exact: true })
      await expect(field, where).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(form.required)
      if (where === 'contact') await expect(own.locator('[aria-invalid]')).toHaveCount(3)
      expect(await flawsOf(page)).toEqual([])
    }
    const email = newsletter(page)
    await email.fill('a@b')
    await expect(email).not.toHaveAttribute('aria-invalid')
    await page.keyboard.press('Enter')
    await expect(email).toHaveAccessibleDescription(content.newsletter.invalidEmail)
    await expect(email).toBeFocused()
    await email.fill('')
    await page.route('**/api/newsletter', (route) => route.abort())
    const subscribe = page.getByRole('button', { name: content.newsletter.subscribe })
    await subscribe.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(content.newsletter.failed)).toBeVisible()
    await expect(subscribe).toBeFocused()
    await page.unroute('**/api/newsletter')
  }
})

test('the public site: an accordion keeps one item open', async ({ page }) => {
  await page.goto(PAGES.residents)
  const questions = page.locator('details[name]')
  const summary = (nth: number) => questions.nth(nth).locator('summary')
  const open = page.locator('details[name][open]')
  await expect(questions.nth(0)).toHaveAttribute('open')
  await summary(0).click()
  await expect(open).toHaveCount(1)
  await expect(summary(0)).toHaveAttribute('aria-disabled', 'true')
  await summary(1).focus()
  await page.keyboard.press('Enter')
  await expect(questions.nth(1)).toHaveAttribute('open')
  await expect(questions.nth(0)).not.toHaveAttribute('open')
  await page.keyboard.press('Enter')
  await expect(questions.nth(1)).toHaveAttribute('open')
  await expect(summary(0)).toHaveAttribute('aria-disabled', 'false')
  expect(await flawsInBothThemes(page)).toEqual([])
})

test('the public site: days are written as their language writes them', async ({ page }) => {
  const day = new Date(Date.now() + 86_400_000)
  const [year, month, date] = day.toISOString().slice(0, 10).split('-') as [string, string, string]
  const written = { en: `${month}/${date}/${year}`, de: `${date}.${month}.${year}`, es: `${date}/${month}/${year}` }
  for (const texts of CONTENTS) {
    await page.goto(addressOf(texts, 'contact'))
    const days = page.getByRole('textbox', { name: texts.contact.days })
    await page.locator('[data-days]').scrollIntoViewIfNeeded()
    await expect(days).toHaveAttribute('placeholder', texts.contact.daysFormat)
    const calendar = page.locator('calendar-range')
    await calendar.evaluate(
      (range, value) => {
        Object.assign(range, { value })
        range.dispatchEvent(new Event('change', { bubbles: true }))
      },
      `${day.toISOString().slice(0, 10)}/${day.toISOString().slice(0, 10)}`,
    )
    const text = written[texts.language as keyof typeof written]
    await expect(days).toHaveValue(`${text} – ${text}`)
  }
})

/** Opens the link of a mail whose path contains these words. */
async function follow(page: Page, { dataDir }: Product, email: string, words: string) {
  let link: string | undefined
  await expect
    .poll(async () => {
      link = (await mailsTo(dataDir, email)).flatMap((mail) => mail.match(/https?:\S+/g) ?? []).find((one) => one.includes(words))
      return link
    })
    .toBeTruthy()
  await page.goto(link!)
}

test('the public site: the newsletter is confirmed and left with the buttons behind the links of its e-mail', async ({
  page,
  running,
}) => {
  const email = 'presses@example.test'
  await page.goto('/')
  await newsletter(page).fill(email)
  await page.getByRole('button', { name: content.newsletter.subscribe }).click()
  for (const [words, { title, button }, done] of [
    ['/newsletter/confirm', content.newsletter.confirm, content.newsletter.confirmed],
    ['/newsletter/unsubscribe', content.newsletter.unsubscribe, content.newsletter.unsubscribed],
  ] as const) {
    await follow(page, running, email, words)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await flawsInBothThemes(page, { isStrict: true })).toEqual([])
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: done.title })).toBeVisible()
  }
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
  await expect(page.locator('main output')).toHaveText(priceText(totalOf({ Lobby: 2, Corner: 1 }), 'en'))
  await page.getByRole('button', { name: pricing.send }).click()
  await expect(reply).toHaveText(form.required)
  await page.getByRole('textbox', { name: form.name }).fill('Ada Lane')
  await page.getByRole('textbox', { name: form.email, exact: true }).fill('ada@example.test')
  await page.getByRole('button', { name: pricing.send }).click()
  await expect(reply).toHaveText(form.ok)
  await expect(page.locator('main output')).toHaveText(priceText(0, 'en'))

  await page.goto(PAGES.contact)
  const demo = page.locator('[data-enquiry]').last()
  const days = demo.getByRole('textbox', { name: contact.days })
  await demo.locator('[data-days]').scrollIntoViewIfNeeded()
  const today = await page.evaluate(() => new Date().toISOString().slice(0, 10))
  const [year, month, day] = today.split('-')
  const last = demo
    .locator('calendar-month')
    .getByRole('button')
    .filter({ hasText: new RegExp(`^${Number(day)}$`) })
  await last.click()
  await last.click()
  await expect(days).toHaveValue(`${month}/${day}/${year} – ${month}/${day}/${year}`)
  expect(await flawsOf(page)).toEqual([])
  await demo.getByRole('textbox', { name: form.name }).fill('Ben Quay')
  await demo.getByRole('textbox', { name: form.email, exact: true }).fill('ben@example.test')
  await demo.getByRole('button', { name: contact.ask }).click()
  await expect(demo.locator('[data-reply]')).toHaveText(form.ok)

  await signIn(USERS.superadmin)
  await goTo(page, '/enquiry/list')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row').filter({ hasText: 'Ada Lane' })).toContainText('2 × Lobby, 1 × Corner')
  await expect(grid.getByRole('row').filter({ hasText: 'Ben Quay' })).toContainText(`${today} to ${today}`)
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
  const [, question] = content.residents.questions
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
  await page.goto('/')
  await newsletter(page).fill('a@b')
  await page.getByRole('button', { name: content.newsletter.subscribe }).click()
  await expect(page.getByRole('heading', { level: 1, name: content.newsletter.invalidEmail })).toBeVisible()
  await page.goto(PAGES.newsPreview)
  await expect(page.getByText(content.newsPreview.needsScript)).toBeVisible()
  await expect(page.getByRole('textbox', { name: content.newsPreview.text })).toBeHidden()
  await expect(page.locator('[data-preview]').getByRole('heading', { name: 'A heading' })).toBeVisible()
  await context.close()
})
