import type { Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { settle } from './every-screen.ts'
import { choose, expect, goTo, test, USERS, WIDE } from './fixtures.ts'
import { setOpeningLimit } from './opening-limits.ts'

test.use({ viewport: WIDE })

/** Elements without a name whose role needs one. */
const UNNAMED =
  /^\s*- (button|link|textbox|searchbox|combobox|listbox|option|checkbox|radio|switch|slider|spinbutton|progressbar|tab|tablist|menuitem|menuitemcheckbox|dialog|alertdialog|grid|columnheader|radiogroup|form|region|navigation)\b(?! ["/])/
/** Pictures that are neither named nor decoration; what is drawn in a control is read by its name. */
const PICTURES = 'img:not([alt]), [role=img]:not([aria-label], [aria-labelledby]), canvas:not([aria-label], [role])'
/** How long one waits for what else is announced, in ms. */
const QUIET_MS = 1000

/**
 * Collects what a screen reader announces by itself: the texts of live regions when they change, of the innermost and of every one
 * around it, in order. A status that is there from the beginning is not announced.
 */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const LIVE = '[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive]'
    const texts = new WeakMap<Element, string>()
    const announced: string[] = []
    Object.assign(window, { announced })
    const look = () => {
      for (const region of document.querySelectorAll<HTMLElement>(LIVE)) {
        if (region.closest('[aria-hidden=true], [inert], [aria-live=off]')) continue
        const text = region.checkVisibility() ? region.innerText.replace(/\s+/g, ' ').trim() : ''
        const before = texts.get(region)
        if (text === before) continue
        texts.set(region, text)
        const isNews = before !== undefined || region.matches('[role=alert], [aria-live=assertive]')
        if (text && isNews) announced.push(text)
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  await page.reload()
  // What is announced at the start, for example the number of alerts, is no part of a job.
  await settle(page)
  await page.waitForTimeout(QUIET_MS)
  await news(page)
}

/** What was announced since the last call. */
async function news(page: Page): Promise<string[]> {
  const heard = await page.evaluate(() => (window as unknown as { announced: string[] }).announced.splice(0))
  // Alerts come from other places at any time.
  return heard.filter((text) => !/^\d+ alerts?$/.test(text))
}

/** Checks that these elements are read one after the other, each by its role and its name. */
async function reads(page: Page, ...elements: string[]) {
  const tree = await page.locator('main').ariaSnapshot()
  const places = elements.map((element) => tree.indexOf(`- ${element}`))
  expect(places, tree).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}

/** Checks what was announced since the last call: these texts, each once, and nothing else; and that everything on the page has a name. */
async function hears(page: Page, ...texts: (string | RegExp)[]) {
  const heard: string[] = []
  const listenOn = async () => heard.push(...(await news(page)))
  await expect(async () => {
    await listenOn()
    expect(heard.length).toBeGreaterThanOrEqual(texts.length)
  }).toPass()
  await page.waitForTimeout(QUIET_MS)
  await listenOn()
  expect(heard).toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
  const tree = await page.locator('body').ariaSnapshot()
  expect(tree.split('\n').filter((line) => UNNAMED.test(line))).toEqual([])
  await expect(page.locator(PICTURES).filter({ visible: true })).toHaveCount(0)
}

test('a locker is opened', async ({ page, signIn, product, terminal: _ }) => {
  await setOpeningLimit(product)
  await signIn(USERS.mailroom)
  await listen(page)
  await goTo(page, `/dashboard/lockerbank/${BANKS[0]!.id}`)
  await expect(page.getByText('ONLINE').first()).toBeVisible()
  await hears(page, 'Locker bank dashboard')
  await reads(page, 'heading "', 'region "Cabinet"', 'complementary "Locker detail"')
  const locker = page.getByRole('region', { name: 'Cabinet' }).getByRole('button', { name: /^L\d+,.*Available/ })
  await locker.first().click()
  const open = page.getByRole('complementary', { name: 'Locker detail' }).getByRole('button', { name: /^Open locker/ })
  await expect(open).toBeVisible()
  await hears(page)
  await open.click()
  await hears(page, 'Contacting the locker bank', 'Sent, waiting for the door', 'Locker has been opened successfully.')
})

test('a package is booked', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await listen(page)
  await goTo(page, '/package/new')
  const form = page.getByRole('form', { name: 'Quick intake' })
  await expect(form.getByRole('textbox', { name: 'Tracking number' })).toBeFocused()
  await hears(page, 'New package')
  const fields = ['Tracking number', 'Courier', 'Recipient', 'Advice Tag']
  await reads(
    page,
    'heading "',
    'form "Quick intake"',
    ...fields.map((name, i) => `${i === 0 ? 'textbox' : 'combobox'} "${name}`),
  )
  await page.keyboard.insertText('READ-ALOUD-1')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('parcel swi')
  const option = page.getByRole('option', { name: 'Swift Parcel' })
  await expect(option).toBeVisible()
  await page.keyboard.press('Enter')
  const recipient = form.getByRole('combobox', { name: 'Recipient' })
  await expect(recipient).toBeFocused()
  await page.keyboard.insertText('101')
  // Choices are read by the field that has them.
  await expect(recipient).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('option').filter({ visible: true }).first()).toContainText('101')
  await hears(page)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('combobox', { name: 'Advice tag' })).toBeFocused()
  await page.keyboard.press('Enter')
  await hears(page, /^\w+ for .+, 101\w* has been booked\.$/)
})

test('packages are handed over', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await listen(page)
  await goTo(page, '/package/handover')
  await choose(page, 'Property', 'Riverside Quay')
  const field = page.getByRole('searchbox', { name: 'Access code, name, unit or number' })
  await hears(page, 'Hand over')
  await reads(page, 'heading "Hand over"', 'combobox "Property', 'searchbox "Access code', 'button "Search"')
  await field.fill('nobody of this name')
  await field.press('Enter')
  await hears(page, 'No package waits here for “nobody of this name”.')
  await field.fill('P1')
  await field.press('Enter')
  const offer = page.getByRole('button', { name: /^Hand over to / }).first()
  await hears(page, /^Recipients found: \d+$/)
  const name = ((await offer.textContent()) ?? '').replace('Hand over to ', '')
  await offer.click()
  const recipient = page.getByRole('region', { name, exact: true })
  await hears(page, 'Recipients found: 1')
  const pad = (await recipient.getByRole('img', { name: /^Sign here/ }).boundingBox())!
  await page.mouse.move(pad.x + 40, pad.y + 60)
  await page.mouse.down()
  await page.mouse.move(pad.x + 200, pad.y + 120, { steps: 5 })
  await page.mouse.up()
  await recipient.getByRole('button', { name: /^Hand over \d+ packages?$/ }).click()
  await hears(page, new RegExp(`packages? handed over to ${name}\\.$`))
})

