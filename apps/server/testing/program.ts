import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import type { Operation } from '#platform/operation.ts'
import { API } from '#platform/server/http/route.ts'
import { readProc, treeOf } from '#platform/server/testing/processes.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Password of the demo's users in the programs that tests start. */
const DEMO_PASSWORD = 'fault tests only'
/** Ends the wait for a program that neither becomes ready nor ends, with its output instead of only the test's timeout. */
const START_LIMIT_MS = 170_000

/** A program of the repository in its own process. */
export type Program = {
  readonly process: ChildProcess
  readonly pid: number
  /** Its output so far. */
  output(): string
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

/** Starts a program with these variables and arguments only. */
export function launch(
  env: Readonly<Record<string, string>>,
  script = 'apps/server/main.ts',
  args: readonly string[] = [],
): Program {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, PORT: '0', MQTT_PORT: '0', DEMO_PASSWORD, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      output += part
    })
  const ended = once(child, 'close').then(([code, signal]) => signal ?? code)
  return { process: child, pid: child.pid!, output: () => output, ended }
}

/** The address of a server once it has printed that it is ready. Throws with its output when it ends before. */
export async function addressOf({ output, process }: Program): Promise<string> {
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await sleep(10)) {
    const [, address] = /API\s+(http\S+)\/docs/.exec(output()) ?? []
    if (address) return address
    if (process.exitCode !== null || process.signalCode !== null) break
  }
  throw new Error(`The program did not become ready: ${output()}`)
}

type ProgramRequest = { token?: string; params?: Record<string, string>; input?: unknown; signal?: AbortSignal; key?: string }

/** Calls an operation over HTTP, like a browser; throws when there is no response. */
export function request(
  address: string,
  { method, path, form }: Operation,
  { token, params = {}, input, signal, key }: ProgramRequest = {},
) {
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = form ? new URLSearchParams(input as Record<string, string>).toString() : JSON.stringify(input)
  return fetch(address + API + path.replace(/\{(\w+)\}/g, (_, name) => params[name]!), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(input !== undefined && { 'content-type': type }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(input !== undefined && { body }),
    signal,
  })
}

/** The access token of a user of the demo. */
export async function signIn(address: string, email = 'manager@parcelhall.test', organisation = 'riverside'): Promise<string> {
  const scope = `${organisation} ${CREDENTIALS.user}`
  const input = { grant_type: 'password', username: email, password: DEMO_PASSWORD, client_id: 'api', scope }
  const reply = await request(address, session.token, { input })
  return ((await reply.json()) as { access_token: string }).access_token
}

/** The descendants of a process, with their command lines. */
export const descendantsOf = (pid: number): { pid: number; command: string }[] =>
  treeOf(pid)
    .slice(1)
    .map((one) => ({ pid: one.pid, command: readProc(`/proc/${one.pid}/cmdline`).replaceAll('\0', ' ') }))
