import type { Page } from '@playwright/test'
import { expect, goTo } from './fixtures.ts'

export const grid = (page: Page, name: 'Agents' | 'Couriers') => page.getByRole('grid', { name })

export const row = (page: Page, name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name })

export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

export const choices = (page: Page) => page.getByRole('option').filter({ visible: true })

export async function openList(page: Page, name: 'Agents' | 'Couriers') {
  await goTo(page, name === 'Agents' ? '/agent/list' : '/courier/list')
  await expect(grid(page, name)).toBeVisible()
}

/** Prefix of the names that tests create; other tests may use the same server. */
export const OURS = 'E2E'

export async function deleteRows(page: Page, what: 'Agents' | 'Couriers', ...names: string[]) {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: `Delete ${what}` }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
}
