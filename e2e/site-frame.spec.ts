import { addressOf, PAGES } from '#apps/site/content/content.ts'
import { CONTENTS } from '#apps/site/content/contents.ts'
import { en as content } from '#apps/site/content/en.ts'
import { expect, flawsInBothThemes, SITE_WIDTHS, stopClock, test } from './fixtures.ts'

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

test('the public site: the lightbox shows each drawing larger than the page does, within the window', async ({ page }) => {
  for (const width of SITE_WIDTHS) {
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
  for (const width of SITE_WIDTHS)
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
