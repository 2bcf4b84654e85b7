import type { Page } from '@playwright/test'

/** Calls the API as the user who is signed in on the page: by POST with a body, otherwise by GET. */
export const ask = <T>(page: Page, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([to, input]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('residentialApp.apiToken')}`,
        'content-type': 'application/json',
      }
      const request = input === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(input) }
      return (await fetch(`/api${to}`, request)).json()
    },
    [path, body] as const,
  )

type Bank = { LockerbankId: string; LockerbankName: string; BuildingId: string }
export async function banks(page: Page, SearchText: string): Promise<Bank[]> {
  const reply = await ask<{ Data: { Data: string } }>(page, '/lockerbank/getalllockerbanks', { SearchText })
  return JSON.parse(reply.Data.Data)
}

/** Creates a bank without a layout, in the building of a bank of the demo; returns its id. */
export async function newBank(page: Page, { code, name }: { code: string; name: string }): Promise<string> {
  const [other] = await banks(page, 'quay-n')
  const id = await page.evaluate(() => crypto.randomUUID())
  const input = { BuildingId: other!.BuildingId, LockerBankCode: code, Name: name, Address: 'Lobby', IsActive: true }
  await ask(page, `/lockerbank/${id}`, input)
  return id
}

/** Deletes the banks of a code: other tests use the same server and count the demo's banks. */
export async function removeBanks(page: Page, code: string): Promise<void> {
  const ids = (await banks(page, code)).map(({ LockerbankId }) => LockerbankId)
  if (ids.length > 0) await ask(page, '/lockerbank/deletelockerbanks', ids)
}
