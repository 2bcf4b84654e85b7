import type { Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { WRONG_PINS_THAT_LOCK } from '#features/kiosks/rules.ts'
import { choices, deleteRows, grid, heading, notice, OURS, openList, row, save } from './courier-agent-screens.ts'
import { cellsOf, choose, expect, flawsOf, goTo, test } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn())

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
