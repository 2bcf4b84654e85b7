import { ROLES } from '#platform/permissions.ts'
import type { Settings } from '#platform/server/config/settings.ts'
import { outboxOf } from '#platform/server/mail/outbox.ts'
import type { Demo } from './demo/demo.ts'
import type { ReadyDatabase } from './ready-database.ts'
import { isPortalBuilt } from './static.ts'

type Started = {
  readonly settings: Settings
  readonly store: ReadyDatabase
  readonly demo: Demo | undefined
  /** The database has no organisation. */
  readonly isEmpty: boolean
  readonly seconds: number
}

/** Prints the addresses, where data and mails are stored, and the demo users. */
export function announce({ settings, store, demo, isEmpty, seconds }: Started, print: (line: string) => void): void {
  const rows: [string, string][] = [
    ['Portal', isPortalBuilt() ? `${settings.publicUrl}/portal/` : 'not built: `npm start` builds it'],
    ['API', `${settings.publicUrl}/docs`],
    ['Database', store.described],
    ['Kiosks', settings.mqttUrl ? `broker at ${new URL(settings.mqttUrl).host}` : `embedded broker, also at /mqtt`],
    ['Mail', settings.smtpUrl ? `sent by ${new URL(settings.smtpUrl).host}` : `written to ${outboxOf(settings.dataDir)}`],
  ]
  print(`\nParcelhall is ready (${seconds.toFixed(1)} s)\n`)
  for (const [name, value] of rows) print(`  ${name.padEnd(12)}${value}`)
  if (demo) announceDemo(demo, settings, print)
  else if (isEmpty) print('\n  The database is empty. `npm run setup` creates the first organisation and its administrator.')
  print('')
}

function announceDemo({ users, password, terminal }: Demo, { mqttUrl }: Settings, print: (line: string) => void): void {
  const { agent, resident } = terminal
  print('\n  Demo users (organisation, e-mail, role):')
  for (const { organisation, email, role } of users) print(`    ${organisation.padEnd(12)}${email.padEnd(28)}${ROLES[role].name}`)
  print(`  Password    ${password ?? 'not known here: changed, or restored from a backup; DEMO_PASSWORD sets a new one'}`)
  if (mqttUrl) {
    print('\n  No simulated kiosks run with MQTT_URL. To start one, export the API key of its locker bank in the portal:')
    print('    npm run kiosk -- --key FILE (see docs/how-to/try-a-kiosk.md)')
  }
  const place = `the terminal of ${terminal.lockerBank}`
  print(mqttUrl ? `\n  Then at ${place}:` : `\n  At ${place} (see \`npm run kiosk -- --help\`):`)
  print(`    agent       ${agent.userName}, PIN ${agent.pin}`)
  print(`    resident    ${resident.name}, unit ${resident.unitNumber}, access code ${resident.accessCode}`)
}
