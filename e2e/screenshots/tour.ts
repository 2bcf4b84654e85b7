import type { Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'

/** A picture of `docs/tour.md`. */
type Stop = {
  readonly name: string
  readonly path: string
  /** What is done before it is taken. */
  readonly show?: (page: Page) => Promise<void>
  readonly scheme?: 'dark'
  readonly narrow?: boolean
}

const LOBBY = BANKS[0]!

export const TOUR: readonly Stop[] = [
  { name: 'dashboard', path: '/dashboard/main' },
  {
    name: 'locker-bank',
    path: `/dashboard/lockerbank/${LOBBY.id}`,
    show: async (page) => {
      const occupied = page.getByRole('region', { name: 'Cabinet' }).getByRole('button', { name: /Occupied/ })
      await occupied.first().click()
      await page.getByRole('complementary', { name: 'Locker detail' }).waitFor()
    },
  },
  { name: 'package-viewer', path: '/search' },
  { name: 'intake', path: '/package/new' },
  { name: 'residents-dark', path: '/resident/list', scheme: 'dark' },
  { name: 'layout-designer', path: `/lockerbank/${LOBBY.id}/layout` },
  { name: 'trends', path: '/dashboard/trends' },
  {
    name: 'report',
    path: '/rpttenants',
    show: (page) => page.getByRole('region', { name: 'Page 1', exact: true }).getByRole('heading').first().waitFor(),
  },
  { name: 'phone', path: '/search', narrow: true },
]
