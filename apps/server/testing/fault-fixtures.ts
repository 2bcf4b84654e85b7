import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { addressOf, launch, type Program, request, signIn } from './program.ts'

export async function banks(address: string, token: string) {
  const reply = await request(address, lockerBanks.page, { token, input: {} })
  return ((await reply.json()) as { Data: { Data: string; Total: number } }).Data
}

/** A program with its own data, which each test may end. */
export function faultFixtures() {
  const state = {} as {
    root: string
    /** With the demo's organisations; used by one program after the other, however the last one ended. */
    dataDir: string
    /** A building and a property of the demo. */
    place: { PropertyId: string; BuildingId: string }
  }
  const running = new Set<Program>()
  beforeAll(async () => {
    state.root = temporaryFolder()
    state.dataDir = join(state.root, 'demo')
    const { program, address, token } = await serving({ DEMO: 'on' })
    const [{ PropertyId, BuildingId }] = JSON.parse((await banks(address, token)).Data)
    state.place = { PropertyId, BuildingId }
    program.process.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })
  afterEach(async () => {
    for (const program of running) program.process.kill('SIGKILL')
    await Promise.all([...running].map(({ ended }) => ended))
    running.clear()
  })
  afterAll(() => rmSync(state.root, { recursive: true }))
  function startProgram(env: Readonly<Record<string, string>> = {}): Program {
    const program = launch({ LOG_LEVEL: 'warn', DATA_DIR: state.dataDir, DEMO: 'off', ...env })
    running.add(program)
    return program
  }
  async function serving(env: Readonly<Record<string, string>> = {}) {
    const program = startProgram(env)
    const address = await addressOf(program)
    return { program, address, token: await signIn(address) }
  }

  return { state, startProgram, serving }
}
