import type { BulkJob } from '#platform/bulk.ts'
import { choose, expect, flawsInBothThemes, goTo, test, USERS } from './fixtures.ts'

test('notices › are found by what was told, and open with their text', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/package/new')
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-NOTICE-1')
  await choose(page, 'Courier', 'Swift Parcel')
  await page.getByRole('combobox', { name: 'Recipient' }).fill('101')
  await page.getByRole('option').filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Book package' }).click()
  await expect(page.getByRole('region', { name: 'Booked in this session' })).toContainText('E2E-NOTICE-1')

  await goTo(page, '/notice/list')
  await page.getByRole('searchbox').fill('E2E-NOTICE-1')
  const row = page.getByRole('grid', { name: 'Notices' }).getByRole('row').filter({ hasText: 'Arrived in mailroom' }).first()
  await expect(row).toBeVisible()
  await page.getByRole('searchbox').fill('is waiting for you')
  await expect(page).toHaveURL(/Q=is/)
  // It has its text once it was sent.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await row.getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'Notice' })
  await expect(drawer.locator('blockquote')).toContainText('is waiting for you')
  expect(await flawsInBothThemes(page)).toEqual([])
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('is waiting for you')
})

test('replies › are a list of their own, which says what it is for', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/notice/replies')
  await expect(page.getByRole('heading', { name: 'Replies', level: 1 })).toBeVisible()
  await expect(page.getByText('No replies yet. What recipients write back to text messages appears here.')).toBeVisible()
  expect(await flawsInBothThemes(page)).toEqual([])
})

test('notices › are sent again once, also when the first reply is lost, and many of the list', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/search')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'In Mailroom' }).first()
  const keys: (string | undefined)[] = []
  await page.route(/resendnotification/, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length % 2 === 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send notice again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send notice again' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send notice again' }).click()
  await expect(dialog).toBeHidden()

  await row.getByRole('link').first().click()
  await page.getByRole('link', { name: 'Edit' }).last().click()
  await page.getByRole('button', { name: 'Send notice again' }).click()
  await expect.poll(() => keys.length).toBe(3)
  await expect(page.getByRole('alert').last()).toBeVisible()
  await page.getByRole('button', { name: 'Send notice again' }).click()
  await expect.poll(() => keys.length).toBe(4)
  expect([keys[0], keys[2]]).toEqual([keys[1], keys[3]])
  expect([keys[0], keys[2]]).not.toContain(undefined)
  expect(keys[0]).not.toBe(keys[2])

  await goTo(page, '/notice/list')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const selected = await page
    .getByRole('grid', { name: 'Notices' })
    .getByRole('checkbox', { checked: true, name: /^Select (?!all)/ })
    .count()
  const answered = page.waitForResponse('**/api/notices/sendagainmany')
  await page.getByRole('button', { name: 'Send again' }).click()
  const question = page.getByRole('dialog', { name: 'Send again' })
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(question).toBeHidden()
  const reply = await answered
  const { Ids } = reply.request().postDataJSON() as { Ids: string[] }
  const { Changed, Refused, Message } = (await reply.json()) as BulkJob
  expect(selected).toBeGreaterThan(0)
  expect([new Set(Ids).size, Changed + Refused]).toEqual([selected, selected])
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText(Message)
  if (Refused > 0) await expect(toast).toContainText(`Left as they are: ${Refused}.`)
})
