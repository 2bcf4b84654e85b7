import { describe, expect, test } from 'vitest'
import { changesBetween } from '../../../changes.ts'
import { type Design, lockersOf, placeOf, type SavedDesign } from '../../../design.ts'
import { createDesigner, isDirty } from './designer.ts'
import { whyNotSaved } from './why-not.ts'

const door = (id: string, size: number, more = {}) => ({
  id,
  lockerName: id,
  lockerType: 'locker' as const,
  size,
  lockerMode: 0 as const,
  isDDAReserved: false,
  ...more,
})
const column = (name: string, ...lockers: ReturnType<typeof door>[]) => ({ id: name, name, lockers })
const SAVED: SavedDesign = [column('Column1', door('a', 2), door('b', 4)), column('Column2', door('c', 6))]

function begun(saved = SAVED) {
  const designer = createDesigner({ saved, etag: '"1"' })
  const state = designer.store.read
  return {
    ...designer,
    state,
    design: () => state().history.present,
    dirty: () => isDirty(state().saved, state().history.present),
    whyNot: () => whyNotSaved(state().history.present, changesBetween(state().saved, state().history.present))?.code,
  }
}
const ids = (design: Design) => lockersOf(design).map(({ id }) => id)

describe('in the designer', () => {
  test('a locker stays that was mapped, or got a package, since the layout was read', () => {
    const designer = begun()
    designer.stands([
      column('Column1', door('a', 2, { livePackages: 1 }), door('b', 4)),
      column('Column2', door('c', 6, { isDeviceAssociated: true })),
    ])
    for (const id of ['a', 'c']) {
      designer.removeLocker(id)
      designer.changeLocker(id, { lockerType: 'terminal' })
      designer.changeLocker(id, { lockerMode: -1 })
    }
    expect(designer.design()).toEqual(SAVED)
    designer.removeLocker('b')
    expect(ids(designer.design())).toEqual(['a', 'c'])
  })

  test('a removed locker that got a package meanwhile keeps the layout from being saved', () => {
    const designer = begun()
    designer.removeColumn('Column1')
    expect(designer.whyNot()).toBeUndefined()
    designer.stands([column('Column1', door('a', 2, { livePackages: 1 }), door('b', 4)), SAVED[1]!])
    expect(designer.whyNot()).toBe('MsgLayoutPackageInside')
    designer.undo()
    expect(designer.dirty()).toBe(false)
  })

  test('a locker cannot be brought out of a column of mapped ones to be removed', () => {
    const designer = begun([column('Column1', door('a', 2), door('b', 4, { isDeviceAssociated: true })), SAVED[1]!])
    designer.moveLocker('a', { columnId: 'Column2', at: 0 })
    designer.removeLocker('a')
    designer.removeColumn('Column2')
    expect(placeOf(designer.design(), 'a')?.column.name).toBe('Column2')
  })

  test('what is edited while a save is under way is not taken for saved, and a saved locker is new no more', () => {
    const designer = begun()
    designer.addLocker('locker', { columnId: 'Column1' })
    designer.addLocker('locker', { columnId: 'Column2' })
    const sent = designer.design()
    designer.renameLocker('a', 'A')
    designer.wasSaved(sent, '"2"')
    expect(designer.dirty()).toBe(true)
    expect(designer.state().etag).toBe('"2"')
    designer.undo()
    expect(designer.dirty()).toBe(false)
    designer.undo()
    expect([designer.dirty(), designer.whyNot()]).toEqual([true, 'MsgLayoutColumnsNotOfSameSize'])
  })

  test('another version taken over is saved already, one kept away from is what the next save replaces', () => {
    const theirs = { saved: [column('Column1', door('d', 3))], etag: '"5"' }
    const mine = begun()
    mine.renameLocker('a', 'A')
    mine.meets(theirs)
    mine.takeTheirs(theirs)
    expect([mine.dirty(), mine.state().etag, mine.state().theirs]).toEqual([false, '"5"', null])
    mine.undo()
    expect(placeOf(mine.design(), 'a')?.locker.lockerName).toBe('A')
    const other = begun()
    other.renameLocker('a', 'A')
    other.keepMine(theirs)
    expect([other.dirty(), other.state().etag]).toEqual([true, '"5"'])
    expect(placeOf(other.design(), 'a')?.locker.lockerName).toBe('A')
  })

  test('what is chosen is let go when it is gone, and the next door is chosen after one was removed', () => {
    const designer = begun()
    designer.choose({ kind: 'locker', id: 'a' })
    designer.removeLocker('a')
    expect(designer.state().chosen).toEqual({ kind: 'locker', id: 'b' })
    designer.addColumn()
    const { chosen } = designer.state()
    expect(chosen?.kind).toBe('column')
    designer.undo()
    expect(designer.state().chosen).toBeNull()
  })
})
