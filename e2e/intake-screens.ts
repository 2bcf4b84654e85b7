import type { Page } from '@playwright/test'
import { choose, expect, goTo } from './fixtures.ts'

export const form = (page: Page) => page.getByRole('form', { name: 'Quick intake' })

export const number = (page: Page) => form(page).getByRole('textbox', { name: 'Tracking number' })

export const booked = (page: Page) => page.getByRole('region', { name: 'Booked in this session' }).getByRole('listitem')

/** Types as a hand scanner does: the text, then Enter. */
export async function scan(page: Page, text: string) {
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
}

/** Chooses the first resident of a unit by keyboard. */
export async function recipient(page: Page, unit: string) {
  await expect(form(page).getByRole('combobox', { name: 'Recipient' })).toBeFocused()
  await page.keyboard.insertText(unit)
  await expect(page.getByRole('option').filter({ visible: true }).first()).toContainText(unit)
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('combobox', { name: 'Advice tag' })).toBeFocused()
}

/** Books the package with the photo that was taken of its label, and opens the photo from the package. */
export async function bookWithPhoto(page: Page) {
  await expect(form(page).getByRole('img', { name: 'Photo of the label' })).toBeVisible()
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '101')
  await page.keyboard.press('Enter')
  await booked(page).getByRole('link', { name: 'Package', exact: true }).click()
  await page.getByRole('link', { name: 'Photo of the label' }).click()
  await expect(page.getByRole('img', { name: 'Photo of the label' })).toBeVisible()
}

export async function open(page: Page) {
  await goTo(page, '/package/new')
  await expect(number(page)).toBeFocused()
}
