import { describe, expect, test } from 'vitest'
import { STATUS_NAMES } from '#features/packages/statuses.ts'
import { TRANSITIONS } from '#features/packages/transitions.ts'
import type { Change, Life } from './lives.ts'
import { BANKS } from './locker-banks.ts'
import { ORGANISATIONS } from './organisations.ts'
import { livesOf } from './packages.ts'
import { residentsOf } from './residents.ts'
import { staffOf } from './users.ts'

/** A weekday at work, a weekend's night, the days on which the clocks change in America and in Europe, a turn of the year. */
const MOMENTS = [
  '2026-06-17T15:00:00Z',
  '2026-08-16T04:30:00Z',
  '2026-03-08T09:00:00Z',
  '2026-10-25T01:30:00Z',
  '2027-01-01T05:30:00Z',
]
const HOUR = 3_600_000

/** Hour of the day and day of the week (0 is Sunday) at a place. */
function localTime(at: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' }).formatToParts(
    at,
  )
  const value = (type: string) => parts.find((part) => part.type === type)!.value
  return { hour: Number(value('hour')), weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(value('weekday')) }
}

describe.each(MOMENTS)('the demo made at %s', (moment) => {
  const now = new Date(moment)
  const lives = ORGANISATIONS.flatMap((organisation) => livesOf(organisation, residentsOf(organisation), now))
  const staff = new Set(ORGANISATIONS.flatMap((organisation) => staffOf(organisation).map(({ id }) => id)))
  const everyChange = lives.flatMap((life) => life.changes.map((change) => ({ life, change })))

  test('has 1,500 packages of the last 90 days, in every one of the 25 statuses', () => {
    expect(lives).toHaveLength(1500)
    expect(new Set(lives.map(({ end }) => end.status))).toEqual(new Set(STATUS_NAMES))
    const ages = everyChange.map(({ change }) => now.getTime() - change.at)
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeLessThan(91 * 24 * HOUR)
    expect(Math.max(...ages)).toBeGreaterThan(80 * 24 * HOUR)
  })

  test('tells only of changes that the rules have, one after the other, up to the status of today', () => {
    const isInTable = (from: Change['status'] | 'new', to: Change['status']) =>
      TRANSITIONS.some((line) => line.to === to && line.from.includes(from))
    for (const { end, changes } of lives) {
      const statuses = changes.map(({ status }) => status)
      for (const [i, to] of statuses.entries()) {
        const from = statuses[i - 1] ?? 'new'
        expect([from, to, isInTable(from, to)]).toEqual([from, to, true])
      }
      expect(statuses.at(-1)).toBe(end.status)
      const times = changes.map(({ at }) => at)
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
    }
  })

  test('has people at work by day, agents on weekdays only, and leaves nothing for the job that expires packages', () => {
    for (const { life, change } of everyChange) {
      const { hour, weekday } = localTime(change.at, life.property.timeZone)
      if (change.userId === null) expect([change.status, hour <= 1]).toEqual([change.status, true])
      else expect([change.status, hour >= 7 && hour < 22]).toEqual([change.status, true])
      if (change.userId && staff.has(change.userId)) expect(weekday).not.toBe(0)
      if (life.agent && change.userId === life.agent.id) expect([0, 6]).not.toContain(weekday)
    }
    const due = lives.filter(({ end }) => ['InLocker', 'InMailroom'].includes(end.status) && new Date(end.expiryTime!) < now)
    expect(due).toEqual([])
  })

  test('never has two packages in a locker at a time, and none in one that is out of use or stands in another building', () => {
    const lockers = new Map(BANKS.flatMap((bank) => bank.lockers.map((locker) => [locker.id, { ...locker, bank }])))
    const stays = new Map<string, Life[]>()
    for (const life of lives.filter((one) => one.stay)) {
      const id = life.changes.find(({ lockerId }) => lockerId)!.lockerId!
      const locker = lockers.get(id)!
      expect(locker).toMatchObject({ lockerType: 'locker', condition: 'good', bank: { buildingId: life.building.id } })
      expect(locker.deviceSerial).not.toBeNull()
      const others = stays.get(id) ?? []
      for (const { stay } of others) expect(stay!.until < life.stay!.from || life.stay!.until < stay!.from).toBe(true)
      stays.set(id, [...others, life])
    }
    const live = lives.filter(({ end }) => end.lockerId)
    expect(live.length).toBeGreaterThan(80)
    expect(new Set(live.map(({ end }) => end.lockerId)).size).toBe(live.length)
  })
})

test('two demos differ only by the time that they were made at', () => {
  const told = (moment: string) =>
    ORGANISATIONS.flatMap((organisation) => livesOf(organisation, residentsOf(organisation), new Date(moment))).map(
      ({ end }) => end.status,
    )
  expect(told('2026-06-17T15:00:00Z')).toEqual(told('2026-11-20T08:00:00Z'))
  const exactly = () =>
    livesOf(ORGANISATIONS[0]!, residentsOf(ORGANISATIONS[0]!), new Date('2026-06-17T15:00:00Z')).map(({ changes }) => changes)
  expect(exactly()).toEqual(exactly())
})
