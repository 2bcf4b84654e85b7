import type { Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { expect, flawsInBothThemes, goTo, test, USERS } from './fixtures.ts'
import { endOpeningAlerts, forgetOpenings, releaseOpening, setOpeningLimit } from './opening-limits.ts'
import { PASSWORD } from './product.ts'

const LOBBY = BANKS[0]!
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const detail = (page: Page) => page.getByRole('complementary', { name: 'Locker detail' })
const openButton = (page: Page) => detail(page).getByRole('button', { name: /^Open locker/ })
const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'Remote opening is stopped' })

/** Shows an empty locker of the lobby, which can be opened. */
async function chooseLocker(page: Page) {
  await goTo(page, `/dashboard/lockerbank/${LOBBY.id}`)
  await expect(page.getByText('ONLINE').first()).toBeVisible()
  await page
    .getByRole('region', { name: 'Cabinet' })
    .getByRole('button', { name: /^L\d+,.*Available/ })
    .first()
    .click()
  await expect(openButton(page)).toBeVisible()
}

/** No flaws in light and dark. */
async function isAccessible(page: Page) {
  expect(await flawsInBothThemes(page)).toEqual([])
}

test.describe('a sign-in that opens too many lockers', () => {
  test.use({ byForm: true })
  test.afterEach(async ({ product }) => {
    await setOpeningLimit(product)
    await endOpeningAlerts(product)
  })

  test('is refused, then asked for the password, and continues with the opening', async ({
    page,
    signIn,
    product,
    running,
    terminal: _,
  }) => {
    await signIn(USERS.mailroom)
    await chooseLocker(page)
    await forgetOpenings(running)
    await setOpeningLimit(product, 1)
    await openButton(page).click()
    await expect(notice(page).getByText('Locker has been opened successfully.')).toBeVisible()
    await expect(openButton(page)).toBeEnabled()
    // A click within a second of the opening counts as its double click.
    await expect(async () => {
      if (await openButton(page).isEnabled()) await openButton(page).click({ timeout: 1_000 })
      const refusal = detail(page).getByText(/^You have opened as many lockers within a minute as one person may/)
      await expect(refusal).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(detail(page).getByRole('timer')).toHaveText(/^The next locker can be opened in \d\d? seconds\.$/)
    const rest = await detail(page).getByRole('timer').textContent()
    await expect(detail(page).getByRole('timer')).not.toHaveText(rest!)
    await expect(openButton(page)).toBeDisabled()
    await expect(notice(page).getByText(/within a minute/)).toHaveCount(0)

    await detail(page).getByRole('button', { name: 'History of this locker' }).click()
    await expect(detail(page).getByRole('list', { name: 'History' })).toContainText(
      new RegExp(`Locker L\\d+ opened remotely.*${USERS.mailroom.name}`),
    )
    await isAccessible(page)

    // Instead of waiting for a minute: a screen that is left forgets how long it lasts.
    await setOpeningLimit(product)
    await goTo(page, '/about')
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    await chooseLocker(page)
    await openButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' })
    await expect(dialog.getByLabel(/^Password/)).toBeFocused()
    await expect(dialog.getByLabel('Email')).toHaveValue(USERS.mailroom.email)
    await isAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(notice(page).getByText(/^Too many lockers were opened/)).toBeVisible()

    let opened = 0
    page.on('response', (response) => {
      if (/\/open$/.test(response.url()) && response.ok()) opened++
    })
    await openButton(page).click()
    await dialog.getByLabel(/^Password/).fill('not the password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByLabel(/^Password/)).toHaveAccessibleDescription('Wrong password.')
    expect(opened).toBe(0)
    await dialog.getByLabel(/^Password/).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(() => opened).toBe(1)
    await expect(detail(page).getByText('The door is open')).toBeVisible()
  })

  test('is an alert that managers see at once', async ({ page, signIn, product, browser, terminal: _ }) => {
    await signIn(USERS.mailroom)
    await chooseLocker(page)
    await setOpeningLimit(product, 1)
    // Openings of the test before may count.
    await expect(async () => {
      if (await openButton(page).isEnabled()) await openButton(page).click({ timeout: 1_000 })
      await expect(detail(page).getByRole('timer')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(page.getByText(`Too many remote openings by ${USERS.mailroom.name}`).first()).toBeVisible()
    const other = await browser.newPage()
    await signIn(USERS.manager, other)
    await goTo(other, '/dashboard/main')
    await other.getByRole('button', { name: 'Too many openings: 1 alert' }).click()
    // The user whom the alert is about cannot end it.
    await page.getByRole('button', { name: /^\d+ alerts?$/ }).click()
    const menu = (of: Page) => of.getByRole('dialog').filter({ hasText: 'Last 30 days' })
    await expect(menu(page)).toContainText(`Too many remote openings by ${USERS.mailroom.name}`)
    await expect(menu(page).getByRole('button', { name: /^Done: / })).toHaveCount(0)
    await other.getByRole('button', { name: /^Done: Too many/ }).click()
    await expect(menu(page)).not.toContainText('Too many remote openings')
    await menu(page).getByText('Last 30 days').click()
    await expect(menu(page)).toContainText(`ended by ${USERS.manager.name}`)
    await goTo(other, `/lockerbank/${LOBBY.id}/editView?tab=history`)
    await expect(other.getByRole('list', { name: 'History' })).toContainText(
      `Alert ended: Too many remote openings by ${USERS.mailroom.name}`,
    )
    await other.close()
  })
})

test.describe('the brake', () => {
  test.afterEach(({ product }) => releaseOpening(product))

  test('stops opening on every open page until a manager releases it', async ({ page, signIn, browser, terminal: _ }) => {
    await signIn(USERS.manager)
    await goTo(page, '/dashboard/main')
    const other = await browser.newPage()
    await signIn(USERS.mailroom, other)
    await chooseLocker(other)
    await expect(other.getByRole('button', { name: 'Stop remote opening' })).toHaveCount(0)

    const stop = page.getByRole('button', { name: 'Stop remote opening' })
    await stop.click()
    const question = page.getByRole('dialog', { name: 'Stop all remote opening?' })
    await expect(question).toContainText('Residents and couriers can still use the terminals.')
    await isAccessible(page)
    await question.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(banner(page)).toContainText(`Remote opening is stopped by ${USERS.manager.name}.`)
    await expect(stop).toHaveCount(0)
    await isAccessible(page)

    await expect(banner(other)).toBeVisible()
    await expect(openButton(other)).toBeDisabled()
    await expect(detail(other)).toContainText(
      'Not availableRemote opening is stopped. Lockers can be opened here again when a manager releases it.',
    )
    await expect(banner(other).getByRole('button')).toHaveCount(0)
    await isAccessible(other)

    await goTo(page, `/lockerbank/${LOBBY.id}/maplockertodevice`)
    await expect(page.getByRole('button', { name: 'Start guided mapping' })).toBeDisabled()
    await expect(page.getByRole('region', { name: 'Guided mapping' })).toContainText('Remote opening is stopped.')

    await banner(page).getByRole('button', { name: 'Release remote opening' }).click()
    await page.getByRole('dialog', { name: 'Release remote opening?' }).getByRole('button', { name: 'Release' }).click()
    await expect(banner(page)).toBeHidden()
    await expect(banner(other)).toBeHidden()
    await openButton(other).click()
    await expect(detail(other).getByText('The door is open')).toBeVisible()
    await other.close()
  })

  test('does not stop collections at the terminal', async ({ page, signIn, terminal }) => {
    const { agent, resident } = terminal
    await signIn(USERS.manager)
    await chooseLocker(page)
    await page.getByRole('button', { name: 'Stop remote opening' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(banner(page)).toBeVisible()
    const dropOff = ['--agent', agent.userName, '--pin', agent.pin, '--unit', resident.unitNumber, '--name', resident.name]
    expect(await terminal.run('drop-off', ...dropOff)).toContain('Dropped off in locker')
    expect(await terminal.run('collect', '--code', resident.accessCode)).toMatch(/Locker L\d+/)
  })
})
