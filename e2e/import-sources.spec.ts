import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPop3Server } from '#features/import-sources/testing/pop3-server.ts'
import { startSftpServer } from '#features/import-sources/testing/sftp-server.ts'
import { file } from '#features/imports/testing/files.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { expect, flawsInBothThemes, flawsOf, goTo, test } from './fixtures.ts'

const SAVED = 'Settings have been saved successfully.'

test('a server is entered, tested with its fingerprint, and its files are fetched', async ({ page, signIn }) => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'in'))
  writeFileSync(join(folder, 'in', 'residents.csv'), file())
  const sftp = await startSftpServer(folder)
  await signIn()
  await goTo(page, '/setting/general')
  const section = page.getByRole('heading', { name: 'SFTP Settings' }).locator('..')
  const button = section.getByRole('button', { name: 'Test SFTP connection' })
  await expect(button).toBeHidden()
  await section.getByRole('switch', { name: 'Active' }).check()
  await expect(button).toBeDisabled()
  await expect(section.getByText('Details must be saved before the test')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByText('Host cannot be empty')).toBeVisible()

  await section.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
  await section.getByRole('textbox', { name: 'Port' }).fill(String(sftp.port))
  await section.getByRole('textbox', { name: 'User name' }).fill('desk')
  await section.getByLabel('Password', { exact: true }).fill('right')
  await section.getByRole('textbox', { name: 'Folder' }).fill('in')
  const fingerprint = section.getByRole('textbox', { name: 'Fingerprint of the server' })
  await fingerprint.fill('MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByText('This is an MD5 fingerprint, not a SHA-256 fingerprint.')).toBeVisible()
  expect(await flawsInBothThemes(page)).toEqual([])
  await fingerprint.fill('a1:'.repeat(31).concat('a1'))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(fingerprint).toHaveValue(/^SHA256:/)
  await expect(section.getByLabel('Password', { exact: true })).toHaveValue('')
  await button.click()
  await expect(page.getByText(`The fingerprint of the server differs. It is ${sftp.fingerprint}.`)).toBeVisible()
  await fingerprint.fill(`2048 ${sftp.fingerprint} root@files.example (RSA)`)
  await expect(button).toBeDisabled()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(button).toBeEnabled()
  await expect(fingerprint).toHaveValue(sftp.fingerprint)
  await button.click()
  await expect(page.getByText(`Connected. Files to fetch: 1. Fingerprint of the server: ${sftp.fingerprint}.`)).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await flawsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })

  await section.getByRole('link', { name: 'Fetched files' }).click()
  await expect(page).toHaveTitle(/^Fetched files ·/)
  await expect(page.getByText('No file has been fetched yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Fetch now' }).click()
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'residents.csv' })
  await expect(row).toContainText('SFTP')
  expect(await flawsOf(page)).toEqual([])
  await row.getByRole('link').click()
  await expect(page).toHaveTitle(/^Import Job Detail ·|residents\.csv/)
  await sftp.stop()
})

test('a message without a file is found by its subject, its sender and its date', async ({ page, signIn }) => {
  const message = [
    'From: Office <office@riverside.test>',
    'Subject: The list for March',
    'Date: Fri, 27 Nov 2026 10:00:00 +0100',
    '',
    'No file.',
  ]
  const pop3 = await startPop3Server(new Map([['a', message.join('\r\n')]]))
  await signIn()
  await goTo(page, '/setting/general')
  const section = page.getByRole('heading', { name: 'SMTP Pop Server Settings' }).locator('..')
  await section.getByRole('switch', { name: 'Active' }).check()
  await section.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
  await section.getByRole('textbox', { name: 'Port' }).fill(String(pop3.port))
  await section.getByRole('textbox', { name: 'User name' }).fill('desk@riverside.test')
  await section.getByLabel('Password', { exact: true }).fill('right')
  await section.getByRole('switch', { name: 'Encrypted (SSL)' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await section.getByRole('link', { name: 'Fetched files' }).click()
  await page.getByRole('button', { name: 'Fetch now' }).click()
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'The list for March' })
  await expect(row).toContainText('Office <office@riverside.test>')
  await expect(row).toContainText('27')
  await expect(row).toContainText('The message has no .csv or .xlsx attachment.')
  expect(await flawsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('The list for March')).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  await pop3.stop()
})
