import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { repetitions } from './scale.ts'

/** Concurrent connections and seconds of load, after a longer warm-up in which code is compiled. */
const CONNECTIONS = 10
const SECONDS = 4
const WARM_UP_SECONDS = repetitions(10)
/** Clock ticks of /proc per second. */
const TICKS_PER_SECOND = 100

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly cpuMsPerRequest: number }
export type Target = {
  readonly pid: number
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly token?: string
  readonly body?: unknown
}

/** CPU seconds that a process has used so far, with its threads, without its children. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Resident memory of a process in MB. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Sends requests to one address as fast as it answers. Throws for any answer but 200, because refusals are fast. */
export async function load(target: Target, seconds = SECONDS): Promise<Load> {
  await hammer(target, WARM_UP_SECONDS)
  const before = cpuSeconds(target.pid)
  const took = await hammer(target, seconds)
  const cpu = cpuSeconds(target.pid) - before
  return {
    perSecond: took.length / seconds,
    p50: medianOf(took),
    p99: quantile(took, 0.99),
    cpuMsPerRequest: (cpu * 1000) / took.length,
  }
}

/** Requests one after the other on each connection for so many seconds. Returns the milliseconds of each. */
async function hammer(target: Target, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const took: number[] = []
  const end = performance.now() + seconds * 1000
  const connection = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      await answered(target, agent)
      took.push(performance.now() - began)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  } finally {
    agent.destroy()
  }
  return took
}

/** Sends one request and reads its answer to the end. Throws for any answer but 200. */
function answered({ url, method = 'GET', token, body }: Target, agent: Agent): Promise<void> {
  const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${method} ${url}: answer ${reply.statusCode}`))
      reply.on('error', reject).on('end', resolve).resume()
    })
    sent.on('error', reject).end(content)
  })
}

/** The quantile of these numbers. */
const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(Math.floor(numbers.length * part), numbers.length - 1)]!
export const medianOf = (numbers: readonly number[]): number => quantile(numbers, 0.5)

type Timed = { readonly median: number; readonly p99: number }
/**
 * Milliseconds of each of `times` sequential runs of `work`, or of fewer: of those until `isEnough`, given the milliseconds of each
 * so far and of all.
 */
export async function timed(
  times: number,
  work: (i: number) => Promise<unknown>,
  isEnough: (took: readonly number[], ms: number) => boolean = () => false,
): Promise<Timed> {
  const took: number[] = []
  const start = performance.now()
  for (let i = 0; i < times && !isEnough(took, performance.now() - start); i++) {
    const began = performance.now()
    await work(i)
    took.push(performance.now() - began)
  }
  return { median: medianOf(took), p99: quantile(took, 0.99) }
}
