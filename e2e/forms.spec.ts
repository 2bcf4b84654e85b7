import type { Page } from '@playwright/test'
import { expect, fillPassword, goTo, stopClock, test } from './fixtures.ts'

const saved = '**/api/lockerbank/*'
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** A form with something typed into it that has not been saved. */
async function typeAnAddress(page: Page, text: string) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locker banks' }).click()
  await page.getByRole('link', { name: 'Edit: Mill Courtyard' }).click()
  await page.getByLabel('Address').fill(text)
  await expect(page.getByText('Unsaved changes')).toBeVisible()
}

test.beforeEach(({ signIn }) => signIn())

test('typed content survives the end of the session: it is saved after signing in again', async ({ page, context }) => {
  const address = await page.evaluate(() => `Courtyard ${Date.now()}`)
  await typeAnAddress(page, address)
  await context.clearCookies()
  await page.evaluate(() => localStorage.setItem('residentialApp.apiToken', 'stale'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()
  await fillPassword(page)
  await expect(notice(page)).toContainText('saved')
  await page.reload()
  await expect(page.getByLabel('Address')).toHaveValue(address)
})

test('a save whose answer is lost is sent again under the same key', async ({ page }) => {
  const keys: string[] = []
  await typeAnAddress(page, 'Courtyard, second floor')
  await page.route(saved, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(notice(page)).toContainText('The server cannot be reached.')
  await expect(page.getByLabel('Address')).toHaveValue('Courtyard, second floor')
  await save.click()
  await expect(notice(page)).toContainText('saved')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a refusal of the server is shown at its field, and the next attempt has another key', async ({ page }) => {
  const keys: string[] = []
  await typeAnAddress(page, 'Nowhere')
  await page.route(saved, (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    return route.fulfill({
      status: 422,
      json: {
        Title: 'Not possible',
        Message: 'There is no such street.',
        ErrorMessage: '',
        Code: 'MsgNoStreet',
        Field: 'Address',
      },
    })
  })
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByLabel('Address')).toBeFocused()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription('There is no such street.')
  await save.click()
  await expect.poll(() => new Set(keys).size).toBe(2)
})

test('the browser asks before a tab with unsaved content is closed', async ({ page }) => {
  await typeAnAddress(page, 'Not saved')
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
})

test('an error of a form disappears when it is sent again, and is never shown beside its success', async ({ page }) => {
  await page.clock.install()
  await page.reload()
  await typeAnAddress(page, '')
  // Stops the clock, so that no notice closes by itself.
  await stopClock(page)
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(notice(page).getByRole('alert')).toContainText('Form is invalid')
  await page.getByLabel('Address').fill('Courtyard, ground floor')
  await save.click()
  await expect(notice(page)).toContainText('saved')
  await expect(notice(page).getByText('Form is invalid')).toHaveCount(0)
})

const stepBack = (page: Page) => page.evaluate(() => window.history.back())

test('Stay keeps the input of a form whose address was typed, after Back and after another typed address', async ({ page }) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locker banks' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Couriers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Couriers' })).toBeVisible()
  await goTo(page, '/courier/create')
  const name = page.getByRole('textbox', { name: 'Courier' })
  await name.fill('Typed')
  const form = page.url()
  const answer = (button: 'Stay' | 'Leave') => page.getByRole('dialog').getByRole('button', { name: button }).click()
  for (const leave of [() => stepBack(page), () => goTo(page, '/about'), () => stepBack(page)]) {
    await leave()
    await answer('Stay')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(form)
    await expect(name).toHaveValue('Typed')
  }
  await stepBack(page)
  await answer('Leave')
  await expect(page.getByRole('heading', { level: 1, name: 'Couriers' })).toBeVisible()
  await stepBack(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Locker banks' })).toBeVisible()
})

