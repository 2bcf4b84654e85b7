import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#features/audit/contract.ts'
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

/** Runs the setup with these options and a password on the standard input; returns its exit code and output. */
async function setUp(answers: Partial<typeof ANSWERS>, password = PASSWORD) {
  const options = Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(process.execPath, [join(import.meta.dirname, 'setup.ts'), ...options], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  child.stdin.end(`${password}\n`)
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

const signIn = async (address: string) => {
  const scope = `acmehomes ${CREDENTIALS.user}`
  const reply = await request(address, session.token, {
    input: { grant_type: 'password', username: ANSWERS.email, password: PASSWORD, client_id: 'api', scope },
  })
  return (await reply.json()) as { access_token: string }
}

test('an empty production database gets no demo, and the start prints the next step', async () => {
  const program = launch(env)
  await addressOf(program)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.output()).toContain('The database is empty. `npm run setup` creates the first organisation')
  expect(program.output()).not.toContain('riverside')
})

test.each<[string, Partial<typeof ANSWERS>, string, RegExp]>([
  ['a missing answer', { ...ANSWERS, email: undefined }, PASSWORD, /^--email is missing: /],
  [
    'a system name with special characters',
    { ...ANSWERS, 'system-name': 'acme-homes' },
    PASSWORD,
    /cannot have special characters/,
  ],
  ['an unknown time zone', { ...ANSWERS, 'time-zone': 'Europe/Atlantis' }, PASSWORD, /^Time zone must be a name/],
  ['a short password', ANSWERS, 'short', /at least 12 characters/],
  ['a password made of names', ANSWERS, 'Lovelace-Acme-1', /^Password must not be made of your name/],
])('refuses %s with one sentence', async (_, answers, password, message) => {
  const options = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))
  expect(await setUp(options, password)).toEqual({ code: 1, output: expect.stringMatching(message) })
})

test('creates the first organisation with a super administrator who can sign in; refuses a second run', async () => {
  expect(await setUp(ANSWERS)).toEqual({ code: 0, output: expect.stringContaining('Created Acme Homes.') })
  expect(await setUp(ANSWERS)).toEqual({ code: 1, output: 'The database already has an organisation. Sign in to create more.' })
  const program = launch(env)
  const address = await addressOf(program)
  const { access_token: token } = await signIn(address)
  const preload = await (await request(address, session.preload, { token })).json()
  expect(preload).toMatchObject({
    User: { Name: 'Ada Lovelace' },
    Roles: ['superadmin'],
    Organisation: { SystemName: 'acmehomes', TimeZone: 'Europe/London', IsSuperAdmin: true },
  })
  const trail = (await (await request(address, audit.page, { token, input: {} })).json()) as { Data: Record<string, unknown>[] }
  expect(trail.Data.filter(({ UserName }) => UserName === 'Setup').map(({ ActionKey }) => ActionKey)).toEqual([
    'portal user created',
    'organisation created',
  ])
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})
