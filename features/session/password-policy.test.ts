import { describe, expect, test } from 'vitest'
import { type PasswordStrength, ratePassword } from './password-policy.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from './public.ts'

const NAMES = ['Zoë', 'Lindqvist', 'zoe.lindqvist@riverside.test', 'Riverside Living', 'riverside']
const codeOf = async (password: string) => (await ratePassword(password, NAMES)).reason?.code ?? null
/** A text of this length that is hard to guess. */
const random = (length: number) => 'k7Dm2xqWhw4cVz9rTb'.repeat(8).slice(0, length)

describe('a new password', () => {
  test(`has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`, async () => {
    expect(await codeOf(random(MIN_PASSWORD - 1))).toBe('MsgPasswordTooShort')
    expect(await codeOf(random(MIN_PASSWORD))).toBeNull()
    expect(await codeOf(`${random(17)} a longer one of many words, repeated `.repeat(3).slice(0, MAX_PASSWORD))).toBeNull()
    const { reason } = await ratePassword('x'.repeat(MAX_PASSWORD + 1), NAMES)
    expect(reason?.text).toBe('Password cannot be more than 128 characters!')
  })

  test.each([
    'parcelhall12',
    'Parcelhall2026!',
    'P4rc3lh4ll1234',
    'parcel-hall-2026',
    'Parcelhall-demo-2026',
    'riverside2026',
    'Riverside Living',
    'R1vers1de-Living-26',
    'Riverside Parcelhall 2026',
    'zoe.lindqvist@riverside.test',
    'zoe.lindqvist@riverside.test1',
    'zoelindqvist',
    'Zoë Lindqvist 1987',
    'lindqvistlindqvist',
  ])('is not made of the names of the owner, the organisation and the product: %s', async (password) => {
    expect(await codeOf(password)).toBe('MsgPasswordHasNames')
  })

  test.each(['123456789012', 'qwertyuiop123', '1qaz2wsx3edc'])('is not a common one: %s', async (password) => {
    expect(await codeOf(password)).toMatch(/^MsgPassword(Common|Easy)$/)
  })

  test.each([
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijklm',
    'password1234',
    'P@ssw0rd2026!',
    'Summer2026!!!',
    'iloveyou1234',
    'letmeinletmein',
    'contraseña123',
    'contraseña2026!',
    'miContraseña1234',
    'Passwort1234!',
    'MeinPasswort2026',
    'Schließfach2026',
    'Paketstation123',
    'Hausverwaltung1',
    'taquilla2026!!',
    'correcthorsebatterystaple',
    'Correct Horse Battery Staple!',
    'Franz jagt im komplett verwahrlosten Taxi',
    'En un lugar de la Mancha',
    'NewPassword123!',
  ])('is not easy to guess: %s', async (password) => {
    expect(await codeOf(password)).toMatch(/^MsgPassword(Common|Easy)$/)
  })

  test.each(['colleague.of.mine@harbour.example', 'Reception@Quayside-Towers.example'])(
    'is no e-mail address: %s',
    async (password) => {
      expect(await codeOf(password)).toBe('MsgPasswordIsAddress')
    },
  )

  test.each<[string, PasswordStrength]>([
    ['kettle harbour tuba violet', 'strong'],
    ['k7Dm2xqWhw4c', 'strong'],
    ['a password of the demo', 'strong'],
    ['another long one', 'good'],
    ['kT9#vQ2@x!Lp.7Zr&w', 'strong'],
    ['purple@kangaroo.swims.backwards.42', 'strong'],
    // A name among enough other words.
    ['my riverside kettle sings', 'strong'],
  ])('is accepted: %s (%s)', async (password, strength) => {
    expect(await ratePassword(password, NAMES)).toEqual({ reason: null, strength })
  })

  test('is rated without names', async () => {
    expect((await ratePassword('kettle harbour tuba', [])).reason).toBeNull()
    expect((await ratePassword('kettle harbour tuba', ['', ' ', '@', '.'])).reason).toBeNull()
  })
})
