import type { Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { WRONG_PINS_THAT_LOCK } from '#features/kiosks/rules.ts'
import { cellsOf, choose, expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

const grid = (page: Page, name: 'Agents' | 'Couriers') => page.getByRole('grid', { name })
const row = (page: Page, name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name })
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const choices = (page: Page) => page.getByRole('option').filter({ visible: true })

async function openList(page: Page, name: 'Agents' | 'Couriers') {
  await goTo(page, name === 'Agents' ? '/agent/list' : '/courier/list')
  await expect(grid(page, name)).toBeVisible()
}
/** Prefix of the names in this file; other tests may use the same server. */
const OURS = 'E2E'
async function createCourier(page: Page, name: string, sortOrder = '1') {
  await goTo(page, '/courier/create')
  await page.getByRole('textbox', { name: 'Courier' }).fill(name)
  await page.getByLabel('Sort Order').fill(sortOrder)
  await save(page)
  await expect(heading(page, name)).toBeVisible()
  await openList(page, 'Couriers')
  await expect(row(page, name)).toBeVisible()
}
async function deleteRows(page: Page, what: 'Agents' | 'Couriers', ...names: string[]) {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: `Delete ${what}` }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
}
type AgentWish = { first: string; userName: string; pin: string; properties?: 'All' }
async function createAgent(page: Page, { first, userName, pin, properties }: AgentWish) {
  await goTo(page, '/agent/create')
  await choose(page, 'Role', 'Delivery Agent')
  await choose(page, 'Courier', 'Swift Parcel')
  await page.getByLabel('First Name').fill(first)
  await page.getByLabel('Last Name').fill(OURS)
  await page.getByLabel('Email').fill(`${userName}@courier.test`)
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel(/^PIN/).fill(pin)
  if (properties) await page.getByRole('button', { name: 'All', exact: true }).click()
  else await page.getByLabel('Riverside Quay').check()
  await save(page)
  await expect(heading(page, `${first} ${OURS}`)).toBeVisible()
  await openList(page, 'Agents')
  await expect(row(page, first)).toBeVisible()
}

test.beforeEach(({ signIn }) => signIn())

