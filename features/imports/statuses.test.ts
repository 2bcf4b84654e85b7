import { describe, expect, test } from 'vitest'
import { OCCUPANCY, occupancyMessage } from '#features/residents/rules.ts'
import { textIn } from '#features/resources/server/api.ts'
import { LANGUAGES } from '#platform/language.ts'
import { occupancyOf } from './statuses.ts'

const { Current, MovingIn, MovedOut } = OCCUPANCY

describe('an occupancy status', () => {
  test('is recognised by its word or its number', () => {
    expect(['Current', 'moving in', 'MovedOut', '3', 'away', '4'].map(occupancyOf)).toEqual([
      ...[Current, MovingIn, MovedOut, MovedOut],
      ...[undefined, undefined],
    ])
  })
  test.each(LANGUAGES)('is recognised by its word in %s', (language) => {
    const statuses = Object.values(OCCUPANCY)
    expect(statuses.map((status) => occupancyOf(textIn(language, occupancyMessage(status))))).toEqual(statuses)
  })
  // AMSI, Yardi and ResMan: who is on notice or is being evicted still lives there.
  test.each([
    ['CURRENT', Current],
    ['Notice', Current],
    ['On Notice', Current],
    ['Notice - Unrented', Current],
    ['NTV', Current],
    ['Evict', Current],
    ['Occupied', Current],
    ['Month-to-Month', Current],
    ['Future', MovingIn],
    ['Future Resident', MovingIn],
    ['Pre-Leased', MovingIn],
    ['Past', MovedOut],
    ['Previous', MovedOut],
    ['Former Tenant', MovedOut],
    ['Evicted', MovedOut],
    ['Moved-Out', MovedOut],
    ['Ehemaliger Mieter', MovedOut],
    ['gekündigt', Current],
    ['Futuro', MovingIn],
    ['Anterior', MovedOut],
    ['Applicant', undefined],
    ['Denied', undefined],
    ['Waitlist', undefined],
  ])('%s of a property system is %s', (word, status) => {
    expect(occupancyOf(word)).toBe(status)
  })
})
