import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { t as saySession } from '#features/session/messages.ts'
import { createLog } from '#platform/server/config/log.ts'
import { readSettings } from '#platform/server/config/settings.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { refuseUnsafeRole } from '#platform/server/postgres/migrate.ts'
import { FirstOrganisation, makeFirstOrganisation, whyNotFirst } from './first-organisation.ts'
import { readyDatabase } from './ready-database.ts'

/** Each answer: how it is asked on a terminal, and the option that gives it. */
const QUESTIONS = {
  organisation: 'Name of the organisation',
  systemName: 'Its system name for signing in (letters and digits)',
  timeZone: 'Its time zone',
  firstName: 'First name of the super administrator',
  lastName: 'Last name',
  email: 'E-mail, which is also the user name',
} as const
type Name = keyof typeof QUESTIONS
const NAMES = Object.keys(QUESTIONS) as Name[]
const optionOf = (name: Name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const HELP = `Makes the first organisation and its super administrator in an empty database.

  npm run setup                asks for everything
${NAMES.map((name) => `      --${optionOf(name).padEnd(18)}${QUESTIONS[name]}`).join('\n')}

The password is asked for, or read from the standard input where that is no terminal. The database is the one that
\`npm start\` uses, by the same variables.`

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const answersAsOptions = Object.fromEntries(NAMES.map((name) => [optionOf(name), { type: 'string' as const }]))
  const { values } = parseArgs({ options: { ...answersAsOptions, help: { type: 'boolean', short: 'h' } } })
  if (values.help) return console.log(HELP)
  const settings = readSettings()
  const store = await readyDatabase(settings, createLog('warn'))
  const database = openDatabase(store.url, { max: 1 })
  try {
    await refuseUnsafeRole(database.pool)
    const whyNot = await whyNotFirst(database)
    if (whyNot) throw new Error(whyNot)
    const options = values as Record<string, string | undefined>
    const given = Object.fromEntries(NAMES.map((name) => [name, options[optionOf(name)]]))
    const answers = process.stdin.isTTY ? await asked(given) : { ...given, password: (await text(process.stdin)).split('\n')[0] }
    await makeFirstOrganisation(database, checked(answers))
    console.log(`${answers.organisation} is made. Start with \`npm start\` and sign in at ${settings.publicUrl}/portal/.`)
  } finally {
    await database.close()
    await store.stop()
  }
}

/** What was given, or one sentence with the option that is missing or wrong. */
function checked(answers: Record<string, string | undefined>): FirstOrganisation {
  const missing = NAMES.find((name) => answers[name] === undefined)
  if (missing) throw new Error(`Give --${optionOf(missing)}: ${QUESTIONS[missing]}. See --help.`)
  const read = FirstOrganisation.safeParse(answers)
  if (!read.success) throw new Error(read.error.issues[0]!.message)
  return read.data
}

/** Asks on the terminal for what was not given, again where the answer cannot be used; the password is not shown. */
async function asked(given: Record<string, string | undefined>): Promise<Record<string, string | undefined>> {
  let isSecret = false
  const output = new Writable({
    write: (part, _encoding, done) => {
      if (!isSecret) process.stdout.write(part)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  terminal.on('SIGINT', () => process.exit(1))
  const secretly = async (prompt: string) => {
    process.stdout.write(prompt)
    isSecret = true
    const answer = await terminal.question('')
    isSecret = false
    process.stdout.write('\n')
    return answer
  }
  const ask = async (name: Name | 'password', question: string, usual?: string): Promise<string> => {
    for (;;) {
      const prompt = `${question}${usual ? ` (${usual})` : ''}: `
      const answer = (await (name === 'password' ? secretly(prompt) : terminal.question(prompt))) || usual || ''
      const read = FirstOrganisation.shape[name].safeParse(answer)
      if (read.success) return answer
      console.log(read.error.issues[0]!.message)
    }
  }
  const standard: Partial<Record<Name, string>> = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const answers = { ...given }
  for (const name of NAMES) answers[name] ??= await ask(name, QUESTIONS[name], standard[name])
  answers.password = await ask('password', 'Password')
  while ((await ask('password', 'Password again')) !== answers.password) {
    console.log(saySession('MsgPasswordsDiffer').text)
    answers.password = await ask('password', 'Password')
  }
  terminal.close()
  return answers
}
