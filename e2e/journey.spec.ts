import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { cellsOf, expect, goTo, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })

const LOBBY = BANKS[0]!

test('a parcel is dropped off, staff see it, open the door remotely and move it to the mailroom; every screen agrees', async ({
  page,
  signIn,
  terminal,
}) => {
  const { agent, resident, run } = terminal
  const label = `JOURNEY${Date.now()}`
  const grid = page.getByRole('grid', { name: 'Dashboard' })
  const numbers = async () => {
    const row = grid.getByRole('row').filter({ hasText: LOBBY.name })
    const of = async (column: string) => Number(await cellsOf(row, column).textContent())
    return { active: await of('LB_Active'), available: await of('LB_Available'), mailroom: await of('MR_Current') }
  }

  await signIn(USERS.manager)
  await goTo(page, '/dashboard/main')
  await expect(grid.getByRole('row').filter({ hasText: LOBBY.name })).toContainText('ONLINE')
  const before = await numbers()

  await grid.getByRole('link', { name: LOBBY.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: LOBBY.name })).toBeVisible()
  const said = await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name, '--tracking', label)
  const locker = /Dropped off in locker (\w+)/.exec(said)![1]!
  const door = page.getByRole('region', { name: 'Cabinet' }).getByRole('button', { name: new RegExp(`^${locker},`) })
  await expect(door).toHaveAccessibleName(/Occupied, Active, just now/i)

  await door.click()
  const detail = page.getByRole('complementary', { name: 'Locker detail' })
  await expect(detail).toContainText(label)
  await expect(detail.getByRole('radio', { name: 'Verify' })).toBeChecked()
  await detail.getByRole('radio', { name: 'Transfer to Mailroom' }).check()
  await expect(detail.getByRole('combobox', { name: 'Mailroom' })).toHaveValue(/./)
  await detail.getByRole('button', { name: `Open locker ${locker}` }).click()
  await expect(door.locator('[data-open]')).toHaveCount(1)
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Locker has been opened successfully.'),
  ).toBeVisible()
  await expect(detail.getByText('This locker is empty.')).toBeVisible()
  await expect(door).toHaveAccessibleName(/Available/)

  await goTo(page, '/dashboard/main')
  await expect.poll(numbers).toEqual({ ...before, mailroom: before.mailroom + 1 })

  await page.getByRole('banner').getByRole('link').first().click()
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/tracking number/))
    .first()
    .fill(label)
  const found = page.getByRole('grid', { name: 'Package Viewer' })
  await expect(found.getByRole('rowheader')).toHaveCount(1)
  await expect(found.getByText('Transferred to Mailroom')).toBeVisible()
  await found.getByRole('rowheader').getByRole('link').click()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveCount(2)
  await expect(history.first()).toContainText(/Transferred to Mailroom.*Daniel Okafor/s)
  await expect(history.last()).toContainText('In Locker')
})