test.describe('couriers', () => {
  test('are listed by name, found by a substring of it, and edited', async ({ page }) => {
    await openList(page, 'Couriers')
    await expect(grid(page, 'Couriers').getByRole('columnheader')).toContainText([
      'Courier',
      'Description',
      'Sort Order',
      'Is DryCleaning',
      'Edit',
    ])
    await expect(row(page, 'Fresh Press')).toContainText('Yes')
    await createCourier(page, `${OURS} Rounds`)
    await page.getByRole('searchbox').fill('e2e rou')
    await page.keyboard.press('Enter')
    await expect(grid(page, 'Couriers').getByRole('rowheader')).toHaveText([`${OURS} Rounds`])
    await page.getByRole('link', { name: `Edit: ${OURS} Rounds` }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Twice a day')
    await save(page)
    await expect(notice(page)).toContainText('Courier has been saved successfully.')
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Couriers' }).click()
    await expect(row(page, `${OURS} Rounds`)).toContainText('Twice a day')
    await deleteRows(page, 'Couriers', `${OURS} Rounds`)
    await expect(row(page, `${OURS} Rounds`)).toHaveCount(0)
  })

  test('are edited in the list by double click, F2 or pencil; a refusal is shown at the cell', async ({ page }) => {
    const name = `${OURS} Cells`
    await createCourier(page, name)
    await openList(page, 'Couriers')
    const [, description, order] = await row(page, name).getByRole('gridcell').all()
    await description!.locator('div').dblclick()
    const text = page.getByRole('textbox', { name: `Edit Description: ${name}` })
    await text.fill('Twice a day')
    await text.press('Enter')
    await expect(text).toBeHidden()
    await expect(row(page, name)).toContainText('Twice a day')
    await expect(description!).toBeFocused()
    const saved = notice(page)
      .getByRole('status')
      .filter({ hasText: `Description saved: ${name}` })
    await saved.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, name)).not.toContainText('Twice a day')
    await description!.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    const number = page.getByRole('textbox', { name: `Edit Sort Order: ${name}` })
    await number.fill('first')
    await number.press('Enter')
    await expect(page.getByRole('alert')).toContainText(/whole number/i)
    await expect(number).toHaveValue('first')
    expect(await flawsOf(page, { rules: ['aria-dialog-name'] })).toEqual([])
    await number.press('Escape')
    await expect(number).toBeHidden()
    await order!.hover()
    await page.getByRole('button', { name: `Edit Sort Order: ${name}` }).click()
    await number.fill('7')
    await number.press('Enter')
    await expect(order!).toHaveText('7')
    await description!.locator('div').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await openList(page, 'Couriers')
    await deleteRows(page, 'Couriers', name)
  })

  test('with sort order zero are in the list but neither in the drop-downs nor in a filter', async ({ page }) => {
    await createCourier(page, `${OURS} Hidden`, '0')
    await expect(row(page, `${OURS} Hidden`)).toContainText('0 · Hidden from selection')
    await createCourier(page, `${OURS} First`, '1')
    await goTo(page, '/agent/create')
    await choose(page, 'Role', 'Delivery Agent')
    await page.getByRole('combobox', { name: 'Courier' }).click()
    await expect(choices(page)).toContainText([`${OURS} First`])
    await expect(choices(page).filter({ hasText: 'Hidden' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(grid(page, 'Agents')).toBeVisible()
    await page.getByRole('button', { name: 'Courier: Any' }).click()
    await expect(choices(page)).toContainText([`${OURS} First`])
    await expect(choices(page).filter({ hasText: 'Hidden' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openList(page, 'Couriers')
    await deleteRows(page, 'Couriers', `${OURS} Hidden`, `${OURS} First`)
    await expect(row(page, OURS)).toHaveCount(0)
  })

  test('without a name or with text instead of a number are refused at the field', async ({ page }) => {
    await goTo(page, '/courier/create')
    await save(page)
    await expect(notice(page)).toContainText('Courier name cannot be empty')
    await expect(page.getByRole('textbox', { name: 'Courier' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Courier' }).fill(OURS)
    const order = page.getByLabel('Sort Order')
    await order.fill('')
    await save(page)
    await expect(notice(page)).toContainText('Sort order must be a whole number, 0 or greater.')
    for (const fraction of ['1,5', '1.5']) {
      await order.clear()
      await order.pressSequentially(fraction)
      await save(page)
      await expect(order).toHaveValue('1.5')
      await expect(order).toHaveAccessibleDescription(/Sort order must be a whole number, 0 or greater\./)
    }
  })

  test('with agents cannot be deleted, and the reason is shown', async ({ page }) => {
    await openList(page, 'Couriers')
    await deleteRows(page, 'Couriers', 'Swift Parcel')
    await expect(page.getByRole('dialog')).toContainText('Swift Parcel: The courier still has agents.')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(row(page, 'Swift Parcel')).toBeVisible()
  })
})

test.describe('agents', () => {
  test('are listed with their courier and found by a substring of a name', async ({ page }) => {
    await openList(page, 'Agents')
    await expect(grid(page, 'Agents').getByRole('columnheader')).toContainText([
      'First Name',
      'Last Name',
      'Courier',
      'Status',
      'Role',
      'Properties',
      'Edit',
    ])
    await page.getByRole('searchbox').fill('whitf')
    await page.keyboard.press('Enter')
    await expect(grid(page, 'Agents').getByRole('rowheader')).toHaveText(['Jade'])
    await goTo(page, '/agent/list?SearchText=fresh')
    await expect(grid(page, 'Agents').getByRole('rowheader')).toHaveText(['Alma', 'Gloria', 'Kenji', 'Stefan'])
  })

  test('require each field in order; the role filters the couriers', async ({ page }) => {
    await goTo(page, '/agent/create')
    await expect(page.getByRole('combobox', { name: 'Courier' })).toBeDisabled()
    const refused = async (text: string) => {
      await save(page)
      await expect(notice(page)).toContainText(text)
    }
    await refused('First name cannot be empty')
    await expect(page.getByLabel('First Name')).toBeFocused()
    expect(await flawsOf(page)).toEqual([])
    await page.getByLabel('First Name').fill('Form')
    await refused('Last name cannot be empty')
    await page.getByLabel('Last Name').fill(OURS)
    await refused('Email cannot be empty')
    await page.getByLabel('Email').fill('nobody')
    await refused('Enter a valid email id!')
    await page.getByLabel('Email').fill('form@courier.test')
    await refused('Courier cannot be empty')
    await choose(page, 'Role', 'Dry Cleaning Agent')
    await expect(page.getByText('At the terminal: collects from dry-cleaning lockers.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Courier' }).click()
    await expect(choices(page)).toHaveText(['Fresh Press Dry Cleaning'])
    await choices(page).click()
    await choose(page, 'Role', 'Delivery & Recovery Agent')
    await expect(page.getByRole('combobox', { name: 'Courier' })).toHaveValue('')
    await choose(page, 'Courier', 'Metro Express')
    await choose(page, 'Role', 'Delivery Agent')
    await expect(page.getByRole('combobox', { name: 'Courier' })).toHaveValue('Metro Express')
    await refused('User name cannot be empty')
    await page.getByLabel('User name').fill('CARLOS.VEGA')
    await page.getByLabel(/^PIN/).fill('12345')
    await refused('Please enter 6 digits for the PIN!')
    await page.getByLabel(/^PIN/).fill('123456')
    await refused('Please provide user an access to the property')
    await expect(page.getByRole('checkbox').first()).toBeFocused()
    await page.getByLabel('Riverside Quay').check()
    await refused('This user name is already in use.')
    await expect(page.getByLabel('User name')).toBeFocused()
  })

  test('keep their PIN when it is left empty; an unchanged form shows a notice', async ({ page }) => {
    await openList(page, 'Agents')
    await page.getByRole('link', { name: 'Edit: Tunde Bakare' }).click()
    await expect(page.getByLabel('New PIN')).toHaveValue('')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
    await save(page)
    await expect(notice(page)).toContainText('Form contains no change')
    await expect(grid(page, 'Agents')).toBeVisible()
  })
})

test('a new agent drops off at a kiosk, is locked by wrong PINs, and can sign in again when a manager unlocks', async ({
  page,
  terminal: { run, resident },
}) => {
  const pin = '864209'
  const userName = `e2e.${Date.now()}`
  const dropOff = () => run('drop-off', '--agent', userName, '--pin', pin, '--name', resident.name, '--size', 'small')
  await createAgent(page, { first: 'Walker', userName, pin, properties: 'All' })
  expect(await dropOff()).toContain('Dropped off in locker')

  // A terminal refuses further attempts for a while, without counting them, so the agent goes from one to the next.
  const recoverAt = (bank: string) =>
    run('recover', '--agent', userName, '--pin', '000000', '--bank', bank).catch((error: Error) => error.message)
  for (let attempt = 0; attempt < WRONG_PINS_THAT_LOCK; attempt += 1) {
    const { code } = BANKS[attempt % BANKS.length]!
    await expect.poll(() => recoverAt(code)).toContain('Wrong user name or PIN.')
  }
  await page.reload()
  await expect(row(page, 'Walker')).toContainText('Locked')
  expect(await flawsOf(page)).toEqual([])
  await row(page, 'Walker').getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText('Locked after 10 wrong PINs in a row, or by staff.')).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(notice(page)).toContainText('The agent can sign in again.')
  await expect(page.getByRole('button', { name: 'Unlock' })).toHaveCount(0)
  expect(await dropOff()).toContain('Dropped off in locker')

  await openList(page, 'Agents')
  await expect(row(page, 'Walker')).not.toContainText('Locked')
  await deleteRows(page, 'Agents', `Walker ${OURS}`)
  await expect(row(page, 'Walker')).toHaveCount(0)
  await expect(dropOff()).rejects.toThrow('Wrong user name or PIN.')
})

test('checked agents are locked in the list, and Undo unlocks them', async ({ page }) => {
  await page.clock.install()
  await page.reload()
  await createAgent(page, { first: 'Ruby', userName: `e2e.${Date.now()}`, pin: '864209', properties: 'All' })
  await openList(page, 'Agents')
  await expect(row(page, 'Ruby')).toContainText(/ActiveDelivery Agent.* and \d more/)
  const property = cellsOf(row(page, 'Ruby'), 'Properties').getByRole('link')
  await expect(property).toHaveAttribute('href', /#\/property\/[0-9a-f-]{36}\/edit$/)
  const dialog = page.getByRole('dialog', { name: 'Lock' })
  const lock = async () => {
    await page.getByRole('checkbox', { name: `Select Ruby ${OURS}` }).check()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(dialog).toContainText(`Locks Ruby ${OURS}: no sign-in at terminals until unlocked, and sessions there end.`)
    await dialog.getByRole('button', { name: 'Lock' }).click()
    await expect(row(page, 'Ruby')).toContainText('Locked')
  }
  const undo = page.getByRole('button', { name: 'Undo' })
  await lock()
  await undo.click()
  await expect(row(page, 'Ruby')).toContainText('Active')
  await lock()
  const locked = page.getByText('The agent can no longer sign in.')
  await locked.hover()
  await expect(undo).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(undo).toHaveCount(0)
  await expect(locked).toBeVisible()
  await deleteRows(page, 'Agents', `Ruby ${OURS}`)
})

test('staff without the permission see no links to agents and couriers, and cannot open them', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Agents' })).toBeVisible()
  const other = await (await browser.newContext({ baseURL: product })).newPage()
  await signIn(USERS.leasing, other)
  for (const [name, path] of [
    ['Agents', '/agent/list'],
    ['Couriers', '/courier/list'],
  ] as const) {
    await expect(other.getByRole('navigation').getByRole('link', { name })).toHaveCount(0)
    await goTo(other, path)
    await expect(other.getByText('You are not authorized to navigate to requested page')).toBeVisible()
  }
  await other.context().close()
})
