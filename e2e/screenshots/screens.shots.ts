import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { publicScreens } from '#apps/portal/public-screens.ts'
import { en } from '#apps/site/content/en.ts'
import { pagesOf } from '#apps/site/pages/pages.ts'
import { arrive, SCREENS, settle, visitor } from '../every-screen.ts'
import { expect, goTo, test, USERS } from '../fixtures.ts'
import { TOUR } from './tour.ts'

const ROOT = join(import.meta.dirname, '../..')
const PICTURES = join(ROOT, '.built/screenshots')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const
const SCHEMES = ['light', 'dark'] as const
/** The screens are divided among the workers. */
const PARTS = [0, 1, 2]

/** Pictures of what is open, at every size in light and dark. */
async function take(page: Page, name: string, isWhole = false) {
  for (const viewport of SIZES)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settle(page)
      // Colours change gradually.
      await page.evaluate(() =>
        Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? one.finished : []))),
      )
      const path = join(PICTURES, `${viewport.width}-${colorScheme}`, `${name}.png`)
      await page.screenshot({ path, fullPage: isWhole, animations: 'disabled' })
    }
  await page.setViewportSize(SIZES[0])
}

const PUBLIC = publicScreens.map(({ path }) => path.slice(1).replace(/\{\w+\}/, 'riverside'))

const fileName = (address: string) => address.replace(/[{}]/g, '').replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'

for (const part of PARTS)
  test(`every screen: part ${part + 1} of ${PARTS.length}`, async ({ page, signIn, terminal: _ }) => {
    await page.setViewportSize(SIZES[0])
    await signIn(USERS.superadmin)
    const visit = visitor(page)
    for (const screen of SCREENS.filter((_, index) => index % PARTS.length === part)) {
      await visit(screen)
      await take(page, fileName(screen.path))
    }
  })

test('records that the demo does not have, tabs of records, and what opens over a screen', async ({
  page,
  signIn,
  terminal: _,
}) => {
  await page.setViewportSize(SIZES[0])
  await signIn(USERS.superadmin)
  await arrive(page, '/resident/import')
  const lines = 'Property,Building,UnitNumber,FirstName,LastName,Email\nRiverside Quay,Quay North,101,Ada,Picture,\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'residents.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await take(page, 'importfile-detail')
  await arrive(page, '/reportschedule/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Every Monday')
  await page.getByRole('combobox', { name: 'Recipients' }).click()
  await page.getByRole('listbox', { name: 'Recipients' }).getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Every Monday' })).toBeVisible()
  await take(page, 'reportschedule-edit')

  for (const list of ['/resident/list', '/property/list', '/lockerbank/list', '/portaluser/list', '/agent/list']) {
    await arrive(page, list)
    await page.getByRole('rowheader').getByRole('link').first().click()
    const links = page.locator('article nav a[href*="tab="]')
    await expect(links.first()).toBeVisible()
    const tabs = await links.evaluateAll((all) => all.map((tab) => tab.getAttribute('href')!))
    for (const tab of tabs) {
      // The record's heading stays.
      await goTo(page, tab.slice(1))
      await settle(page)
      await take(page, `${fileName(list)}-${fileName(tab.slice(tab.indexOf('tab=')))}`)
    }
  }
  await arrive(page, '/search')
  // Makes a notice, which the demo does not have.
  await page.getByRole('grid').getByRole('row').filter({ hasText: 'In Locker' }).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send notice again' }).click()
  const question = page.getByRole('dialog', { name: 'Send notice again' })
  await question.getByRole('button', { name: 'Send notice again' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await take(page, 'search-drawer')
  await arrive(page, '/notice/list')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await take(page, 'notice-list-drawer')
  await arrive(page, '/resident/list')
  for (const [key, name] of [
    ['h', 'help'],
    ['?', 'shortcuts'],
    ['Control+k', 'palette'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await take(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('what everybody may open: sign-in, self-registration and the site', async ({ page }) => {
  for (const path of PUBLIC) {
    await page.goto(`/portal/#/${path}`)
    await page.reload()
    await take(page, fileName(path))
  }
  for (const { address } of pagesOf(en)) {
    await page.goto(address)
    await take(page, `site-${fileName(address)}`, true)
  }
})

test('the tour', async ({ page, signIn, terminal: _ }) => {
  await page.setViewportSize(SIZES[0])
  await signIn(USERS.manager)
  for (const { name, path, show, scheme = 'light', narrow = false } of TOUR) {
    await page.setViewportSize(narrow ? SIZES[2] : SIZES[0])
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await arrive(page, path)
    await show?.(page)
    await settle(page)
    const picture = await page.screenshot({ animations: 'disabled' })
    const file = join(ROOT, 'docs/tour', `${name}.webp`)
    await mkdir(dirname(file), { recursive: true })
    const { size } = await sharp(picture).webp({ quality: 80 }).toFile(file)
    // Everybody who clones the project gets them.
    expect(size).toBeLessThan(100_000)
  }
})
