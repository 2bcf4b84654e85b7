import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotSetting } from '#platform/typed-settings.ts'
import { bankSettings, LOCKER_BANK_SETTINGS, PUBLISHED_SETTINGS } from './bank-settings.ts'
import { isQuiet } from './quiet-hours.ts'

test('each setting exists once, with a description and a default of its own type', () => {
  expect(new Set(LOCKER_BANK_SETTINGS.map(({ Name }) => Name)).size).toBe(LOCKER_BANK_SETTINGS.length)
  for (const setting of LOCKER_BANK_SETTINGS) {
    expect(whyNotSetting(setting, setting.Value), setting.Name).toBeNull()
    expect(setting.Description.text, setting.Name).toMatch(/^[A-Z].*\.$/)
  }
})

test('an unset setting has its default, a set one its value', () => {
  expect(bankSettings({})).toMatchObject({ HeartbeatSeconds: 30, ReserveAccessibleLockers: true, AlertEmails: [] })
  const set = { HeartbeatSeconds: '15', ReserveAccessibleLockers: 'false', AlertEmails: 'a@b.test; c@d.test', Unknown: '1' }
  expect(bankSettings(set)).toMatchObject({
    HeartbeatSeconds: 15,
    ReserveAccessibleLockers: false,
    AlertEmails: ['a@b.test', 'c@d.test'],
    TerminalSessionSeconds: 600,
  })
})

test('a drop-off ends before its reservation, and no address is sent to a kiosk', () => {
  const close = LOCKER_BANK_SETTINGS.find(({ Name }) => Name === 'CloseTimeoutSeconds')
  expect(close?.ValueType).toBe('intrange:5-600')
  expect(PUBLISHED_SETTINGS.map(({ Name }) => Name)).not.toContain('AlertEmails')
})

test('quiet hours are between the two hours, also over midnight, in the property’s time zone', () => {
  const quiet = (from: number, to: number, at: string, zone = 'UTC') =>
    isQuiet({ QuietHoursFrom: from, QuietHoursTo: to }, new Date(at), zone)
  expect(['21:59:59', '22:00:00', '23:59:59'].map((at) => quiet(22, 7, `2026-03-11T${at}Z`))).toEqual([false, true, true])
  expect(['00:00:00', '06:59:59', '07:00:00'].map((at) => quiet(22, 7, `2026-03-11T${at}Z`))).toEqual([true, true, false])
  expect([quiet(13, 15, '2026-03-11T14:30:00Z'), quiet(13, 15, '2026-03-11T15:00:00Z')]).toEqual([true, false])
  // London's clocks went forward at 01:00 in that night.
  expect([quiet(2, 3, '2026-03-29T01:30:00Z', 'Europe/London'), quiet(1, 2, '2026-03-29T01:30:00Z', 'Europe/London')]).toEqual([
    true,
    false,
  ])
  const hours = fc.integer({ min: 0, max: 23 })
  fc.assert(
    fc.property(hours, hours, hours, (from, to, hour) => {
      const at = `2026-06-01T${String(hour).padStart(2, '0')}:30:00Z`
      if (from === to) expect(quiet(from, to, at)).toBe(false)
      else expect(quiet(from, to, at)).toBe(!quiet(to, from, at))
    }),
  )
})
