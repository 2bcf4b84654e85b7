import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { expect, goTo, stopClock, test, USERS } from './fixtures.ts'

test.use({ startAt: '' })

test('a missing chunk after a deployment reloads the page', async ({ page, signIn }) => {
  await signIn()
  let missing = 0
  await page.route('**/assets/LockerBankList-*.js', (route) =>
    missing++ === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('heading', { name: 'Locker banks' })).toBeVisible()
  expect(missing).toBeGreaterThan(1)
})

test('a screen that cannot be fetched reports it in place and in the log, without a notice', async ({ page, signIn }) => {
  await signIn()
  let asked = 0
  await page.route('**/assets/LockerBankList-*.js', (route) => {
    asked++
    return route.fulfill({ status: 404 })
  })
  const logged = page.waitForEvent('console', (message) => message.type() === 'error' && /LockerBankList/.test(message.text()))
  // The first time the page reloads, because a deployment may have removed the chunk.
  const loaded = page.waitForEvent('load')
  await goTo(page, '/lockerbank/list')
  await loaded
  await expect(page.getByRole('alert')).toContainText('This page could not be displayed')
  await logged
  expect(asked).toBe(2)
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Locker banks' })).toBeVisible()
})

test('what cannot be loaded is reported in a notice, at each attempt, beside its lasting text', async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  const lasting = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Retry' }) })
  const bank = `/lockerbank/${BANKS[1]!.id}`
  for (const [path, call, title] of [
    ['/lockerbank/list', '**/api/lockerbank/getalllockerbanks', 'Error retrieving the data.'],
    [`${bank}/editView`, '**/api/lockerbank/*', 'error retrieving locker bank'],
    [`${bank}/setting/`, '**/api/lockerBank/getsettings/*', 'Error retrieving the data.'],
    [`${bank}/layout`, '**/api/lockerBank/*/layout', 'The layout could not be loaded.'],
    [`${bank}/maplockertodevice`, '**/api/lockerBank/*/devices/*', 'The devices of the locker bank could not be listed.'],
    [`/dashboard${bank}`, '**/api/layoutdashboard/lockerbank/*/packages', 'Could not retrieve packages for the lockerbank'],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: { Message: 'It broke.' } }))
    await goTo(page, path)
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(lasting).toContainText(title)
      await expect(notice).toHaveText(`${title}It broke.`)
      await notice.getByRole('button', { name: 'Close' }).click()
      await expect(notice).toHaveCount(0)
      if (attempt === 1) await page.unroute(call)
      const replied = page.waitForResponse(call)
      await lasting.getByRole('button', { name: 'Retry' }).click()
      await replied
    }
    await expect(lasting).toHaveCount(0)
  }
})

test('what is read every minute and cannot be loaded is reported once', async ({ page, signIn }) => {
  await page.clock.install()
  let asked = 0
  await page.route('**/api/layoutdashboard/lockerbank/*/packages', (route) => {
    asked++
    return route.fulfill({ status: 500, json: {} })
  })
  await signIn()
  await goTo(page, `/dashboard/lockerbank/${BANKS[1]!.id}`)
  // Without the server's words the title is all there is to show.
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  await expect(notice).toHaveText('Could not retrieve packages for the lockerbank')
  const lasting = page.getByRole('group', { name: 'Could not retrieve packages for the lockerbank' })
  await expect(lasting).toHaveText('Could not retrieve packages for the lockerbankRetry')
  await notice.getByRole('button', { name: 'Close' }).click()
  await stopClock(page)
  for (let minute = 2; minute < 4; minute++) {
    await page.clock.runFor(60_000)
    await expect.poll(() => asked).toBeGreaterThanOrEqual(minute)
    await expect(async () => {
      await page.clock.runFor(50)
      expect(await lasting.isVisible()).toBe(true)
    }).toPass()
    await expect(notice).toHaveCount(0)
  }
})

test('a screen opened at the moment when the server is lost opens when it is back', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/*', (route) => route.abort())
  await goTo(page, '/courier/create')
  await expect(page.getByText('This page opens when the connection is back.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Account of ${USERS.manager.name}` })).toBeVisible()
  await page.unrouteAll()
  await expect(page.getByRole('heading', { name: 'New courier' })).toBeVisible()
})
