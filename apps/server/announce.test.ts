import { expect, test } from 'vitest'
import { readSettings } from '#platform/server/config/settings.ts'
import { announce } from './announce.ts'

const demo = {
  users: [],
  password: 'secret',
  terminal: {
    lockerBank: 'QUAY-N',
    agent: { userName: 'carlos.vega', pin: '1234' },
    resident: { name: 'Sven', unitNumber: '101', accessCode: '56' },
  },
} as unknown as Parameters<typeof announce>[0]['demo']

function printed(env: Record<string, string>): string {
  const settings = readSettings({ SECRET_KEY: Buffer.from('0123456789abcdef'.repeat(2)).toString('base64'), ...env })
  const store = { secretKey: Buffer.alloc(0), url: '', described: '', stop: async () => {} }
  const lines: string[] = []
  announce({ settings, store, demo, isEmpty: false, seconds: 1 }, (line) => lines.push(line))
  return lines.join('\n')
}

test('the start names a terminal of the demo, or with an external broker how to start its kiosk', () => {
  expect(printed({})).toContain('\n  At the terminal of QUAY-N (see `npm run kiosk -- --help`):\n')
  const external = printed({ MQTT_URL: 'mqtt://admin:password@broker.example' })
  expect(external).toContain('No simulated kiosks run with MQTT_URL.')
  expect(external).toContain(
    'npm run kiosk -- --key FILE (see docs/how-to/try-a-kiosk.md)\n\n  Then at the terminal of QUAY-N:\n',
  )
})
