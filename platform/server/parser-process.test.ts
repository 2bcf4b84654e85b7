import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { parserProcess, Unreadable } from './parser-process.ts'
import { isAlive } from './postgres/embedded/process.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const BOUNDS = { seconds: 5, megabytes: 64 }
/** A parser whose function has this body; a content is `{ input }`. */
const parserOf = (body: string, bounds = BOUNDS) =>
  parserProcess<{ input: string }, unknown>(
    new URL(`data:text/javascript,${encodeURIComponent(`export default async ({ input }) => { ${body} }`)}`),
    bounds,
  )

describe('a content beyond the bounds is refused, and the next one is read', () => {
  test.each([
    ['grows one array', 'const all = []; for (;;) all.push(1)'],
    ['grows one text', `let all = 'x'; for (;;) { all += all; all.charCodeAt(0) }`],
    ['makes many objects', 'const all = []; for (;;) all.push({ all: [input] })'],
    ['fills a map', 'const all = new Map(); for (let i = 0; ; i += 1) all.set(i, input + i)'],
    ['reserves a large array', 'new Array(1e8).fill(0)'],
    ['never ends', 'for (;;);', 1],
    ['ends the program', 'process.exit(0)'],
    ['throws outside of the reading', `setTimeout(() => { throw new Error('x') }); await new Promise(() => {})`],
    ['is nothing that can be read', 'return null'],
  ])(
    '%s',
    async (_, body, seconds = BOUNDS.seconds) => {
      const read = parserOf(`if (input === 'good') return 'read'; ${body}`, { ...BOUNDS, seconds })
      const [bomb, next] = await Promise.allSettled([read({ input: 'bomb' }), read({ input: 'good' })])
      expect(bomb).toMatchObject({ status: 'rejected', reason: expect.any(Unreadable) })
      expect(next).toEqual({ status: 'fulfilled', value: 'read' })
    },
    30_000,
  )
})

describe('a process that ends between two contents does not keep the next from being read', () => {
  test('by itself', async () => {
    const read = parserOf('setTimeout(() => process.exit(1), 50); return process.pid')
    const first = await read({ input: 'x' })
    // The server notices it a moment later.
    await vi.waitFor(() => expect(isAlive(Number(first))).toBe(false))
    await sleep(200)
    expect(await read({ input: 'x' })).not.toBe(first)
  })

  test('because somebody ended it, while the server has not noticed it', async () => {
    const read = parserOf('return process.pid')
    const first = await read({ input: 'x' })
    process.kill(first as number, 'SIGKILL')
    await read({ input: 'x' }).catch(() => {})
    expect(await read({ input: 'x' })).not.toBe(first)
  })
})

test('an error of the module is no content that cannot be read', async () => {
  const error = await parserOf(`throw new TypeError('no such thing')`)({ input: 'x' }).catch((thrown: unknown) => thrown)
  expect(error).not.toBeInstanceOf(Unreadable)
  expect(error).toMatchObject({ message: expect.stringContaining('no such thing') })
})

test('the process has nothing of the environment of the server', async () => {
  expect(await parserOf('return Object.keys(process.env)')({ input: 'x' })).not.toContain('PATH')
})

test('bytes are bytes on both sides', async () => {
  const echo = parserProcess<Uint8Array, Uint8Array>(new URL('data:text/javascript,export default (bytes) => bytes'), BOUNDS)
  expect([...(await echo(Uint8Array.from([1, 0, 255])))]).toEqual([1, 0, 255])
})

test('a process that is busy ends with its server', async () => {
  const file = join(temporaryFolder(), 'pid')
  const parser = `import { writeFileSync } from 'node:fs'; export default ({ input }) => { writeFileSync(input, String(process.pid)); for (;;); }`
  const server = `
    import { existsSync } from 'node:fs'
    import { parserProcess } from '${new URL('parser-process.ts', import.meta.url)}'
    const read = parserProcess(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(parser)}`)}), { seconds: 60, megabytes: 64 })
    read({ input: ${JSON.stringify(file)} })
    setInterval(() => existsSync(${JSON.stringify(file)}) && process.exit(0), 50)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', server], { timeout: 20_000 })
  const pid = Number(readFileSync(file, 'utf8'))
  expect(pid).toBeGreaterThan(0)
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false))
}, 30_000)