test.describe('Back while a save is under way', () => {
  /** Delays the save until the returned function is called, with a refusal or without. */
  async function holdSave(page: Page) {
    let answer = (_refusal?: object) => {}
    const answered = new Promise<object | undefined>((resolve) => {
      answer = resolve
    })
    await page.route(saved, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const refusal = await answered
      await (refusal ? route.fulfill({ status: 422, json: refusal }) : route.continue())
    })
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Save' }).click()
    await sent
    return answer
  }
  const list = (page: Page) => page.getByRole('heading', { level: 1, name: 'Locker banks' })

  test('waits for it, asks nothing, and goes back once', async ({ page }) => {
    await goTo(page, '/about')
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    await typeAnAddress(page, 'Courtyard, first floor')
    const answer = await holdSave(page)
    await stepBack(page)
    await expect(page).toHaveURL(/#\/lockerbank\/list$/)
    await expect(page.getByLabel('Address')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    answer()
    await expect(list(page)).toBeVisible()
    await expect(notice(page)).toContainText('saved')
    await expect(page).toHaveURL(/#\/lockerbank\/list$/)
    await stepBack(page)
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    await expect(page).toHaveURL(/#\/about$/)
  })

  test('asks after a refusal, and staying keeps address and page consistent', async ({ page }) => {
    await typeAnAddress(page, 'Nowhere')
    const form = page.url()
    const answer = await holdSave(page)
    await stepBack(page)
    await expect(page).not.toHaveURL(form)
    // A second step back while the first one waits.
    await stepBack(page)
    answer({
      Title: 'Not possible',
      Message: 'There is no such street.',
      ErrorMessage: '',
      Code: 'MsgNoStreet',
      Field: 'Address',
    })
    await expect(notice(page)).toContainText('There is no such street.')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(form)
    await expect(page.getByLabel('Address')).toHaveValue('Nowhere')
    await stepBack(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect(list(page)).toBeVisible()
    await expect(page).toHaveURL(/#\/lockerbank\/list$/)
  })

  test('address and page are consistent immediately after it', async ({ page }) => {
    for (const pause of [0, 20, 60, 150]) {
      await typeAnAddress(page, `Courtyard ${pause}`)
      await page.getByRole('button', { name: 'Save' }).click({ noWaitAfter: true })
      await page.evaluate(async (ms) => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        window.history.back()
      }, pause)
      await expect(notice(page)).toContainText('saved')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect
        .poll(async () => [new URL(page.url()).hash, await page.getByRole('heading', { level: 1 }).innerText()].join(' '))
        .toMatch(/^#\/lockerbank\/(list Locker banks|\S+\/editView Mill Courtyard)/)
      await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    }
  })
})

test('input that is typed while a saved record is read again is kept, and saved without a conflict', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/region/create')
  await page.getByRole('textbox', { name: 'Region', exact: true }).fill('Typed Early')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Typed Early' })).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/region\/get\//, async (route) => {
    await held
    await route.continue()
  })
  const text = page.getByRole('textbox', { name: 'Description' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await text.fill('First')
  const reading = page.waitForRequest(/\/api\/region\/get\//)
  await save.click()
  await reading
  await text.fill('Second')
  release()
  await save.click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await expect(text).toHaveValue('Second')
  await page.getByRole('link', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Changed' })).toHaveCount(2)
})

test('an error of a field that is left during a save stays when the saved record is shown', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/region/create')
  const name = page.getByRole('textbox', { name: 'Region', exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await name.fill('Left Early')
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Left Early' })).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/region\/save/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Description' }).fill('Saved')
  const sent = page.waitForRequest(/\/api\/region\/save/)
  await save.click()
  await sent
  await name.fill('')
  await page.keyboard.press('Tab')
  await expect(name).toHaveAccessibleDescription(/empty/)
  const read = page.waitForResponse(/\/api\/region\/get\//)
  release()
  await read
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('saved successfully')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(name).toHaveAccessibleDescription(/empty/)
})
