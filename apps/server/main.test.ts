import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboards } from '#features/dashboards/contract.ts'
import { ends } from '#platform/server/testing/clusters.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { addressOf, descendantsOf, launch, request, signIn } from './testing/program.ts'

let root: string
beforeAll(() => {
  root = temporaryFolder()
})
afterAll(() => rmSync(root, { recursive: true }))

/** Starts the program behind a shell, as npm does; returns when it is ready. */
async function behindShell() {
  // With a second command the shell does not replace itself by the program.
  const shell = spawn('sh', ['-c', `"${process.execPath}" apps/server/main.ts; exit $?`], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(root, 'data'),
      DEMO: 'off',
      PORT: '0',
      MQTT_PORT: '0',
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (part) => {
      output += part
    })
  await soon(() => expect(output).toContain('is ready'))
  return { shell, output: () => output, processes: descendantsOf(shell.pid!).map(({ pid }) => pid) }
}
const allEnded = async (pids: readonly number[]) => (await Promise.all(pids.map(ends))).every(Boolean)

test('stops all its processes when npm is stopped, which ends only the shell', async () => {
  const { shell, output, processes } = await behindShell()
  expect(processes.length).toBeGreaterThan(3)
  shell.kill('SIGTERM')
  await once(shell, 'close')
  expect(await allEnded(processes)).toBe(true)
  expect(output()).toContain('Stopped.')
})

test('counts a Ctrl-C from the terminal and from npm as one', async () => {
  const { shell, output, processes } = await behindShell()
  process.kill(-shell.pid!, 'SIGINT')
  process.kill(-shell.pid!, 'SIGINT')
  await once(shell, 'close')
  expect(await allEnded(processes)).toBe(true)
  expect(output()).toContain('Stopped.')
  expect(output()).not.toContain('without waiting')
})

test('the demo’s locker banks are online; their kiosks end with the program', async () => {
  const program = launch({ DATA_DIR: join(root, 'demo') })
  const address = await addressOf(program)
  const token = await signIn(address)
  const statuses = async () => {
    const reply = await request(address, dashboards.summary, { token, input: {} })
    return ((await reply.json()) as { Data: { Status: string }[] }).Data.map(({ Status }) => Status)
  }
  await soon(async () => expect(await statuses()).toEqual(Array(5).fill('ONLINE')))
  const processes = descendantsOf(program.pid)
  expect(processes.filter(({ command }) => command.includes('apps/kiosk/main.ts'))).toHaveLength(1)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(await allEnded(processes.map(({ pid }) => pid))).toBe(true)
  // Errors, and warnings about kiosks; of a connection that is made again a busy machine has some.
  const warnings = program.output().match(/^\{"level":(?:[56]0|40(?=.*kiosk)).*$/gm) ?? []
  expect(warnings.join('\n')).toBe('')
})
