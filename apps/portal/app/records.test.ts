import { describe, expect, it } from 'vitest'
import type { Permission } from '#platform/permissions.ts'
import { type RecordRef, recordPath } from '#platform/portal/record/record-path.ts'
import { records, screens } from '../features.ts'

const named = { id: 'a b', of: 'c' }
const pathOf = (record: RecordRef, ...permissions: Permission[]) => recordPath(records, record, new Set(permissions))

describe('a link to a record', () => {
  const ways = Object.entries(records).flatMap(([kind, all]) => all.map(([needs, path]) => [kind, needs, path] as const))
  it.each(ways)('of kind %s, with %s, leads to a screen that the permission opens: %s', (kind, needs, path) => {
    const pathname = path.split('?')[0]!.replace('{id}', '{}')
    const screen = screens.find((one) => one.path.replace(/\{\w+\}/, '{}') === pathname.replace('{of}', '{}'))
    expect(screen?.needs).toContain(needs)
    const [to = '', query = ''] = pathOf({ kind: kind as RecordRef['kind'], ...named }, needs)!.split('?')
    expect(`${to}?${new URLSearchParams(query)}`).toMatch(/a(%20|\+)b/)
  })

  it('leads to the first screen that the user may open', () => {
    const record = { kind: 'resident', ...named } as const
    expect(pathOf(record, 'ViewResident')).toBe('/resident/a%20b/detail')
    expect(pathOf(record, 'ViewResident', 'EditResident')).toBe('/resident/a%20b/edit')
    expect(pathOf({ kind: 'locker', id: 'L 1', of: 'bank' }, 'ViewLockerBankDashboard')).toBe(
      '/dashboard/lockerbank/bank?locker=L%201',
    )
  })

  it('does not exist without the permission or without an id', () => {
    expect(pathOf({ kind: 'resident', id: 'a' }, 'ViewPackage')).toBeNull()
    expect(pathOf({ kind: 'resident', id: null }, 'ViewResident')).toBeNull()
    expect(pathOf({ kind: 'building', id: 'a', of: null }, 'ViewResident')).toBeNull()
  })
})
