import { join } from 'node:path'
import { ROLES } from '#platform/permissions.ts'
import type { Settings } from '#platform/server/config/settings.ts'
import type { Demo } from './demo/demo.ts'
import type { ReadyDatabase } from './ready-database.ts'
import { isPortalBuilt } from './static.ts'

type Started = {
  readonly settings: Settings
  readonly address: string
  readonly store: ReadyDatabase
  readonly demo: Demo | undefined
  /** Nobody can sign in: the database has no organisation. */
  readonly isEmpty: boolean
  readonly seconds: number
}

/** Folder of the mails where there is no mail server. */
export const outboxOf = (dataDir: string) => join(dataDir, 'outbox')

/** Tells the person who started the program where it is, where things go, and how to sign in. */
export function announce({ settings, store, demo, isEmpty, seconds }: Started, say: (line: string) => void): void {
  const rows: [string, string][] = [
    ['Portal', isPortalBuilt() ? `${settings.publicUrl}/portal/` : 'not built: `npm start` builds it'],
    ['API', `${settings.publicUrl}/docs`],
    ['Database', store.described],
    ['Kiosks', settings.mqttUrl ? `by the broker at ${new URL(settings.mqttUrl).host}` : 'by a broker of its own, at /mqtt too'],
    ['Mails', settings.smtpUrl ? `go out by ${new URL(settings.smtpUrl).host}` : `are written to ${outboxOf(settings.dataDir)}`],
  ]
  say(`\nParcelhall is ready (${seconds.toFixed(1)} s)\n`)
  for (const [name, value] of rows) say(`  ${name.padEnd(12)}${value}`)
  if (demo) announceDemo(demo, say)
  else if (isEmpty) say('\n  The database is empty. `npm run setup` makes the first organisation and its administrator.')
  say('')
}

function announceDemo({ users, password, trial }: Demo, say: (line: string) => void): void {
  const { agent, resident } = trial
  say('\n  Demo sign-ins (organisation, e-mail, role):')
  for (const { organisation, email, role } of users) say(`    ${organisation.padEnd(12)}${email.padEnd(28)}${ROLES[role].name}`)
  say(`  Password    ${password ?? 'was changed since the first start'}`)
  say(`\n  At the terminal of ${trial.lockerBank} (\`npm run kiosk -- --help\` says how):`)
  say(`    agent       ${agent.userName}, PIN ${agent.pin}`)
  say(`    resident    ${resident.name}, unit ${resident.unitNumber}, access code ${resident.accessCode}`)
}
