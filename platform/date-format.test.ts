import { describe, expect, it } from 'vitest'
import { dateText, dateTimeText, dayText, relativeText } from './date-format.ts'

const afternoon = '2026-03-05T20:07:09.000Z'

describe('dates in the format of the organisation', () => {
  it('are American for en-US', () => {
    expect(dateTimeText(afternoon, 'en-US', 'America/New_York')).toBe('03/05/2026 3:07 PM')
  })
  it.each(['en-GB', 'en-AU'])('start with the day for %s', (culture) => {
    expect(dateTimeText(afternoon, culture, 'Europe/London')).toBe('05/03/2026 8:07 PM')
  })
  it('are international for every other culture', () => {
    expect(dateTimeText(afternoon, 'de-DE', 'Europe/Berlin')).toBe('2026-03-05 09:07:09 pm')
  })
  it('show midnight and noon as twelve', () => {
    expect(dateTimeText('2026-03-05T00:00:00Z', 'en-US', 'UTC')).toBe('03/05/2026 12:00 AM')
    expect(dateTimeText('2026-03-05T12:00:00Z', 'xx', 'UTC')).toBe('2026-03-05 12:00:00 pm')
  })
  it('are the same in every zone for a date without a time', () => {
    expect(dayText('2026-03-05', 'en-GB')).toBe('05/03/2026')
    expect(dayText('2026-12-31', 'en-US')).toBe('12/31/2026')
  })
  it('follow the time zone across midnight and the change to summer time', () => {
    expect(dateText('2026-03-05T23:30:00Z', 'en-GB', 'Australia/Sydney')).toBe('06/03/2026')
    expect(dateTimeText('2026-03-29T00:59:00Z', 'en-GB', 'Europe/London')).toBe('29/03/2026 12:59 AM')
    expect(dateTimeText('2026-03-29T01:00:00Z', 'en-GB', 'Europe/London')).toBe('29/03/2026 2:00 AM')
  })
})

describe('relativeText', () => {
  const now = Date.parse(afternoon)
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  it.each([
    [-0.9, 'Just now'],
    [-1, '1 minute ago'],
    [-59, '59 minutes ago'],
    [-60, '1 hour ago'],
    [-1439, '23 hours ago'],
    [-1440, '1 day ago'],
    [120, 'in 2 hours'],
    [4320, 'in 3 days'],
  ])('%d minutes reads %s', (minutes, text) => {
    expect(relativeText(at(minutes), now)).toBe(text)
  })
})
