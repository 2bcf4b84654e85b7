import type { Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { expect, goTo, type Terminal } from './fixtures.ts'

/** The bank of the terminal, one that tests change, and one where no other test opens lockers. */
export const [LOBBY, DISTURBED] = [BANKS[0]!, BANKS[1]!]

export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })

export const detail = (page: Page) => page.getByRole('complementary', { name: 'Locker detail' })

export const cabinet = (page: Page) => page.getByRole('region', { name: 'Cabinet' })

/** A door by its description: 'L4, S, Occupied, Active, 2 days ago'. */
export const door = (page: Page, says: RegExp | string) => cabinet(page).getByRole('button', { name: says })

export async function openBank(page: Page, bank = LOBBY) {
  await goTo(page, `/dashboard/lockerbank/${bank.id}`)
  await expect(page.getByRole('heading', { level: 1, name: bank.name })).toBeVisible()
  await expect(page.getByText('ONLINE').first()).toBeVisible()
  await expect(door(page, /^L\d/).first()).toBeVisible()
}

/** Selects the first locker with this description; returns its name. */
export async function choose(page: Page, says: RegExp): Promise<string> {
  const chosen = door(page, says).first()
  const name = (await chosen.getAttribute('aria-label'))!.split(',')[0]!
  await chosen.click()
  await expect(detail(page).getByRole('heading', { name: `Locker ${name}`, exact: true })).toBeVisible()
  return name
}

export const BROKEN = { status: 500, json: { Title: 'Error', Message: 'It broke.', ErrorMessage: 'It broke.', Code: 'X' } }

export const dropOff = ({ run, agent, resident }: Terminal) =>
  run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--unit', resident.unitNumber, '--name', resident.name)
