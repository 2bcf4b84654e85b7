import type { Page } from '@playwright/test'
import { ask, newBank } from './bank-by-api.ts'
import { expect, goTo } from './fixtures.ts'

export const CODE = 'E2E-LAYOUT'

export const NAME = 'Designed Lobby'

export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const door = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}(,|$)`) })

/** A bank without a layout, or with these columns, each a list of names with sizes: 'L1 2, L2 4'. */
export async function makeBank(page: Page, ...columns: string[]): Promise<string> {
  const id = await newBank(page, { code: CODE, name: NAME })
  if (columns.length > 0) await saveColumns(page, id, columns)
  return id
}

const saveColumns = (page: Page, id: string, columns: string[]) =>
  ask(
    page,
    `/lockerbank/${id}/layout`,
    columns.map((doors, i) => ({
      ColumnName: `Column${i + 1}`,
      LockerCollection: doors.split(', ').map((one) => {
        const [LockerName, size] = one.split(' ')
        return { LockerName, Size: Number(size), LockerType: LockerName === 'Terminal' ? 'terminal' : 'locker' }
      }),
    })),
  )

export async function open(page: Page, id: string) {
  await goTo(page, `/lockerbank/${id}/layout`)
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
}

export async function rename(page: Page, from: string, to: string) {
  await door(page, from).dblclick()
  await page.getByRole('group', { name: NAME }).getByRole('textbox', { name: 'Name' }).fill(to)
  await page.keyboard.press('Enter')
}
