import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { t as sessionText } from '#features/session/messages.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import { createLog } from '#platform/server/config/log.ts'
import { readSettings } from '#platform/server/config/settings.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { refuseUnsafeRole } from '#platform/server/postgres/migrate.ts'
import { createFirstOrganisation, FirstOrganisation, whyNotFirst, whyNotPassword } from './first-organisation.ts'
import { readyDatabase } from './ready-database.ts'

/** The prompt of each answer; its option is the name in kebab case. */
const QUESTIONS = {
  organisation: 'Organisation name',
  systemName: 'System name, used to sign in (letters and digits)',
  timeZone: 'Time zone',
  firstName: 'First name of the super administrator',
  lastName: 'Last name',
  email: 'Email, also the user name',
} as const
type Name = keyof typeof QUESTIONS
const NAMES = Object.keys(QUESTIONS) as Name[]
const optionOf = (name: Name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const HELP = `Creates the first organisation and its super administrator in an empty database.

  npm run setup -- [options]   prompts for the options that are not given
${NAMES.map((name) => `      --${optionOf(name).padEnd(18)}${QUESTIONS[name]}`).join('\n')}

The password is prompted for, or read from the standard input when that is not a terminal. The database settings are those of
\`npm start\`.`

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
    const fromOptions = Object.fromEntries(NAMES.map((name) => [name, options[optionOf(name)]]))
    const answers = process.stdin.isTTY
      ? await prompt(fromOptions)
      : { ...fromOptions, password: (await text(process.stdin)).split('\n')[0] }
    await createFirstOrganisation(database, checked(answers))
    console.log(`Created ${answers.organisation}. Run \`npm start\` and sign in at ${settings.publicUrl}/portal/.`)
  } finally {
    await database.close()
    await store.stop()
  }
}

/** Throws an error with one sentence that names the missing or invalid option. */
function checked(answers: Record<string, string | undefined>): FirstOrganisation {
  const missing = NAMES.find((name) => answers[name] === undefined)
  if (missing) throw new Error(`--${optionOf(missing)} is missing: ${QUESTIONS[missing]}. See --help.`)
  const read = FirstOrganisation.safeParse(answers)
  if (!read.success) throw new Error(unpackMessage(read.error.issues[0]!.message).text)
  return read.data
}

/** Prompts for the missing answers, again when one is invalid. The password is not echoed. */
async function prompt(fromOptions: Record<string, string | undefined>): Promise<Record<string, string | undefined>> {
  let isSecret = false
  const output = new Writable({
    write: (part, _encoding, done) => {
      if (!isSecret) process.stdout.write(part)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  terminal.on('SIGINT', () => process.exit(1))
  const askSecret = async (question: string) => {
    process.stdout.write(question)
    isSecret = true
    const answer = await terminal.question('')
    isSecret = false
    process.stdout.write('\n')
    return answer
  }
  const ask = async (name: Name | 'password', question: string, standard?: string): Promise<string> => {
    for (;;) {
      const line = `${question}${standard ? ` (${standard})` : ''}: `
      const answer = (await (name === 'password' ? askSecret(line) : terminal.question(line))) || standard || ''
      const read = FirstOrganisation.shape[name].safeParse(answer)
      if (read.success) return answer
      console.log(unpackMessage(read.error.issues[0]!.message).text)
    }
  }
  const standards: Partial<Record<Name, string>> = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const answers = { ...fromOptions }
  for (const name of NAMES) answers[name] ??= await ask(name, QUESTIONS[name], standards[name])
  const askPassword = async () => {
    for (;;) {
      const password = await ask('password', 'Password')
      const whyNot = await whyNotPassword(checked({ ...answers, password }))
      if (!whyNot) return password
      console.log(whyNot)
    }
  }
  answers.password = await askPassword()
  while ((await ask('password', 'Password again')) !== answers.password) {
    console.log(sessionText('MsgPasswordsDiffer').text)
    answers.password = await askPassword()
  }
  terminal.close()
  return answers
}