test('a registration is reviewed', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await listen(page)
  await goTo(page, '/resident/listregistrations?registrationStatusTypeId=1')
  const registration = page.getByRole('rowheader').getByRole('link').first()
  await expect(registration).toBeVisible()
  await hears(page, 'Registrations')
  await registration.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Registration of/ })).toBeVisible()
  await hears(page, 'Registration of a resident')
  await reads(page, 'heading "Registration of', 'textbox "First Name', 'textbox "Email', 'textbox "Comments')
  await page.getByRole('button', { name: 'Approve' }).click()
  await hears(page, /^The registration has been approved\./)
})

test('a report is run', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await listen(page)
  await goTo(page, '/rpttenants')
  await expect(page.getByRole('region', { name: 'Page 1', exact: true }).getByRole('heading', { name: 'Tenants' })).toBeVisible()
  await hears(page, 'Tenants', /^Page 1 of \d+$/, /^Done\. Total \d+ pages loaded\.$/)
  const parts = ['button "Parameters"', 'button "Next page"', 'form "Parameters"', 'region "Page 1"']
  await reads(page, 'heading "Tenants" [level=1]', 'region "Report"', ...parts)
  await page.getByRole('button', { name: 'Next page' }).click()
  await hears(page, /^Page 2 of \d+$/)
})
