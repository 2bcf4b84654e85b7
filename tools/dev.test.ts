import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { descendantsOf, launch } from '#apps/server/testing/program.ts'
import { freePort } from '#platform/server/config/ports.ts'
import { ends } from '#platform/server/testing/clusters.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { soon } from '#platform/server/testing/waiting.ts'

let root: string
beforeAll(() => {
  root = temporaryFolder()
})
afterAll(() => rmSync(root, { recursive: true }))

test('serves the portal’s sources and the server at one address; Ctrl-C stops both', async () => {
  const port = await freePort()
  const program = launch({ PORT: String(port), DATA_DIR: join(root, 'data'), DEMO: 'off', LOG_LEVEL: 'warn' }, 'tools/dev.ts')
  const address = `http://127.0.0.1:${port}`
  try {
    const status = async (path: string) => (await fetch(address + path)).status
    await soon(async () => expect(await status('/health/ready')).toBe(200))
    expect([await status('/portal/'), await status('/portal/main.tsx'), await status('/docs')]).toEqual([200, 200, 200])
    expect((await (await fetch(`${address}/api/nowhere`)).json()).Code).toBe('MsgNotFound')
    expect(program.output()).toContain(`${address}/portal/`)
  } finally {
    const pids = descendantsOf(program.pid).map(({ pid }) => pid)
    program.process.kill('SIGINT')
    expect(await program.ended).toBe(0)
    for (const pid of pids) expect([pid, await ends(pid)]).toEqual([pid, true])
  }
})
