import { expect, goTo, test } from './fixtures.ts'
import { createResident, deleteOursAfterEach, notice, OURS, openList, openListOf, openResident, row } from './resident-screens.ts'

deleteOursAfterEach()

test.beforeEach(({ signIn }) => signIn())

test('checked rows are deleted; a resident with packages stays, with the reason', async ({ page, terminal }) => {
  const { run, agent, resident } = terminal
  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name, '--size', 'small')
  const lastName = await createResident(page)
  const remove = async (name: string) => {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Delete residents' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  }
  await openListOf(page, resident)
  await remove(resident.name)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${resident.name}: This resident still has packages.`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await openList(page, `?LastName=${lastName}`)
  await remove(`Robin ${lastName}`)
  await expect(notice(page)).toContainText('Residents deleted: 1.')
  await expect(page.getByRole('heading', { level: 1, name: 'Residents' })).toBeFocused()
  await expect(row(page, lastName)).toHaveCount(0)
  await run('collect', '--code', resident.accessCode)
})

test('checked residents are marked as out of town, and Undo restores them', async ({ page }) => {
  const lastName = await createResident(page)
  const other = await createResident(page)
  await openList(page, `?LastName=${lastName}`)
  await page.getByRole('checkbox', { name: `Select Robin ${lastName}` }).check()
  await page.getByRole('button', { name: 'Out of town' }).click()
  const dialog = page.getByRole('dialog', { name: 'Out of town' })
  await expect(dialog).toContainText(`Marks as out of town: Robin ${lastName}.`)
  await dialog.getByLabel('First day away').fill('2099-01-01')
  await dialog.getByRole('button', { name: 'Out of town' }).click()
  await expect(dialog).toContainText('Enter both the first day away and the day of return, or neither.')
  await expect(dialog.getByLabel('First day away')).toHaveValue('2099-01-01')
  const until = dialog.getByLabel('Day of return')
  await until.fill('2098-12-01')
  await dialog.getByRole('button', { name: 'Out of town' }).click()
  await expect(until).toHaveAccessibleDescription(/The day of return must come after the first day away\./)
  await until.fill('2099-02-01')
  await dialog.getByRole('button', { name: 'Out of town' }).click()
  await expect(notice(page)).toContainText('Marked as out of town: 1.')
  await expect(page.getByText('1 selected')).toBeHidden()
  await goTo(page, `/resident/list?LastName=${lastName}&ResidentFlag=2`)
  await expect(row(page, lastName)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page)).toContainText('Restored: 1.')
  await expect(row(page, lastName)).toHaveCount(0)

  // One of two is away already: one notice has both numbers, and Undo.
  await openList(page, `?LastName=${OURS}`)
  const leave = async (...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select Robin ${name}`, exact: true }).check()
    await page.getByRole('button', { name: 'Out of town' }).click()
    await dialog.getByRole('button', { name: 'Out of town' }).click()
    await expect(page.getByText(`${names.length} selected`)).toBeHidden()
  }
  await leave(lastName)
  const both = notice(page).getByRole('status').filter({ hasText: 'Left as they are: 1.' })
  await leave(lastName)
  await expect(both).toContainText('Marked as out of town: 0.')
  await leave(lastName, other)
  await expect(both).toHaveCount(1)
  await expect(both).toContainText('Marked as out of town: 1.')
  await both.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page)).toContainText('Restored: 1.')
  // What a screen has shown ends when one leaves it.
  await leave(lastName)
  await expect(both).toBeVisible()
  await goTo(page, '/courier/list')
  await expect(both).toHaveCount(0)
})

test('a unit number is edited in the list, and the other values stay', async ({ page }) => {
  const lastName = await createResident(page)
  await openList(page, `?LastName=${lastName}`)
  await row(page, lastName).getByText('9001').hover()
  await page.getByRole('button', { name: `Edit Unit Number: Robin ${lastName}` }).click()
  const unit = page.getByRole('textbox', { name: `Edit Unit Number: Robin ${lastName}` })
  await expect(unit).toHaveValue('9001')
  await unit.fill('')
  await unit.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Unit number cannot be empty')
  await unit.fill('77B')
  await unit.press('Enter')
  await expect(row(page, lastName)).toContainText('77B')
  await openResident(page, lastName)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('robin@example.test')
})

test('all residents that match are changed by a job, on every page, and Undo restores them', async ({ page }) => {
  await openList(page, '?OccupancyStatusType=1')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: /^Select all \d+ that match$/ }).click()
  const first = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
  await first.uncheck()
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).not.toBeChecked()
  const selected = page.getByText(/^\d+ selected$/)
  const count = Number.parseInt((await selected.textContent())!, 10)
  expect(count).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Out of town' }).click()
  const dialog = page.getByRole('dialog', { name: 'Out of town' })
  await expect(dialog).toContainText(`Marks as out of town: ${count} residents.`)
  /** The next request confirms one resident less than match. */
  const confirmLess = (path: string) =>
    page.route(
      `**/api${path}`,
      (route) => {
        const { Expected, ...input } = route.request().postDataJSON()
        expect(Expected).toBe(count)
        return route.continue({ postData: { ...input, Expected: count - 1 } })
      },
      { times: 1 },
    )
  await confirmLess('/resident/bulk/outoftown')
  await dialog.getByRole('button', { name: 'Out of town' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('More rows match by now.')
  await expect(dialog).toContainText(`Marks as out of town: ${count} residents.`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await confirmLess('/resident/bulk/delete')
  await page.getByRole('button', { name: 'Delete residents' }).click()
  const question = page.getByRole('dialog', { name: 'Delete residents' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(question).toContainText(`Delete ${count} selected?`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Out of town' }).click()
  await dialog.getByRole('button', { name: 'Out of town' }).click()
  await expect(notice(page)).toContainText('This continues when you leave the page.')
  await page.reload()
  // Residents who are out of town already are left as they are.
  const done = notice(page).getByText(/^Marked as out of town: \d+\./)
  const [changed] = /\d+/.exec((await done.textContent())!)!
  expect(Number(changed)).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page)).toContainText(`Restored: ${changed}.`)
})
