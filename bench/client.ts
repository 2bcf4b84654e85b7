import { BENCH_PASSWORD } from './seed.ts'

/** A signed-in user of the bench's data: `manager` sees a whole organisation, `concierge` one property of it. */
export async function signIn(address: string, who: 'manager' | 'concierge', organisation = 0): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'password',
    username: `${who}@bench${organisation}.test`,
    password: BENCH_PASSWORD,
    client_id: 'api',
    scope: `bench${organisation} 1`,
  })
  const reply = await fetch(`${address}/api/auth/token`, { method: 'POST', body: form })
  if (!reply.ok) throw new Error(`signing in as ${who}: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { access_token: string }).access_token
}

/** Asks once and gives the reply's body. */
export async function ask<T>(url: string, token: string, body?: unknown): Promise<T> {
  const reply = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

/** Tells the bare program what to carry out under a name, and gives the address that does so. */
export async function prepare(
  bare: string,
  name: string,
  statements: readonly { text: string; values?: readonly unknown[] }[],
  wrap = false,
) {
  await fetch(`${bare}/prepare/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ statements, wrap }),
  })
  return `${bare}/run/${name}`
}
