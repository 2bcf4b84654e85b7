import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { addressOf, launch, request } from './testing/program.ts'

const PASSWORD = 'a long enough password'
const ANSWERS = {
  organisation: 'Acme Homes',
  'system-name': 'Acme Homes',
  'time-zone': 'Europe/London',
  'first-name': 'Ada',
  'last-name': 'Lovelace',
  email: 'ada@acme.test',
}
let root: string
let env: Record<string, string>
beforeAll(() => {
  root = temporaryFolder()
  env = { NODE_ENV: 'production', SECRET_KEY: randomBytes(32).toString('hex'), DATA_DIR: join(root, 'data') }
})
afterAll(() => rmSync(root, { recursive: true }))

/** Runs the set-up with these options and a password on the standard input; gives its exit code and all that it said. */
async function setUp(answers: Partial<typeof ANSWERS>, password = PASSWORD) {
  const options = Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(process.execPath, [join(import.meta.dirname, 'setup.ts'), ...options], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part
    })
  child.stdin.end(`${password}\n`)
  const [code] = await once(child, 'close')
  return { code, said: said.trim() }
}

const signIn = async (address: string) => {
  const scope = `acmehomes ${CREDENTIALS.user}`
  const reply = await request(address, session.token, {
    input: { grant_type: 'password', username: ANSWERS.email, password: PASSWORD, client_id: 'api', scope },
  })
  return (await reply.json()) as { access_token: string }
}

test('an empty production database gets no demo, and the start says what to do', async () => {
  const program = launch(env)
  await addressOf(program)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.output()).toContain('The database is empty. `npm run setup` makes the first organisation')
  expect(program.output()).not.toContain('riverside')
})

test.each<[string, Partial<typeof ANSWERS>, string, RegExp]>([
  ['an answer that is missing', { ...ANSWERS, email: undefined }, PASSWORD, /^Give --email: /],
  ['a system name with other signs', { ...ANSWERS, 'system-name': 'acme-homes' }, PASSWORD, /cannot have special characters/],
  ['a time zone that is none', { ...ANSWERS, 'time-zone': 'Europe/Atlantis' }, PASSWORD, /^The time zone is a name/],
  ['a password that is too short', ANSWERS, 'short', /\d+ characters/],
])('it refuses %s in one sentence', async (_, answers, password, said) => {
  const given = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))
  expect(await setUp(given, password)).toEqual({ code: 1, said: expect.stringMatching(said) })
})

test('it makes the first organisation, whose super administrator can sign in and work in all; a second time it refuses', async () => {
  expect(await setUp(ANSWERS)).toEqual({ code: 0, said: expect.stringContaining('Acme Homes is made.') })
  expect(await setUp(ANSWERS)).toEqual({ code: 1, said: 'The database has an organisation already: sign in to make others.' })
  const program = launch(env)
  const address = await addressOf(program)
  const { access_token: token } = await signIn(address)
  const preload = await (await request(address, session.preload, { token })).json()
  expect(preload).toMatchObject({
    User: { Name: 'Ada Lovelace' },
    Roles: ['superadmin'],
    Organisation: { SystemName: 'acmehomes', TimeZone: 'Europe/London', IsSuperAdmin: true },
  })
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})
