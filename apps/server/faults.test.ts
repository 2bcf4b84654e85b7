import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { live } from '#features/live/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import { ends } from '#platform/server/testing/clusters.ts'
import { freeze } from '#platform/server/testing/processes.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { banks, faultFixtures } from './testing/fault-fixtures.ts'
import { descendantsOf, type Program, request } from './testing/program.ts'

const { state, startProgram, serving } = faultFixtures()

let codes = 0
const draft = () => ({ ...state.place, LockerBankCode: `FAULT-${++codes}`, Name: 'Lobby', Address: '1 Quay Road' })

const postmasterOf = ({ pid }: Program) => descendantsOf(pid).find(({ command }) => command.includes('postgres -D'))!.pid

/** Begins a POST of a new locker bank whose body is to follow; returns once the server has received its head. */
async function openPost(address: string, token: string, id: string, length: number) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': length }
  const open = httpRequest(`${address}/api/lockerbank/${id}`, { method: 'POST', headers: { ...headers, expect: '100-continue' } })
  open.flushHeaders()
  await once(open, 'continue')
  return open
}

const isStopping = (address: string) =>
  soon(async () => {
    const isUp = await fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    expect(isUp).toBe(false)
  })

describe('on SIGTERM or SIGINT', () => {
  test('finishes the open request and leaves no process behind', async () => {
    const { program, address, token } = await serving()
    const processes = descendantsOf(program.pid).map(({ pid }) => pid)
    expect(processes.length).toBeGreaterThan(3)
    const id = newId()
    const body = JSON.stringify(draft())
    const open = await openPost(address, token, id, body.length)
    open.write(body.slice(0, 10))
    program.process.kill('SIGTERM')
    await isStopping(address)
    open.end(body.slice(10))
    const [reply] = (await once(open, 'response')) as [IncomingMessage]
    expect([reply.statusCode, ((await json(reply)) as { Id: string }).Id]).toEqual([200, id])
    expect(await program.ended).toBe(0)
    for (const pid of processes) expect([pid, await ends(pid)]).toEqual([pid, true])
  })

  test('waits a few seconds at most for a request that hangs', async () => {
    const { program, address, token } = await serving()
    const open = await openPost(address, token, newId(), 100)
    open.on('error', () => {})
    open.write('{')
    const stream = await request(address, live.stream, { token })
    const events = stream.text().catch(() => '')
    program.process.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    await events
  })

  test('stops all processes during the start as well', async () => {
    const program = startProgram({ DATA_DIR: join(state.root, 'new') })
    await soon(() => expect(postmasterOf(program)).toBeGreaterThan(0))
    const processes = descendantsOf(program.pid).map(({ pid }) => pid)
    program.process.kill('SIGINT')
    expect(await program.ended).toBe(0)
    for (const pid of processes) expect([pid, await ends(pid)]).toEqual([pid, true])
  })
})

test('after SIGKILL during writes it starts again and has every acknowledged write', async () => {
  const { program, address, token } = await serving()
  const processes = descendantsOf(program.pid).map(({ pid }) => pid)
  const acknowledged: string[] = []
  const write = async () => {
    for (;;) {
      const id = newId()
      const reply = await request(address, lockerBanks.create, { token, params: { lockerBankId: id }, input: draft() })
      await reply.json()
      if (reply.status === 200) acknowledged.push(id)
    }
  }
  const writers = Array.from({ length: 4 }, () => write().catch(() => {}))
  await soon(() => expect(acknowledged.length).toBeGreaterThan(50))
  program.process.kill('SIGKILL')
  await Promise.all(writers)

  const next = await serving()
  expect((await fetch(`${next.address}/health/ready`)).status).toBe(200)
  for (const id of acknowledged) {
    const reply = await request(next.address, lockerBanks.get, { token: next.token, params: { lockerBankId: id } })
    expect([id, reply.status]).toEqual([id, 200])
  }
  for (const pid of processes) expect([pid, await ends(pid)]).toEqual([pid, true])
})

