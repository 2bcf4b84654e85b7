import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { BENCH_PASSWORD } from './seed.ts'

const agent = new Agent({ keepAlive: true })

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

/** Asks once and gives the reply's body. By the plain client: what `fetch` adds, 1 ms of a request now and then, is not the product's. */
export async function ask<T>(url: string, token: string, body?: unknown): Promise<T> {
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const { status, told } = await new Promise<{ status: number | undefined; told: string }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(sent && { 'content-type': 'application/json', 'content-length': sent.length }),
    }
    request(url, { agent, method: sent ? 'POST' : 'GET', headers })
      .on('response', (reply) => text(reply).then((told) => resolve({ status: reply.statusCode, told }), reject))
      .on('error', reject)
      .end(sent)
  })
  if (status !== 200) throw new Error(`${url}: ${status} ${told}`)
  return JSON.parse(told) as T
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
