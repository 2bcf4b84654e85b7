import type { BrowserContext, Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { ORGANISATIONS, RIVERSIDE } from '#apps/server/demo/organisations.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { session } from '#features/session/contract.ts'
import { CLIENTS, CREDENTIALS, LINES } from '#features/session/public.ts'
import type { Operation, OutputOf } from '#platform/operation.ts'
import type { Role } from '#platform/permissions.ts'
import { DATABASE, withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { SUPERUSER } from '#platform/server/postgres/embedded/launch.ts'
import { runningServer } from '#platform/server/postgres/embedded/running.ts'
import { test as base, expect } from '../fixtures.ts'
import { PASSWORD } from '../product.ts'

export type Person = {
  readonly id: string
  readonly organisation: string
  readonly name: string
  readonly email: string
  readonly role: Role
}

export const HARBOUR = ORGANISATIONS[1]
/** A demo user of each role, in the first organisation. */
export const PEOPLE: readonly Person[] = RIVERSIDE.users
export const HARBOUR_MANAGER: Person = HARBOUR.users[0]!
export const riversideUser = (role: Role): Person => PEOPLE.find((one) => one.role === role)!
export const SUPERADMIN = riversideUser('superadmin')
export const MANAGER = riversideUser('organisationmanager')
/** The roles that administer neither users nor settings. */
export const STAFF = PEOPLE.filter((one) => one !== SUPERADMIN && one !== MANAGER)

/** A property of every role of the first organisation, and the one of the second organisation. */
export const QUAY = RIVERSIDE.properties[0]!
export const POINT = HARBOUR.properties[0]!

const TOKEN = 'residentialApp.apiToken'
const FIRST_PASSWORD = 'velvet-lantern-kite-31'

type Request = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly input?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
/** The body is an empty object when it is no JSON. */
type Reply<Op> = {
  readonly status: number
  readonly text: string
  readonly body: OutputOf<Op> & { readonly Code?: string; readonly Field?: string }
}
/** A person with a signed-in page. */
export type Caller = {
  readonly person: Person
  readonly page: Page
  readonly ask: <Op extends Operation>(op: Op, request?: Request) => Promise<Reply<Op>>
  /** The same with a method and a path that are in no contract. */
  readonly send: (method: string, path: string, input?: unknown) => Promise<Reply<unknown>>
}

/** Sends a request from the page, with the access token that the page holds. */
async function send<T>(page: Page, method: string, path: string, { input, headers }: Request = {}): Promise<Reply<T>> {
  const { status, text } = await page.evaluate(
    async ({ method, path, body, more, tokenKey }) => {
      const token = localStorage.getItem(tokenKey)
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      }
      const reply = await fetch(`/api${path}`, { method, headers, body })
      return { status: reply.status, text: await reply.text() }
    },
    { method, path, body: input === undefined ? undefined : JSON.stringify(input), more: headers ?? {}, tokenKey: TOKEN },
  )
  return { status, text, body: jsonOf(text) }
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Sends an operation of a contract from the page. */
export function ask<Op extends Operation>(page: Page, op: Op, request: Request = {}): Promise<Reply<Op>> {
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.params?.[name] ?? name))
  const query = request.query ? `?${new URLSearchParams(request.query)}` : ''
  const input = op.method === 'GET' ? undefined : (request.input ?? {})
  return send(page, op.method, path + query, { ...request, input })
}

/** Opens a page that sends requests as a person, in a browser context of its own. */
async function openPage(context: BrowserContext, { organisation, email }: Person, origin: string): Promise<Page> {
  const scope = `${organisation} ${CREDENTIALS.user}`
  const form = { grant_type: 'password', username: email, password: PASSWORD, client_id: CLIENTS.portal, scope }
  const reply = await context.request.post(`${origin}/api${LINES.token.path}`, { form })
  expect(reply.status()).toBe(200)
  const localStorage = [{ name: TOKEN, value: (await reply.json()).access_token }]
  await context.setStorageState({ cookies: await context.cookies(), origins: [{ origin, localStorage }] })
  const page = await context.newPage()
  // Requests need a page of the portal's origin; the portal itself would be loaded for each person of each test.
  await page.goto(`${origin}/portal/favicon.svg`)
  return page
}

type Fixtures = {
  /** Signs a person in, with a page of their own. */
  as: (person: Person) => Promise<Caller>
  /** Adds a user of a role to the first organisation, who is deleted after the test. */
  newUser: (role: Role) => Promise<Person>
}
export const test = base.extend<Fixtures>({
  as: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person) => {
      const context = await browser.newContext()
      contexts.push(context)
      const page = await openPage(context, person, product)
      return {
        person,
        page,
        ask: (op, request) => ask(page, op, request),
        send: (method, path, input) => send(page, method, path, { input }),
      }
    })
    for (const context of contexts) await context.close()
  },
  newUser: async ({ as }, use) => {
    const added: string[] = []
    await use(async (role) => {
      const { ask } = await as(SUPERADMIN)
      const name = `Test ${role} ${crypto.randomUUID().slice(0, 8)}`
      const email = `${name.replaceAll(' ', '.')}@riverside.test`
      const [FirstName, ...rest] = name.split(' ')
      const draft = { FirstName, LastName: rest.join(' '), Email: email, UserRole: role, Password: FIRST_PASSWORD }
      const saved = await ask(portalUsers.save, { input: { ...draft, PropertyIds: [QUAY.id] } })
      expect(saved.status).toBe(200)
      added.push(saved.body.Id)
      const account = { OrganisationSystemName: 'riverside', UserName: email }
      const input = { ...account, Password: FIRST_PASSWORD, NewPassword: PASSWORD }
      expect((await ask(session.changePassword, { input })).status).toBe(200)
      return { id: saved.body.Id, organisation: 'riverside', name, email, role }
    })
    if (added.length > 0) {
      const { body } = await (await as(SUPERADMIN)).ask(portalUsers.remove, { input: added })
      expect(body).toMatchObject({ Removed: added })
    }
  },
})

type Running = { readonly dataDir: string }
/** Runs a statement in the product's database. */
export async function inDatabase({ dataDir }: Running, statement: string, values: readonly unknown[] = []): Promise<void> {
  const url = await runningServer(dataDir)
  await withConnection(url!(DATABASE, SUPERUSER), (client) => client.query(statement, [...values]))
}

/** As if the caller had signed in eleven minutes ago. Other sign-ins of the same user stay: other tests use them. */
export async function ageSignIn(running: Running, { page }: Caller): Promise<void> {
  const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN)
  const { sid } = decodeJwt(token!)
  await inDatabase(running, `update sign_ins set confirmed_at = now() - interval '11 minutes' where id = $1`, [sid])
}

export { expect }
