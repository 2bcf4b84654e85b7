import type { Page } from '@playwright/test'
import { groupIdOf, STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { ask } from './bank-by-api.ts'
import { expect, goTo, type Terminal } from './fixtures.ts'

export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens the form of a new package and chooses the first resident of a unit. */
export async function begin(page: Page, unit: string) {
  await goTo(page, '/package/new?tab=form')
  await expect(heading(page)).toHaveText('New package')
  await page.getByRole('combobox', { name: 'Find a resident' }).fill(unit)
  await page.getByRole('option').filter({ visible: true }).first().click()
  await expect(page.getByRole('textbox', { name: 'Name' })).not.toHaveValue('')
}

export type Row = {
  PackageId: string
  StatusId: number
  PropertyId: string
  LockerName: string | null
  PackageNumber: string
  TrackingNumber: string
}

/** The packages with a status in lockers. */
export async function inLockers(page: Page, status: StatusName): Promise<Row[]> {
  const query = { PageIndex: 1, PageSize: 100, StatusGroupIds: [groupIdOf(status)] }
  const { Data } = await ask<{ Data: Row[] }>(page, '/packages/getpackages', query)
  return Data.filter(({ StatusId, LockerName }) => StatusId === STATUSES[status].id && LockerName !== null)
}

/** A pending package in a locker; one is reported at the terminal if other tests have changed those of the demo. */
export async function pendingPackage(page: Page, { agent, resident, run }: Terminal): Promise<Row> {
  const [pending] = await inLockers(page, 'Pending')
  if (pending) return pending
  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name)
  await run('collect', '--code', resident.accessCode, '--unit', resident.unitNumber, '--absent')
  const reported = () => inLockers(page, 'Pending')
  await expect.poll(reported).not.toEqual([])
  return (await reported())[0]!
}

export const open = async (page: Page, { PackageId, PackageNumber }: Row) => {
  await goTo(page, `/package/detail/${PackageId}`)
  await expect(heading(page)).toHaveText(`Package ${PackageNumber}`)
}

export const chooseMailroom = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Mailroom' }).click()
  await page.getByRole('option').filter({ visible: true }).first().click()
}
