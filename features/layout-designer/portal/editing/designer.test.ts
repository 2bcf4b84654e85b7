import { describe, expect, test } from 'vitest'
import { changesBetween, isDirty } from '#features/layout/changes.ts'
import { type Design, lockersOf, placeOf, type SavedDesign } from '#features/layout/design.ts'
import { createDesigner } from './designer-store.ts'
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

function startDesigner(saved = SAVED) {
  const { store, dispatch } = createDesigner({ saved, etag: '"1"' })
  const state = store.read
  return {
    dispatch,
    state,
    design: () => state().history.present,
    isDirty: () => isDirty(state().saved, state().history.present),
    whyNot: () => whyNotSaved(state().history.present, changesBetween(state().saved, state().history.present))?.code,
  }
}
const ids = (design: Design) => lockersOf(design).map(({ id }) => id)

describe('designer', () => {
  test('keeps a locker that was mapped, or got a package, after the layout was read', () => {
    const designer = startDesigner()
    const current = [
      column('Column1', door('a', 2, { livePackages: 1 }), door('b', 4)),
      column('Column2', door('c', 6, { isDeviceAssociated: true })),
    ]
    designer.dispatch({ type: 'useChanged', current })
    for (const id of ['a', 'c']) {
      designer.dispatch({ type: 'removeLocker', id })
      designer.dispatch({ type: 'changeLocker', id, change: { lockerType: 'terminal' } })
      designer.dispatch({ type: 'changeLocker', id, change: { lockerMode: -1 } })
    }
    expect(designer.design()).toEqual(SAVED)
    designer.dispatch({ type: 'removeLocker', id: 'b' })
    expect(ids(designer.design())).toEqual(['a', 'c'])
  })

  test('does not save a design without a locker that got a package meanwhile', () => {
    const designer = startDesigner()
    designer.dispatch({ type: 'removeColumn', id: 'Column1' })
    expect(designer.whyNot()).toBeUndefined()
    const current = [column('Column1', door('a', 2, { livePackages: 1 }), door('b', 4)), SAVED[1]!]
    designer.dispatch({ type: 'useChanged', current })
    expect(designer.whyNot()).toBe('MsgLayoutPackageInside')
    designer.dispatch({ type: 'undo' })
    expect(designer.isDirty()).toBe(false)
  })

  test('does not remove a locker that was moved out of a column with mapped ones', () => {
    const designer = startDesigner([column('Column1', door('a', 2), door('b', 4, { isDeviceAssociated: true })), SAVED[1]!])
    designer.dispatch({ type: 'moveLocker', id: 'a', target: { columnId: 'Column2', at: 0 } })
    designer.dispatch({ type: 'removeLocker', id: 'a' })
    designer.dispatch({ type: 'removeColumn', id: 'Column2' })
    expect(placeOf(designer.design(), 'a')?.column.name).toBe('Column2')
  })

  test('stays dirty after a save when edited meanwhile, and treats saved lockers as saved', () => {
    const designer = startDesigner()
    designer.dispatch({ type: 'addLocker', lockerType: 'locker', columnId: 'Column1' })
    designer.dispatch({ type: 'addLocker', lockerType: 'locker', columnId: 'Column2' })
    const sent = designer.design()
    designer.dispatch({ type: 'renameLocker', id: 'a', name: 'A' })
    designer.dispatch({ type: 'saved', sent, etag: '"2"' })
    expect(designer.isDirty()).toBe(true)
    expect(designer.state().etag).toBe('"2"')
    designer.dispatch({ type: 'undo' })
    expect(designer.isDirty()).toBe(false)
    designer.dispatch({ type: 'undo' })
    expect([designer.isDirty(), designer.whyNot()]).toEqual([true, 'MsgLayoutColumnsNotOfSameSize'])
  })

  test('is clean with the other version after a conflict, and dirty against it with its own', () => {
    const version = { saved: [column('Column1', door('d', 3))], etag: '"5"' }
    const taking = startDesigner()
    taking.dispatch({ type: 'renameLocker', id: 'a', name: 'A' })
    taking.dispatch({ type: 'conflict', version })
    taking.dispatch({ type: 'takeOther', version })
    expect([taking.isDirty(), taking.state().etag, taking.state().conflict]).toEqual([false, '"5"', null])
    taking.dispatch({ type: 'undo' })
    expect(placeOf(taking.design(), 'a')?.locker.lockerName).toBe('A')
    const keeping = startDesigner()
    keeping.dispatch({ type: 'renameLocker', id: 'a', name: 'A' })
    keeping.dispatch({ type: 'keepOwn', version })
    expect([keeping.isDirty(), keeping.state().etag]).toEqual([true, '"5"'])
    expect(placeOf(keeping.design(), 'a')?.locker.lockerName).toBe('A')
  })

  test('chooses the next door after a removal, and nothing when the chosen column is undone', () => {
    const designer = startDesigner()
    designer.dispatch({ type: 'choose', chosen: { kind: 'locker', id: 'a' } })
    designer.dispatch({ type: 'removeLocker', id: 'a' })
    expect(designer.state().chosen).toEqual({ kind: 'locker', id: 'b' })
    designer.dispatch({ type: 'addColumn' })
    const { chosen } = designer.state()
    expect(chosen?.kind).toBe('column')
    designer.dispatch({ type: 'undo' })
    expect(designer.state().chosen).toBeNull()
  })
})
