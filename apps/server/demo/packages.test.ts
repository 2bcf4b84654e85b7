import { describe, expect, test } from 'vitest'
import { STATUS_NAMES, STATUSES, statusById } from '#features/package-statuses/statuses.ts'
import { TRANSITIONS } from '#features/package-statuses/transitions.ts'
import { BANKS } from './locker-banks.ts'
import { ORGANISATIONS } from './organisations.ts'
import { type DemoPackage, packagesOf } from './packages.ts'
import { residentsOf } from './residents.ts'

/** Working hours, a night at the weekend, the days on which clocks change in America and in Europe, a turn of the year. */
const MOMENTS = [
  '2026-06-17T15:00:00Z',
  '2026-08-16T04:30:00Z',
  '2026-03-08T09:00:00Z',
  '2026-10-25T01:30:00Z',
  '2027-01-01T05:30:00Z',
]
const HOUR = 3_600_000
const [SATURDAY, SUNDAY] = ['Sat', 'Sun']

const packagesAt = (moment: string) =>
  ORGANISATIONS.flatMap((organisation) => packagesOf(organisation, residentsOf(organisation), new Date(moment)))

/** Hour of the day and day of the week at a property. */
const clockOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' })
  return (at: Date) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return { hour: Number(parts.get('hour')), weekday: parts.get('weekday')! }
  }
}
const properties = ORGANISATIONS.flatMap((organisation) => organisation.properties)
const clocks = new Map(properties.map(({ id, time_zone }) => [id, clockOf(time_zone)]))
const staff = new Set(ORGANISATIONS.flatMap(({ users }) => users.map(({ id }) => id)))
const agents = new Set(ORGANISATIONS.flatMap(({ couriers }) => couriers.flatMap((courier) => courier.agents.map(({ id }) => id))))

/** When a package was in a locker, in ms; until Infinity if it still is. */
function stayOf({ row, history }: DemoPackage) {
  const inLocker = history.filter(({ locker_id }) => locker_id)
  const [first, last] = [inLocker[0], history.findLast(({ locker_id }) => locker_id)]
  if (!first || !last) return undefined
  const next = history[history.indexOf(last) + 1]
  const until = row.locker_id ? Number.POSITIVE_INFINITY : (next ?? last).at.getTime()
  return { lockerId: first.locker_id!, buildingId: row.building_id, from: first.at.getTime(), until }
}

describe.each(MOMENTS)('packages of a demo created at %s', (moment) => {
  const now = new Date(moment)
  const packages = packagesAt(moment)
  const changes = packages.flatMap(({ history }) => history)

  test('are 1,500 of the last 90 days, in each of the 25 statuses', () => {
    expect(packages).toHaveLength(1500)
    expect(new Set(packages.map(({ row }) => statusById(row.status_id)))).toEqual(new Set(STATUS_NAMES))
    const ages = changes.map(({ at }) => now.getTime() - at.getTime())
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeLessThan(91 * 24 * HOUR)
    expect(Math.max(...ages)).toBeGreaterThan(80 * 24 * HOUR)
  })

  test('have histories of allowed changes in ascending order, up to the current status', () => {
    for (const { row, history } of packages) {
      const statuses = history.map(({ status_id }) => statusById(status_id)!)
      for (const [i, to] of statuses.entries()) {
        const from = statuses[i - 1] ?? 'new'
        const isAllowed = TRANSITIONS.some((line) => line.to === to && line.from.includes(from))
        expect([from, to, isAllowed]).toEqual([from, to, true])
      }
      expect(history.at(-1)!.status_id).toBe(row.status_id)
      const times = history.map(({ at }) => at.getTime())
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
    }
  })

  test('are changed in the daytime, by agents on weekdays only, and leave nothing to the job that expires packages', () => {
    for (const { property_id, at, user_id, status_id } of changes) {
      const { hour, weekday } = clocks.get(property_id)!(at)
      if (user_id === null) expect([status_id, hour <= 1]).toEqual([status_id, true])
      else expect([status_id, hour >= 7 && hour < 22]).toEqual([status_id, true])
      if (staff.has(user_id!)) expect(weekday).not.toBe(SUNDAY)
      if (agents.has(user_id!)) expect([SATURDAY, SUNDAY]).not.toContain(weekday)
    }
    const active = [STATUSES.InLocker.id, STATUSES.InMailroom.id] as readonly number[]
    const due = packages.filter(({ row }) => active.includes(row.status_id) && new Date(row.expiry_time!) < now)
    expect(due).toEqual([])
  })

  test('never share a locker at one time, and are in usable lockers of their building', () => {
    const lockers = new Map(BANKS.flatMap((bank) => bank.lockers.map((locker) => [locker.id, { ...locker, bank }])))
    const stays = new Map<string, { from: number; until: number }[]>()
    for (const { lockerId, buildingId, from, until } of packages.flatMap((one) => stayOf(one) ?? [])) {
      const locker = lockers.get(lockerId)!
      expect(locker).toMatchObject({ lockerType: 'locker', condition: 'good', bank: { building_id: buildingId } })
      expect(locker.deviceSerial).not.toBeNull()
      const others = stays.get(lockerId) ?? []
      for (const other of others) expect(other.until < from || until < other.from).toBe(true)
      stays.set(lockerId, [...others, { from, until }])
    }
    const occupied = packages.flatMap(({ row }) => row.locker_id ?? [])
    expect(occupied.length).toBeGreaterThan(80)
    expect(new Set(occupied).size).toBe(occupied.length)
  })
})

test('packages are the same for the same time, and have the same statuses at any time', () => {
  const packages = packagesAt('2026-06-17T15:00:00Z')
  expect(packagesAt('2026-06-17T15:00:00Z')).toEqual(packages)
  const statusesOf = (list: readonly DemoPackage[]) => list.map(({ row }) => row.status_id)
  expect(statusesOf(packagesAt('2026-11-20T08:00:00Z'))).toEqual(statusesOf(packages))
})
