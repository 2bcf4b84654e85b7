import type { Page } from '@playwright/test'
import { choose, expect, goTo, type Terminal, test } from './fixtures.ts'

export const list = (page: Page) => page.getByRole('grid', { name: 'Residents' })

export const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })

export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

export async function openList(page: Page, filter = '') {
  await goTo(page, `/resident/list${filter}`)
  await expect(list(page)).toBeVisible()
}

/** Prefix of the last names of residents that tests create. */
export const OURS = 'Etoe'

let number = 0

/** Creates a resident for a test that changes it; returns the last name. */
export async function createResident(page: Page): Promise<string> {
  const lastName = `${OURS}${++number}`
  await goTo(page, '/resident/create')
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await page.getByLabel('Unit Number').fill('9001')
  await page.getByLabel('First Name').fill('Robin')
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByLabel('Email', { exact: true }).fill('robin@example.test')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: `Robin ${lastName}` })).toBeVisible()
  return lastName
}

export async function openResident(page: Page, lastName: string) {
  await openList(page, `?LastName=${lastName}`)
  await page.getByRole('link', { name: `Edit: Robin ${lastName}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Robin ${lastName}` })).toBeVisible()
}

/** The list filtered to the terminal's resident. */
export async function openListOf(page: Page, { name, unitNumber }: Terminal['resident']) {
  const [FirstName = '', LastName = ''] = name.split(' ')
  await openList(page, `?${new URLSearchParams({ FirstName, LastName, UnitNumber: unitNumber })}`)
}

export async function openResidentOf(page: Page, { resident }: Terminal) {
  await openListOf(page, resident)
  await page.getByRole('link', { name: `Edit: ${resident.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: resident.name })).toBeVisible()
}

/** Deletes the residents that a test has created: other tests may use the same server and count the demo's rows. */
export function deleteOursAfterEach() {
  test.afterEach(({ page }) =>
    page.evaluate(async (LastName) => {
      const ask = async (path: string, body: unknown) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('residentialApp.apiToken')}`,
          'content-type': 'application/json',
        }
        return (await fetch(`/api/resident/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      }
      const { Data = [] } = (await ask('getallresidents', { LastName })) as { Data?: { Id: string }[] }
      if (Data.length > 0)
        await ask(
          'deleteresidents',
          Data.map(({ Id }) => Id),
        )
    }, OURS),
  )
}
