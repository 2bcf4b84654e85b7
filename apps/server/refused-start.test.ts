import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { faultFixtures } from './testing/fault-fixtures.ts'

const { state, startProgram, serving } = faultFixtures()

describe('refuses to start, with one sentence,', () => {
  const refusal = async (env: Record<string, string>) => {
    // Without the warnings of jobs whose queries time out: a slow machine has them too.
    const program = startProgram({ LOG_LEVEL: 'error', ...env })
    const code = await program.ended
    return { code, output: program.output().trim() }
  }
  /** Refused before DATA_DIR is opened, so all can be started at once. */
  const INVALID: readonly [string, Record<string, string>, RegExp][] = [
    ['an invalid port', { PORT: 'eighty' }, /^PORT must be a port from 0 .*\.$/],
    ['an invalid address', { PUBLIC_URL: 'example.org' }, /^PUBLIC_URL must be .*\.$/],
    ['production without a key', { NODE_ENV: 'production' }, /^SECRET_KEY must be set in production: .*\.$/],
    ['an owner without its database', { DATABASE_OWNER_URL: 'postgres://a@b/c' }, /^DATABASE_OWNER_URL requires DATABASE_URL\.$/],
    ['an unreachable database', { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' }, /^[^\n]*127\.0\.0\.1[^\n]*\.$/],
    ['a database with a missing socket', { DATABASE_URL: 'postgres://a@/x?host=%2Fnowhere' }, /^[^\n]*nowhere[^\n]*\.$/],
  ]
  test(`with ${INVALID.map(([what]) => what).join(', ')}`, async () => {
    const refused = await Promise.all(INVALID.map(([, env]) => refusal(env)))
    for (const [i, { code, output }] of refused.entries()) {
      const [what, , expected] = INVALID[i]!
      expect(output, what).toMatch(expected)
      expect(code, what).toBe(1)
    }
  })

  test.each<[string, Record<string, string>]>([
    ['a port that needs rights', { HOST: '192.0.2.1', PORT: '8' }],
    ['any port', { HOST: '192.0.2.1' }],
  ])('with a host of another machine and %s', async (_, env) => {
    expect(await refusal(env)).toEqual({ code: 1, output: 'HOST 192.0.2.1 is not an address of this machine.' })
  })

  test('with a DATA_DIR that is a file', async () => {
    const file = join(state.root, 'file')
    writeFileSync(file, '')
    const refused = await refusal({ DATA_DIR: file })
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^[^\n]*DATA_DIR[^\n]*\.$/) })
  })

  test('with a port that another program uses', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toEqual({
      code: 1,
      output: `Port ${port} is already in use. Set PORT to another port.`,
    })
  })

  test('with a DATA_DIR that another process uses, which it names', async () => {
    const { program, address } = await serving()
    const refused = await refusal({})
    expect(refused.output).toContain(`is in use by process ${program.pid}: stop it, or give another DATA_DIR.`)
    expect(refused.code).toBe(1)
    expect((await fetch(`${address}/health/ready`)).status).toBe(200)
  })
})
