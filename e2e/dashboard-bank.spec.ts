import type { Page } from '@playwright/test'
import { BROKEN, cabinet, choose, DISTURBED, detail, door, dropOff, notice, openBank } from './dashboard-screens.ts'
import { expect, flawsInBothThemes, flawsOf, stopClock, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })

const doorOf = (page: Page, locker: string) => door(page, new RegExp(`^${locker},`))

const isOpen = (page: Page, locker: string) => expect(doorOf(page, locker).locator('[data-open]'))

test.describe('a locker bank', () => {
  test.beforeEach(async ({ page, signIn, terminal: _ }) => {
    await signIn(USERS.mailroom)
    await openBank(page)
  })

  test('works by keyboard, shows its legend, numbers and packages, and gives way to another bank', async ({ page }) => {
    await test.step('works by keyboard: to a door, into its detail, and back', async () => {
      const first = door(page, /^L1,/)
      await first.focus()
      await page.keyboard.press('ArrowDown')
      await expect(doorOf(page, 'L2')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(detail(page).getByRole('heading', { name: 'Locker L2', exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(doorOf(page, 'L2')).toBeFocused()
      await expect(detail(page).getByText('Select a door')).toBeVisible()
    })
    await test.step('is shown with its legend, numbers and packages, and another is selected by name, property and building', async () => {
      await expect(cabinet(page).getByRole('listitem').filter({ hasText: 'Available' })).toBeVisible()
      await expect(cabinet(page).getByRole('listitem').filter({ hasText: 'Flagged Dirty' })).toBeVisible()
      const lockers = page.getByRole('table', { name: 'Lockers' })
      await expect(lockers.getByRole('columnheader')).toHaveText([
        'Size',
        'Available',
        'Occupied',
        'Dirty',
        'Out Of Service',
        'Disabled',
        'All',
      ])
      await expect(page.getByRole('table', { name: 'Packages by size' })).toBeVisible()
      const occupied = Number(await lockers.getByRole('row').last().getByRole('cell').nth(1).textContent())
      await expect(door(page, /, Occupied,/)).toHaveCount(occupied)
      await expect(page.getByRole('grid', { name: 'Packages' })).toBeVisible()

      const chooser = page.getByRole('combobox', { name: 'Locker Bank' })
      await chooser.fill(DISTURBED.name)
      await page.getByRole('option', { name: new RegExp(`^${DISTURBED.name} · .+ · .+`) }).click()
      await expect(page.getByRole('heading', { level: 1, name: DISTURBED.name })).toBeVisible()
    })
  })

  test('shows a drop-off and its open door', async ({ page, terminal }) => {
    const recent = door(page, /Occupied, Active, just now/i)
    const before = await recent.count()
    const swinging = page.locator('[data-open]').waitFor()
    await dropOff(terminal)
    await expect(recent).toHaveCount(before + 1)
    await swinging
  })

  test('opens a locker to verify: the door is shown open when the kiosk has reported it', async ({ page }) => {
    const name = await choose(page, /Occupied, Active/)
    await expect(detail(page).getByRole('radio', { name: 'Verify' })).toBeChecked()
    // On a very busy machine the kiosk may answer too late; a person tries again.
    await expect(async () => {
      await detail(page)
        .getByRole('button', { name: `Open locker ${name}` })
        .click()
      await expect(notice(page).getByText('Locker has been opened successfully.')).toBeVisible({ timeout: 30_000 })
    }).toPass()
    await expect(detail(page).getByText('The door is open')).toBeVisible()
    await isOpen(page, name).toHaveCount(1)
    await isOpen(page, name).toHaveCount(0)
    await expect(doorOf(page, name)).toHaveAccessibleName(/Occupied, Active/)
  })

  test('opens a locker once for a double click, however soon the kiosk answers', async ({ page }) => {
    await page.clock.install()
    await page.reload()
    const name = await choose(page, /Occupied, Active/)
    const open = detail(page).getByRole('button', { name: `Open locker ${name}` })
    let asked = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/open$/.test(request.url())) asked++
    })
    await expect(open).toBeVisible()
    await stopClock(page)
    for (let click = 0; click < 2; click++) {
      await open.click()
      await expect(detail(page).getByText('The door is open')).toBeVisible()
    }
    expect(asked).toBe(1)
    await page.clock.runFor(1000)
    await open.click()
    await expect.poll(() => asked).toBe(2)
    await page.clock.resume()
  })

  test('moves a package to the mailroom, by default to that of the bank', async ({ page }) => {
    await page.clock.install()
    await page.reload()
    const name = await choose(page, /Occupied, Active/)
    await expect(detail(page).getByRole('combobox', { name: 'Mailroom' })).toHaveCount(0)
    await detail(page).getByRole('radio', { name: 'Transfer to Mailroom' }).check()
    const open = detail(page).getByRole('button', { name: `Open locker ${name}` })
    const mailroom = detail(page).getByRole('combobox', { name: 'Mailroom' })
    await expect(mailroom).toHaveValue(/./)
    await mailroom.click()
    await page.getByRole('listbox').getByRole('option', { selected: true }).click()
    await expect(mailroom).toHaveValue('')
    // Stops the clock, so that no notice closes by itself.
    await stopClock(page)
    await open.click()
    await expect(notice(page).getByText('Mailroom not selected')).toBeVisible()
    await expect(mailroom).toBeFocused()
    await expect(mailroom).toHaveAccessibleDescription('Mailroom not selected')
    await mailroom.click()
    await page.clock.resume()
    await page.getByRole('listbox').getByRole('option').first().click()
    await open.click()
    await expect(notice(page).getByText('Mailroom not selected')).toHaveCount(0)
    await expect(notice(page).getByText('Locker has been opened successfully.')).toBeVisible()
    await expect(detail(page).getByText('This locker is empty.')).toBeVisible()
    await expect(doorOf(page, name)).toHaveAccessibleName(/Available/)
  })

  test('marks a missing package as found in its locker, which stays occupied, unless a mailroom is chosen', async ({ page }) => {
    // The choices of a missing package, beside one that requires a mailroom.
    await page.route('**/choices', async (route) => {
      const reply = await route.fetch()
      const offered = (await reply.json()) as { Packages: object[] }
      const Choices = [
        { Label: 'Verify', StatusId: null, Mailroom: 'no' },
        { Label: 'Mark as Found', StatusId: 6, Mailroom: 'optional' },
        { Label: 'Transfer to Mailroom', StatusId: 3, Mailroom: 'required' },
      ]
      await route.fulfill({ json: { ...offered, Packages: offered.Packages.map((one) => ({ ...one, Choices })) } })
    })
    const name = await choose(page, /Occupied, Active/)
    const sent: object[] = []
    await page.route('**/open', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: { IsOpen: false, Message: 'Not opened.' } })
    })
    const open = detail(page).getByRole('button', { name: `Open locker ${name}` })
    const mailroom = detail(page).getByRole('combobox', { name: 'Mailroom' })
    await detail(page).getByRole('radio', { name: 'Transfer to Mailroom' }).check()
    await expect(mailroom).toHaveValue(/./)
    await detail(page).getByRole('radio', { name: 'Mark as Found' }).check()
    await expect(mailroom).toHaveValue('')
    await expect(mailroom).toHaveAttribute('placeholder', 'None: stays in the locker')
    await expect(mailroom).toHaveAccessibleDescription(
      'Leave this empty if the package stays in its locker, which remains occupied. Choose a mailroom only if you take the package there; the locker is then available.',
    )
    expect(await flawsInBothThemes(page)).toEqual([])
    await open.click()
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ MailroomId: null })
    await detail(page).getByRole('radio', { name: 'Mark as Found' }).check()
    await mailroom.click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await open.click()
    await expect.poll(() => sent).toHaveLength(2)
    expect(sent[1]).toMatchObject({ MailroomId: expect.stringMatching(/./) })
    // Choices are read again after an opening.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('updates the content and the state of a locker together', async ({ page }) => {
    const name = await choose(page, /Occupied, Active/)
    await detail(page).getByRole('radio', { name: 'Collect by Recipient' }).check()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/lockerName\//i, async (route) => {
      await answered
      await route.continue()
    })
    await detail(page)
      .getByRole('button', { name: `Open locker ${name}` })
      .click()
    await expect(doorOf(page, name)).toHaveAccessibleName(/Available/)
    await expect(detail(page).getByText('Available', { exact: true })).toHaveCount(0)
    await expect(detail(page).getByText('Tracking number')).toBeVisible()
    answer()
    await expect(detail(page).getByText('Available', { exact: true })).toBeVisible()
    await expect(detail(page).getByText('This locker is empty.')).toBeVisible()
  })

  test('reports a door that was not detected as open, and changes nothing', async ({ page, terminal }) => {
    // The kiosk retries for some seconds.
    test.slow()
    const name = await choose(page, /Occupied, Active/)
    await terminal.run('fault', '--locker', name, '--fault', 'not-detected')
    await detail(page).getByRole('radio', { name: 'Collect by Recipient' }).check()
    await detail(page)
      .getByRole('button', { name: `Open locker ${name}` })
      .click()
    await expect(notice(page).getByText('Failed to open locker')).toBeVisible()
    await expect(detail(page).getByText('but the door was not seen to open').first()).toBeVisible()
    await isOpen(page, name).toHaveCount(0)
    await expect(doorOf(page, name)).toHaveAccessibleName(/Occupied, Active/)
    await terminal.run('fault', '--locker', name, '--fault', 'none')
  })

  test('lets staff change the state of a locker; a disabled one cannot be opened', async ({ page }) => {
    const name = await choose(page, /, Available$/)
    const set = async (state: string) => {
      await detail(page).getByRole('button', { name: 'Change state' }).click()
      await page.getByRole('menuitem', { name: state }).click()
    }
    await set('Mark as dirty')
    await expect(doorOf(page, name)).toHaveAccessibleName(/Flagged Dirty/)
    await set('Take out of service')
    await expect(doorOf(page, name)).toHaveAccessibleName(/Flagged Out of Service/)
    await set('Disable')
    await expect(detail(page).getByText('Disabled / Not Mapped', { exact: true })).toBeVisible()
    await expect(detail(page).getByText('Locker is disabled / not mapped.')).toBeVisible()
    const open = detail(page).getByRole('button', { name: `Open locker ${name}` })
    await expect(open).toHaveCount(0)
    await set('Put back in use')
    await expect(doorOf(page, name)).toHaveAccessibleName(/Available/)
    await expect(open).toBeVisible()
  })

  const TITLES = [
    'Could not retrieve locker summary',
    'Could not retrive package summary',
    'Could not retrieve packages for the lockerbank',
  ]
  test('reports what could not be loaded, in place and in a notice, and keeps what it has', async ({ page }) => {
    await test.step('reports once that the server cannot be reached, and keeps its content', async () => {
      await page.route('**/api/**', (route) => route.abort('connectionrefused'))
      await page.getByRole('button', { name: 'Refresh' }).first().click()
      await expect(notice(page).getByText('The server cannot be reached.')).toHaveCount(1)
      await expect(cabinet(page).getByRole('button').first()).toBeVisible()
      await expect(page.getByRole('table', { name: 'Lockers' })).toBeVisible()
      await page.unrouteAll()
      await page.reload()
      await expect(door(page, /^L\d/).first()).toBeVisible()
    })
    await test.step('reports a failure to load in place and in a notice, and loads again on Retry', async () => {
      await page.route(/\/(packagesummary|lockersummary|packages)$/, (route) => route.fulfill(BROKEN))
      await page.reload()
      for (const title of TITLES) await expect(notice(page).getByText(title)).toBeVisible()
      for (const title of TITLES) await expect(page.getByRole('group', { name: title })).toContainText('It broke.')
      await page.unrouteAll()
      for (let left = 3; left > 0; left--) await page.getByRole('button', { name: 'Retry' }).first().click()
      await expect(page.getByRole('table', { name: 'Lockers' })).toBeVisible()
      await expect(page.getByRole('table', { name: 'Packages by size' })).toBeVisible()
      await expect(page.getByRole('grid', { name: 'Packages' })).toBeVisible()
    })
    await test.step('reports which part of the cabinet or of a locker could not be loaded', async () => {
      await choose(page, /Occupied, Active/)
      for (const [path, title] of [
        [/\/layout$/, 'The layout could not be loaded.'],
        [/\/lockerName\//i, 'Failed to retrieve details for this locker'],
        [/\/choices$/, 'Could not retrieve mailrooms'],
      ] as const) {
        await page.route(path, (route) => route.fulfill(BROKEN))
        await page.reload()
        await expect(notice(page).getByRole('alert').filter({ hasText: title })).toContainText('It broke.')
        await page.unroute(path)
      }
    })
  })

  test('has no axe violations: light, dark, narrow', async ({ page }) => {
    const name = await choose(page, /Occupied, Active/)
    expect(await flawsInBothThemes(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    const drawer = page.getByRole('dialog', { name: 'Locker detail' })
    await expect(drawer.getByRole('button', { name: `Open locker ${name}` })).toBeVisible()
    expect(await flawsOf(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Close locker detail' }).click()
    await expect(drawer).toHaveCount(0)
    expect(await flawsOf(page)).toEqual([])
  })
})
