import type { Page } from '@playwright/test'
import { choose, expect, goTo, test } from './fixtures.ts'

export const list = (page: Page) => page.getByRole('grid', { name: 'Locker banks' })

export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

export async function openList(page: Page) {
  await goTo(page, '/lockerbank/list')
  await expect(list(page)).toBeVisible()
}

export async function openBank(page: Page, name: string) {
  await openList(page)
  await page.getByRole('link', { name: `Edit: ${name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Prefix of the codes of banks that tests create. */
export const OURS = 'E2E-'

let number = 0

/** A separate bank for a test that changes it. */
export async function createBank(page: Page, name: string) {
  await goTo(page, '/lockerbank/create')
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await page.getByLabel('Locker bank code').fill(`${OURS}${++number}`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Address').fill('Lobby')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Deletes the locker banks that a test has created: other tests may use the same server and count the demo's rows. */
export function deleteOursAfterEach() {
  test.afterEach(({ page }) =>
    page.evaluate(async (SearchText) => {
      const ask = async (path: string, body: unknown) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('residentialApp.apiToken')}`,
          'content-type': 'application/json',
        }
        return (await fetch(`/api/lockerbank/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      }
      const rows: { LockerbankId: string }[] = JSON.parse((await ask('getalllockerbanks', { SearchText })).Data.Data)
      if (rows.length > 0)
        await ask(
          'deletelockerbanks',
          rows.map((bank) => bank.LockerbankId),
        )
    }, OURS),
  )
}
