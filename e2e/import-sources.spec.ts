import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSftpServer } from '#features/import-sources/testing/sftp-server.ts'
import { file } from '#features/imports/testing/files.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { expect, flawsOf, goTo, test } from './fixtures.ts'

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
  await section.getByRole('textbox', { name: 'Fingerprint of the server' }).fill('SHA256:unknown')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(section.getByLabel('Password', { exact: true })).toHaveValue('')
  await button.click()
  await expect(page.getByText(`The fingerprint of the server differs. It is ${sftp.fingerprint}.`)).toBeVisible()
  await section.getByRole('textbox', { name: 'Fingerprint of the server' }).fill(sftp.fingerprint)
  await expect(button).toBeDisabled()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(button).toBeEnabled()
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