describe('while the database restarts', () => {
  test.each(['SIGINT', 'SIGKILL'] as const)(
    'after %s, requests return 503 but never fail, and the live stream continues',
    async (by) => {
      const { program, address, token } = await serving()
      const live = await listen(address, token)
      const create = () => request(address, lockerBanks.create, { token, params: { lockerBankId: newId() }, input: draft() })
      const clients = [
        repeat(() => request(address, lockerBanks.status, { token })),
        repeat(() => request(address, lockerBanks.page, { token, input: {} })),
        repeat(create),
      ]
      for (const { statuses } of clients) await soon(() => expect(statuses.length).toBeGreaterThan(2))
      const before = postmasterOf(program)
      process.kill(before, by)
      expect(await ends(before)).toBe(true)
      await isReady(address)
      expect(postmasterOf(program)).not.toBe(before)
      for (const client of clients) {
        await soon(() => expect(client.statuses.slice(-5)).toEqual([200, 200, 200, 200, 200]))
        await client.stop()
        expect(client.statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      }
      await soon(() => expect(live.text()).toContain('event: missed'))
      expect(live.isOver()).toBe(false)
      live.close()
    },
  )
})

test('while the database is frozen, requests return 503; afterwards everything continues', async () => {
  const { program, address, token } = await serving()
  const live = await listen(address, token)
  const before = (await banks(address, token)).Total
  const writers = Array.from({ length: 8 }, () => repeatedWrites(address, token))
  const readers = Array.from({ length: 8 }, () => repeat(() => request(address, lockerBanks.page, { token, input: {} })))
  const clients = [...readers, ...writers]
  for (const { statuses } of clients) await soon(() => expect(statuses.length).toBeGreaterThan(2))
  const thaw = await freeze(postmasterOf(program))
  const replies = clients.map(({ statuses }) => statuses.length)
  const [ready, alive] = await Promise.all(['ready', 'live'].map((name) => fetch(`${address}/health/${name}`)))
  expect([ready!.status, ready!.headers.get('retry-after'), await ready!.json()]).toEqual([
    503,
    '1',
    { Status: 'the database does not respond' },
  ])
  expect(alive!.status).toBe(200)
  // Of each client, the next reply may be older than the freeze.
  for (const [i, { statuses }] of clients.entries())
    await soon(() => expect(statuses.slice(replies[i]! + 1, replies[i]! + 3)).toEqual([503, 503]))
  thaw()

  await isReady(address)
  const read = live.text().length
  for (const { statuses } of clients) await soon(() => expect(statuses.slice(-5)).toEqual(Array(5).fill(200)))
  await Promise.all(clients.map(({ stop }) => stop()))
  expect(new Set(clients.flatMap(({ statuses }) => statuses))).toEqual(new Set([200, 503]))
  expect(clients.filter(({ lacksRetryAfter }) => lacksRetryAfter())).toEqual([])

  const written = writers.flatMap(({ ids }) => ids)
  expect((await banks(address, token)).Total).toBe(before + written.length)
  for (const id of written) {
    const reply = await request(address, lockerBanks.get, { token, params: { lockerBankId: id } })
    expect([id, reply.status]).toEqual([id, 200])
  }

  await request(address, session.forgotPassword, {
    input: { OrganisationSystemName: 'riverside', UserName: 'leasing@parcelhall.test' },
  })
  await soon(() => expect(readdirSync(join(state.dataDir, 'outbox')).length).toBeGreaterThan(0))
  // `missed` if a change came before the stream's caller was checked again.
  await soon(() => expect(live.text().slice(read)).toMatch(/event: (change|missed)/))
  expect(live.isOver()).toBe(false)
  live.close()
})

const isReady = (address: string) => soon(async () => expect((await fetch(`${address}/health/ready`)).status).toBe(200))

/** Repeats a request until it is stopped; returns the statuses of the replies. */
function repeat(ask: () => Promise<Response>) {
  const statuses: number[] = []
  let isOver = false
  let lacksRetryAfter = false
  const over = (async () => {
    for (; !isOver; await sleep(5)) {
      const reply = await ask()
      await reply.arrayBuffer()
      statuses.push(reply.status)
      lacksRetryAfter ||= reply.status === 503 && !reply.headers.has('retry-after')
    }
  })()
  // When the test fails earlier, the server ends first.
  over.catch(() => {})
  const stop = () => {
    isOver = true
    return over
  }
  return { statuses, stop, lacksRetryAfter: () => lacksRetryAfter }
}

/** Creates one locker bank after the other; each request is repeated with its key until it succeeds. */
function repeatedWrites(address: string, token: string) {
  const ids: string[] = []
  let next = { input: draft(), key: newId() }
  const client = repeat(async () => {
    const { input, key } = next
    const params = { lockerBankId: EMPTY_GUID }
    const reply = await request(address, lockerBanks.create, { token, params, input, key })
    if (reply.status === 200) {
      ids.push(((await reply.clone().json()) as { Id: string }).Id)
      next = { input: draft(), key: newId() }
    }
    return reply
  })
  /** Ends with a request that succeeded, so that every write is known to be done. */
  const stop = async () => {
    const before = ids.length
    await soon(() => expect(ids.length).toBeGreaterThan(before))
    await client.stop()
  }
  return { ...client, ids, stop }
}

/** Opens the live stream and collects its text. */
async function listen(address: string, token: string) {
  const controller = new AbortController()
  const reply = await request(address, live.stream, { token, signal: controller.signal })
  let text = ''
  let isOver = false
  const gather = async () => {
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) text += part
  }
  gather()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  return { text: () => text, isOver: () => isOver, close: () => controller.abort() }
}
