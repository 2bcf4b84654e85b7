import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { choose, expect, flawsOf, goTo, type Terminal, test, USERS } from './fixtures.ts'

const list = (page: Page) => page.getByRole('grid', { name: 'Residents' })
const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

async function openList(page: Page, filter = '') {
  await goTo(page, `/resident/list${filter}`)
  await expect(list(page)).toBeVisible()
}
/** Prefix of the last names of residents in this file. */
const OURS = 'Etoe'
let number = 0
/** Creates a resident for a test that changes it; returns the last name. */
async function createResident(page: Page): Promise<string> {
  const lastName = `${OURS}${++number}`
  await goTo(page, '/resident/create')
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await page.getByLabel('Unit Number').fill('9001')
  await page.getByLabel('First Name').fill('Robin')
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByLabel('Email', { exact: true }).fill('robin@example.test')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: `Robin ${lastName}` })).toBeVisible()
  return lastName
}
async function openResident(page: Page, lastName: string) {
  await openList(page, `?LastName=${lastName}`)
  await page.getByRole('link', { name: `Edit: Robin ${lastName}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Robin ${lastName}` })).toBeVisible()
}
/** The list filtered to the terminal's resident. */
async function openListOf(page: Page, { name, unitNumber }: Terminal['resident']) {
  const [FirstName = '', LastName = ''] = name.split(' ')
  await openList(page, `?${new URLSearchParams({ FirstName, LastName, UnitNumber: unitNumber })}`)
}
async function openResidentOf(page: Page, { resident }: Terminal) {
  await openListOf(page, resident)
  await page.getByRole('link', { name: `Edit: ${resident.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: resident.name })).toBeVisible()
}

test.beforeEach(({ signIn }) => signIn())
// Other tests may use the same server and count the demo's rows.
test.afterEach(({ page }) =>
  page.evaluate(async (LastName) => {
    const ask = async (path: string, body: unknown) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('residentialApp.apiToken')}`,
        'content-type': 'application/json',
      }
      return (await fetch(`/api/resident/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const { Data = [] } = (await ask('getallresidents', { LastName })) as { Data?: { Id: string }[] }
    if (Data.length > 0)
      await ask(
        'deleteresidents',
        Data.map(({ Id }) => Id),
      )
  }, OURS),
)

test('the list shows residents with their homes, and is filtered by chips that stay in the address', async ({ page }) => {
  await openList(page)
  await expect(list(page).getByRole('columnheader')).toContainText([
    'First Name',
    'Last Name',
    'Unit Number',
    'Building',
    'Property',
    'Status',
    'Edit',
  ])
  await page.getByRole('button', { name: 'Flag: Any' }).click()
  await page.getByRole('option', { name: 'Out Of Town' }).click()
  await expect(page).toHaveURL(/ResidentFlag=2/)
  const mark = page.getByRole('img', { name: 'Out Of Town' })
  await expect(list(page).getByRole('row').filter({ has: mark }).first()).toBeVisible()
  // Only the header row has none.
  await expect(list(page).getByRole('row').filter({ hasNot: mark })).toHaveCount(1)
})

test('the list is filtered by every filter at once, and each alone would exclude others', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  await page.getByRole('switch', { name: 'Out of town' }).click()
  await save(page)
  await openList(page)
  // Only the first few of the filters that are not set are shown.
  await expect(page.getByRole('button', { name: /: Any$/ })).toHaveText(['Property: Any', 'Occupancy status: Any', 'Flag: Any'])
  const type = async (name: string, text: string) => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await page.getByRole('searchbox', { name }).fill(text)
    await page.keyboard.press('Enter')
  }
  const pick = async (name: string, option: string) => {
    await page.getByRole('button', { name: `${name}: Any` }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await type('Last Name', lastName)
  await type('First Name', 'Robin')
  await type('Unit Number', '9001')
  await pick('Property', 'Riverside Quay')
  await pick('Building', 'Quay North')
  await pick('Occupancy status', 'Current')
  await type('Email', 'robin@example')
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/getallresidents') && request.postDataJSON().ResidentFlag !== undefined,
  )
  await pick('Flag', 'Out Of Town')
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect((await sent).postDataJSON()).toMatchObject({
    LastName: lastName,
    FirstName: 'Robin',
    UnitNumber: '9001',
    PropertyId: id,
    BuildingId: id,
    OccupancyStatusType: 1,
    Email: 'robin@example',
    ResidentFlag: 2,
  })
  await expect(row(page, lastName)).toHaveCount(1)
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: /^Flag: Out/ }).click()
  await page.getByRole('option', { name: 'Opt Out', exact: true }).click()
  await expect(page.getByText('No results match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/#\/resident\/list$/)
})

test('a resident is created, and missing values are shown at the field, one after the other', async ({ page }) => {
  await goTo(page, '/resident/create')
  await save(page)
  await expect(notice(page)).toContainText('First name cannot be empty')
  await expect(page.getByLabel('First Name')).toBeFocused()
  expect(await flawsOf(page)).toEqual([])
  const lastName = await createResident(page)
  await openList(page, `?LastName=${lastName}`)
  await expect(row(page, lastName)).toContainText('Current')
})

test('a form without a change shows a notice and returns', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  await save(page)
  await expect(notice(page)).toContainText('Form contains no change')
  await expect(list(page)).toBeVisible()
})

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

test('an access code is generated, saved and sent; the buttons that send it are shown only when it can be sent', async ({
  page,
}) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  const send = page.getByRole('button', { name: 'Send by email' })
  const saveAndSend = page.getByRole('button', { name: 'Save and send code' })
  await expect(send.or(saveAndSend)).toHaveCount(0)
  await page.getByRole('button', { name: 'Generate' }).click()
  const code = page.getByLabel('Locker access code')
  await expect(code).toHaveValue(/^[1-9]\d{7}$/)
  await expect(send).toHaveCount(0)
  await saveAndSend.click()
  await expect(notice(page)).toContainText('the access code is being sent')
  await send.click()
  await expect(notice(page)).toContainText('The access code is being sent.')
  const active = page.getByRole('switch', { name: 'Active' })
  await choose(page, 'Occupancy status', 'Moved out')
  await expect(active).not.toBeChecked()
  await expect(active).toBeDisabled()
  await expect(code).toBeDisabled()
  await expect(code).toHaveValue('')
  await expect(page.getByText('Former residents have no access code.')).toBeVisible()
  await expect(saveAndSend.or(send)).toHaveCount(0)
  await choose(page, 'Occupancy status', 'Current')
  await expect(code).toHaveValue(/^[1-9]\d{7}$/)
  await expect(active).toBeChecked()
  await expect(saveAndSend).toBeVisible()
  await active.click()
  await expect(saveAndSend).toHaveCount(0)
})

test('the access code is read only when it is shown, and neither a save nor a tab reads it again', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  await page.getByRole('button', { name: 'Generate' }).click()
  const code = page.getByLabel('Locker access code')
  await expect(code).toHaveValue(/^[1-9]\d{7}$/)
  const generated = await code.inputValue()
  await save(page)
  await expect(notice(page)).toContainText('saved')
  await openList(page, `?LastName=${lastName}`)
  await page.reload()
  const reads: string[] = []
  page.on('request', (request) => {
    const isRead = request.method() === 'GET' && /\/api\/resident\/[0-9a-f-]{36}(\?|$)/.test(request.url())
    if (isRead) reads.push(request.url())
  })
  await page.getByRole('link', { name: `Edit: Robin ${lastName}` }).click()
  await page.getByLabel('Phone 2').fill('020 7946 0001')
  await save(page)
  await expect(notice(page)).toContainText('saved')
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Changed')
  await page.getByRole('link', { name: 'Details', exact: true }).click()
  await page.getByLabel('Phone 2').fill('020 7946 0002')
  await save(page)
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  expect(reads).toHaveLength(1)
  expect(reads[0]).toContain('IncludeAccessCode=false')

  await expect(code).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Send by email' })).toBeVisible()
  await page.getByLabel('Phone 2').fill('020 7946 0003')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(code).toHaveValue(generated)
  await expect(page.getByLabel('Phone 2')).toHaveValue('020 7946 0003')
  await save(page)
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(code).toHaveValue(generated)
  expect(reads).toHaveLength(2)
})

test('a resident is out of town from one day to another', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  await choose(page, 'Language of messages', 'Deutsch')
  await page.getByRole('switch', { name: 'Out of town' }).click()
  await page.getByLabel('First day away').fill('2099-01-10')
  await save(page)
  await expect(notice(page)).toContainText('Enter both the first day away and the day of return, or neither.')
  await page.getByLabel('Day of return').fill('2099-01-20')
  await save(page)
  await expect(notice(page)).toContainText('saved')
  await openList(page, `?LastName=${lastName}`)
  await expect(row(page, lastName).getByRole('img', { name: 'Out Of Town' })).toBeVisible()
})

test('a delegate may collect on some days, with a code that is shown once and works at the terminal', async ({
  page,
  terminal,
}) => {
  const { run, agent, resident } = terminal
  // Days are local to the property, which may be one before or after the test's.
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  await openResidentOf(page, terminal)
  await page.getByRole('link', { exact: true, name: 'Delegates' }).click()
  await expect(page.getByText('No delegates.')).toBeVisible()
  const form = page.getByRole('form', { name: 'New delegate' })
  await form.getByRole('button', { name: 'Add delegate' }).click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Grace Neighbour')
  await page.getByRole('link', { exact: true, name: 'History' }).click()
  await page.getByRole('link', { exact: true, name: 'Delegates' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Grace Neighbour')
  await form.getByLabel('From').fill(day(-1))
  await form.getByLabel('Until').fill('2099-01-01')
  await form.getByRole('button', { name: 'Add delegate' }).click()
  await expect(notice(page)).toContainText('A delegate can be authorised for up to 366 days at a time.')
  await expect(form.getByLabel('Until')).toBeFocused()
  await expect(form).toContainText('A delegate can be authorised for up to 366 days at a time.')
  await form.getByLabel('Until').fill(day(1))
  await form.getByRole('button', { name: 'Add delegate' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/The code is [1-9]\d{7}\./)
  const code = /\d{8}/.exec(await dialog.innerText())?.[0] as string
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Grace Neighbour' })).toBeVisible()
  expect(await flawsOf(page)).toEqual([])

  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name, '--size', 'small')
  expect(await run('collect', '--code', code)).toMatch(/^Locker /m)
  await page.getByRole('link', { exact: true, name: 'History' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'by Grace Neighbour' }).first()).toContainText('Collected')
  await page.getByRole('link', { exact: true, name: 'Delegates' }).click()
  await page.getByRole('button', { name: 'Revoke: Grace Neighbour' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('No delegates.')).toBeVisible()
  await expect(run('collect', '--code', code)).rejects.toThrow('Wrong code.')
})

test('a long name of a delegate leaves room for its button', async ({ page }) => {
  await openResident(page, await createResident(page))
  await page.getByRole('link', { exact: true, name: 'Delegates' }).click()
  const form = page.getByRole('form', { name: 'New delegate' })
  const name = 'W'.repeat(100)
  await form.getByLabel('Name').fill(name)
  const day = new Date().toISOString().slice(0, 10)
  for (const label of ['From', 'Until']) await form.getByLabel(label).fill(day)
  await form.getByRole('button', { name: 'Add delegate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const revoke = (await page.getByRole('button', { name: `Revoke: ${name}` }).boundingBox())!
      const label = (await page
        .getByRole('button', { name: `Revoke: ${name}` })
        .getByText('Revoke')
        .boundingBox())!
      expect(revoke.width).toBeGreaterThan(label.width)
      expect(label.width).toBeGreaterThan(20)
      expect(revoke.x + revoke.width).toBeLessThanOrEqual(width)
    }).toPass()
  }
})

test('a double click adds one delegate, whose code is shown with the name; the focus returns to the button', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  await page.getByRole('link', { exact: true, name: 'Delegates' }).click()
  const form = page.getByRole('form', { name: 'New delegate' })
  const today = new Date().toISOString().slice(0, 10)
  await form.getByLabel('Name').fill('Grace Neighbour')
  await form.getByLabel('From').fill(today)
  await form.getByLabel('Until').fill(today)
  const addDelegate = form.getByRole('button', { name: 'Add delegate' })
  await addDelegate.dblclick()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName(/Grace Neighbour/)
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(addDelegate).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'Grace Neighbour' })).toHaveCount(1)
})

test('the page of a resident shows the packages and their history', async ({ page, terminal }) => {
  const { agent, resident, run } = terminal
  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name)
  await run('collect', '--code', resident.accessCode)
  await openResidentOf(page, terminal)
  await page.getByRole('link', { exact: true, name: 'Packages' }).click()
  // A package that has left still shows when it would have expired.
  const collected = page.getByRole('grid', { name: 'Packages' }).getByRole('row').filter({ hasText: 'Collected by Recipient' })
  await expect(
    collected
      .first()
      .getByRole('gridcell')
      .filter({ hasText: /^in \d+ days$/ }),
  ).toHaveCount(1)
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('link', { exact: true, name: 'History' }).click()
  await expect(page.getByRole('listitem').first()).toBeVisible()
})

test('the history shows a drop-off and a collection while it is open', async ({ page, terminal }) => {
  const { run, agent, resident } = terminal
  await openResidentOf(page, terminal)
  await page.getByRole('link', { exact: true, name: 'History' }).click()
  const entries = page.getByRole('region', { name: 'Packages' }).getByRole('listitem')
  await expect(entries.first()).toBeVisible()
  const before = await entries.count()
  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name, '--size', 'small')
  await expect(entries).toHaveCount(before + 1)
  await run('collect', '--code', resident.accessCode)
  await expect(entries).toHaveCount(before + 2)
})

test('a resident is found by typing', async ({ page }) => {
  const lastName = await createResident(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill(lastName.toLowerCase())
  await page.getByRole('button', { name: `Robin ${lastName}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Robin ${lastName}` })).toBeVisible()
})

test('all stored data of a resident is exported, and erased after a confirmation', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export personal data' }).click()
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(file.Resident.LastName).toBe(lastName)
  await more.click()
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase personal data' }).click()
  await expect(notice(page)).toContainText('The personal data of this resident has been erased.')
  await expect(page).toHaveURL(new RegExp(`/resident/list\\?LastName=${lastName}`))
  await expect(page.getByText('No results match these filters.')).toBeVisible()
})

test.describe('mailroom staff', () => {
  test('see a resident, but neither form nor code', async ({ page, signIn, browser }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const other = await context.newPage()
    await other.goto(new URL('/portal/#/login', page.url()).href)
    await signIn(USERS.mailroom, other)
    await openList(other)
    await list(other).getByRole('row').nth(1).getByRole('link').first().click()
    await expect(other).toHaveURL(/\/detail/)
    await expect(other.getByRole('link', { exact: true, name: 'Packages' })).toBeVisible()
    await expect(other.getByLabel('Locker access code')).toHaveCount(0)
    expect(await flawsOf(other)).toEqual([])
    await context.close()
  })
})
