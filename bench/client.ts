import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { BENCH_PASSWORD } from './seed.ts'

const agent = new Agent({ keepAlive: true })

/** A signed-in user of the bench's data: `super` works in all organisations, `manager` sees a whole one, `concierge` one property of it. */
export async function signIn(
  address: string,
  user: 'super' | 'manager' | 'concierge' | 'keeper',
  organisation = 0,
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'password',
    username: `${user}@bench${organisation}.test`,
    password: BENCH_PASSWORD,
    client_id: 'api',
    scope: `bench${organisation} 1`,
  })
  const reply = await fetch(`${address}/api/auth/token`, { method: 'POST', body: form })
  if (!reply.ok) throw new Error(`signing in as ${user}: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { access_token: string }).access_token
}

/** Sends one request and returns the reply's body. Uses node:http, because `fetch` sometimes adds 1 ms. */
export async function ask<T>(url: string, token: string, body?: unknown): Promise<T> {
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const { status, answer } = await new Promise<{ status: number | undefined; answer: string }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(sent && { 'content-type': 'application/json', 'content-length': sent.length }),
    }
    request(url, { agent, method: sent ? 'POST' : 'GET', headers })
      .on('response', (reply) => text(reply).then((answer) => resolve({ status: reply.statusCode, answer }), reject))
      .on('error', reject)
      .end(sent)
  })
  if (status !== 200) throw new Error(`${url}: ${status} ${answer}`)
  return JSON.parse(answer) as T
}

/** Stores statements in the bare program under a name; returns the address that executes them. */
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
