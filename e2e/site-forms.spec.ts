import type { Page } from '@playwright/test'
import { PAGES } from '#apps/site/content/content.ts'
import { en as content } from '#apps/site/content/en.ts'
import { priceText } from '#apps/site/shared/price.ts'
import { totalOf } from '#features/enquiries/cabinets.ts'
import { expect, flawsInBothThemes, flawsOf, goTo, SITE_WIDTHS, test, USERS } from './fixtures.ts'
import { mailsTo } from './mails.ts'
import type { Product } from './product.ts'

const newsletter = (page: Page) => page.getByRole('textbox', { name: content.newsletter.email })

test('the public site: a form that is refused focuses and names its first wrong field', async ({ page }) => {
  const { form, pricing, contact } = content
  for (const width of SITE_WIDTHS) {
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
