import { expect, goTo, test, USERS } from './fixtures.ts'

test.use({ startAt: '' })

test('a text is changed with fields, previewed with a package, and gets its original again', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/notificationtemplate/list')
  await page.getByRole('link', { name: 'Arrived in mailroom, E-mail' }).click()
  const subject = page.getByRole('textbox', { name: 'Subject' })
  const original = await subject.inputValue()
  await subject.fill('For {{ResidentNam}}: ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/There is no field .*Did you mean .*ResidentName/).first()).toBeVisible()
  await subject.fill('Come and get it: ')
  await page.getByRole('group', { name: 'Insert a field into Subject' }).getByRole('button', { name: 'PackageNumber' }).click()
  await expect(subject).toHaveValue('Come and get it: {{PackageNumber}}')

  await page.getByText('Preview', { exact: true }).click()
  const panel = page.getByRole('region', { name: 'Preview' })
  await expect(panel.getByText('Come and get it: ')).toBeVisible()
  await expect(panel.frameLocator('iframe').locator('body')).toContainText(/\w{3}/)
  await page.getByRole('combobox', { name: 'Values of' }).click()
  await page.getByRole('option').first().click()
  const number = (await page.getByRole('combobox', { name: 'Values of' }).inputValue()).split(' · ')[0]!
  await expect(panel.getByText(`Come and get it: ${number}`)).toBeVisible()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('The test was sent to manager@parcelhall.test.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notification template has been saved successfully.')).toBeVisible()

  await goTo(page, '/notificationtemplate/list')
  await expect(page.getByRole('row', { name: /Arrived in mailroom, E-mail/ })).toContainText('Changed: English')
  await page.getByRole('link', { name: 'Arrived in mailroom, E-mail' }).click()
  await expect(subject).toHaveValue('Come and get it: {{PackageNumber}}')
  await page.getByRole('button', { name: 'Original text' }).click()
  await expect(subject).toHaveValue(original)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The notification template has its original text again.')).toBeVisible()
})

test('an SMS shows how many parts it has', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/notificationtemplate/2/2')
  await page.getByRole('textbox', { name: 'SMS' }).fill(`${'x'.repeat(159)}ñ€`)
  await page.getByText('Preview', { exact: true }).click()
  await expect(page.getByText('162 characters, GSM-7: 2 SMS')).toBeVisible()
})
