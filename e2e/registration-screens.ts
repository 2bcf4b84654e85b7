import type { Page } from '@playwright/test'

export const PIN = '864209'

export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const submit = (page: Page) => page.getByRole('button', { name: 'Register' })

export const registered = (page: Page) => page.getByRole('heading', { name: 'Registration received' })

/** Selects an option of a native select once it exists. */
export async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label).selectOption({ label: option })
}

export type Person = { first: string; last: string; email: string; phone?: string }

export async function fillPerson(page: Page, { first, last, email, phone = '201 555 0142' }: Person) {
  await page.getByLabel('First Name').fill(first)
  await page.getByLabel('Last Name').fill(last)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Cell phone').fill(phone)
}

export async function fillHome(page: Page, unit: string) {
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await page.getByLabel('Unit Number').fill(unit)
}
