import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween, isUnchanged, whyNotReplace } from '#features/layout/changes.ts'
import { type Design, draftOf, lockersOf, placeOf, type SavedDesign } from '#features/layout/design.ts'
import { LOCKER_MODES, sizeLabel, sizesOf } from '#features/layout/model.ts'
import {
  LAYOUT_MODES,
  nameKey,
  whyNotAddTerminal,
  whyNotRemoveColumn,
  whyNotRemoveLocker,
  whyNotRename,
} from '#features/layout/rules.ts'
import {
  addColumn,
  addLocker,
  changeLocker,
  duplicateColumn,
  moveColumn,
  moveLocker,
  removeColumn,
  removeLocker,
  renameColumn,
  stepFrom,
} from './edits.ts'
import { type History, record, redo, startHistory, undo } from './history.ts'

let made = 0
const newId = () => `id${++made}`

/** A random edit: a number picks its target, and the designer's rules are checked before. */
const edits = fc.oneof(
  fc.record({ do: fc.constant('add column' as const) }),
  fc.record({ do: fc.constant('remove column' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('duplicate column' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('move column' as const), pick: fc.nat(), by: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({ do: fc.constant('rename column' as const), pick: fc.nat(), name: fc.constantFrom('Left', 'column1', ' ') }),
  fc.record({ do: fc.constant('add locker' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('add terminal' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('remove locker' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('rename' as const), pick: fc.nat(), name: fc.constantFrom('l1', 'L 2 ', 'Door', 'L99') }),
  fc.record({ do: fc.constant('resize' as const), pick: fc.nat(), size: fc.nat() }),
  fc.record({ do: fc.constant('retype' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('move' as const), pick: fc.nat(), to: fc.nat(), at: fc.nat({ max: 9 }) }),
  fc.record({
    do: fc.constant('step' as const),
    pick: fc.nat(),
    direction: fc.constantFrom('up' as const, 'down' as const, 'left' as const, 'right' as const),
  }),
)
type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never

const SAVED: SavedDesign = [
  column('Column1', door('a', 2), door('b', 3, { isDeviceAssociated: true }), door('c', 4)),
  column('Column2', door('d', 5), door('e', 2, { livePackages: 1 }), door('f', 2)),
]
function door(id: string, size: number, more = {}) {
  const lockerMode = LOCKER_MODES.none
  return { id, lockerName: id, lockerType: 'locker' as const, size, lockerMode, isDDAReserved: false, ...more }
}
function column(name: string, ...lockers: ReturnType<typeof door>[]) {
  return { id: name, name, lockers }
}

function applyEdit(design: Design, edit: Edit): Design {
  const inColumn = 'pick' in edit && design.length > 0 ? design[edit.pick % design.length]! : undefined
  const lockers = lockersOf(design)
  const locker = 'pick' in edit && lockers.length > 0 ? lockers[edit.pick % lockers.length]! : undefined
  if (edit.do === 'add column') return addColumn(design, newId)
  if (edit.do === 'remove column') {
    const gone = inColumn && {
      ...inColumn,
      lockers: inColumn.lockers.map((one) => savedOf(one.id)?.locker ?? { ...one, isNew: true }),
    }
    const stays = inColumn?.lockers.some((one) => whyNotRemove(one.id, design))
    return gone && !stays && !whyNotRemoveColumn(gone) ? removeColumn(design, gone.id) : design
  }
  if (edit.do === 'duplicate column') return inColumn ? duplicateColumn(design, inColumn.id, newId) : design
  if (edit.do === 'move column') return inColumn ? moveColumn(design, inColumn.id, edit.by) : design
  if (edit.do === 'rename column') {
    const taken = design.some((one) => one !== inColumn && nameKey(one.name) === nameKey(edit.name))
    return inColumn && edit.name.trim() && !taken ? renameColumn(design, inColumn.id, edit.name) : design
  }
  if (edit.do === 'add locker') return inColumn ? addLocker(design, { columnId: inColumn.id, type: 'locker' }, newId) : design
  if (edit.do === 'add terminal')
    return inColumn && !whyNotAddTerminal(design) ? addLocker(design, { columnId: inColumn.id, type: 'terminal' }, newId) : design
  if (!locker) return design
  if (edit.do === 'remove locker') return whyNotRemove(locker.id, design) ? design : removeLocker(design, locker.id)
  if (edit.do === 'rename')
    return whyNotRename(
      edit.name,
      lockers.filter((one) => one !== locker),
    )
      ? design
      : changeLocker(design, locker.id, { lockerName: edit.name })
  if (edit.do === 'resize') {
    const sizes = sizesOf(locker.lockerType)
    return changeLocker(design, locker.id, { size: sizes[edit.size % sizes.length]!.value })
  }
  if (edit.do === 'retype') {
    const becomes = locker.lockerType === 'locker' ? 'terminal' : 'locker'
    if (savedOf(locker.id) || (becomes === 'terminal' && whyNotAddTerminal(design))) return design
    return changeLocker(design, locker.id, { lockerType: becomes })
  }
  const target =
    edit.do === 'step'
      ? stepFrom(design, locker.id, edit.direction)
      : { columnId: design[edit.to % design.length]!.id, at: edit.at }
  return target ? moveLocker(design, locker.id, target) : design
}
const savedOf = (id: string) => placeOf(SAVED, id)
const whyNotRemove = (id: string, design: Design) => {
  const saved = savedOf(id)
  const { locker, column } = saved ?? placeOf(design, id)!
  return whyNotRemoveLocker(saved ? locker : { ...locker, isNew: true }, column, LAYOUT_MODES.design)
}

const manyEdits = fc.array(edits, { maxLength: 60 })

describe('sequence of edits', () => {
  test('keeps names and ids unique, sizes valid, at most one terminal, and all saved lockers in use', () => {
    fc.assert(
      fc.property(manyEdits, (all) => {
        const design = all.reduce(applyEdit, SAVED as Design)
        const lockers = lockersOf(design)
        expect(new Set(lockers.map((one) => one.id)).size).toBe(lockers.length)
        expect(new Set(lockers.map((one) => nameKey(one.lockerName))).size).toBe(lockers.length)
        expect(new Set(design.map((one) => nameKey(one.name))).size).toBe(design.length)
        expect(lockers.every((one) => sizeLabel(one.lockerType, one.size))).toBe(true)
        const terminals = lockers.filter((one) => one.lockerType === 'terminal')
        expect(terminals.length).toBeLessThanOrEqual(1)
        expect(terminals.every((one) => one.lockerMode === LOCKER_MODES.none && !one.isDDAReserved)).toBe(true)
        const ids = lockers.map((one) => one.id)
        expect(ids).toEqual(expect.arrayContaining(['a', 'b', 'c', 'e']))
        expect(whyNotReplace(changesBetween(SAVED, design))).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  test('undoes to the start and redoes to the end', () => {
    fc.assert(
      fc.property(manyEdits, (all) => {
        const states: History<Design>[] = [startHistory(SAVED as Design)]
        for (const edit of all) states.push(record(states.at(-1)!, applyEdit(states.at(-1)!.present, edit), edit.do))
        let history = states.at(-1)!
        const end = history.present
        const steps = history.past.length
        for (let i = 0; i < steps; i++) {
          const before = undo(history)
          expect(redo(before)).toEqual(history)
          history = before
        }
        expect(history.present).toBe(SAVED)
        expect(undo(history)).toEqual(history)
        for (let i = 0; i < steps; i++) history = redo(history)
        expect(history.present).toBe(end)
        expect(redo(history)).toEqual(history)
      }),
    )
  })

  test('shares the objects of unchanged columns', () => {
    fc.assert(
      fc.property(manyEdits, edits, (before, edit) => {
        const design = before.reduce(applyEdit, SAVED as Design)
        const next = applyEdit(design, edit)
        expect(next.filter((one) => !design.includes(one)).length).toBeLessThanOrEqual(
          edit.do.startsWith('move') || edit.do === 'step' ? 2 : 1,
        )
      }),
    )
  })
})

describe('edit', () => {
  const design: Design = [
    column('Column1', door('L1', 2), door('L2', 2), door('L3', 4)),
    column('Column2', door('L4', 3), door('L5', 5)),
  ]
  const names = (of: Design) => of.map((one) => one.lockers.map((locker) => locker.lockerName).join(' '))

  test('names columns and lockers with the first free number', () => {
    expect(addColumn(design, newId).at(-1)).toMatchObject({ name: 'Column3', lockers: [] })
    expect(names(addLocker(removeLocker(design, 'L2'), { columnId: 'Column2', type: 'locker' }, newId))).toEqual([
      'L1 L3',
      'L4 L5 L2',
    ])
    expect(names(addLocker(design, { columnId: 'Column1', below: 'L1', type: 'terminal' }, newId))[0]).toBe('L1 Terminal L2 L3')
  })

  test('duplicates a column with new names, and its terminal as a locker', () => {
    const withTerminal = addLocker(design, { columnId: 'Column2', type: 'terminal' }, newId)
    const copied = duplicateColumn(withTerminal, 'Column2', newId)
    expect(names(copied)).toEqual(['L1 L2 L3', 'L4 L5 Terminal', 'L6 L7 L8'])
    expect(copied[2]!.lockers.map(({ size, lockerType }) => [size, lockerType])).toEqual([
      [3, 'locker'],
      [5, 'locker'],
      [4, 'locker'],
    ])
  })

  test('moves a locker by one step in its column, and to the same height in the next', () => {
    const moved = (id: string, direction: 'up' | 'down' | 'left' | 'right') => {
      const target = stepFrom(design, id, direction)
      return target && names(moveLocker(design, id, target))
    }
    expect(moved('L1', 'down')).toEqual(['L2 L1 L3', 'L4 L5'])
    expect(moved('L3', 'up')).toEqual(['L1 L3 L2', 'L4 L5'])
    expect(moved('L2', 'right')).toEqual(['L1 L3', 'L4 L2 L5'])
    expect(moved('L5', 'left')).toEqual(['L1 L2 L5 L3', 'L4'])
    expect([moved('L1', 'up'), moved('L3', 'down'), moved('L1', 'left'), moved('L5', 'right')]).toEqual(Array(4).fill(undefined))
  })

  test('changes the size to the nearest of the new type, and resets what a terminal cannot have', () => {
    const outbound = changeLocker(design, 'L5', { size: 12, lockerMode: LOCKER_MODES.outbound, isDDAReserved: true })
    expect(placeOf(changeLocker(outbound, 'L5', { lockerType: 'terminal' }), 'L5')?.locker).toMatchObject({
      size: 6,
      lockerMode: LOCKER_MODES.none,
      isDDAReserved: false,
    })
  })

  test('returns the same design when nothing changes', () => {
    expect(changeLocker(design, 'L1', { lockerName: ' L1 ' })).toBe(design)
    expect(moveLocker(design, 'L1', { columnId: 'Column1', at: 0 })).toBe(design)
    expect(moveColumn(design, 'Column1', -1)).toBe(design)
    expect(removeLocker(design, 'none')).toBe(design)
    expect(isUnchanged(changesBetween(design, design))).toBe(true)
  })

  test('is sent with the field names of the contract', () => {
    expect(draftOf([column('Column1', door('L1', 2))])).toEqual([
      {
        ColumnName: 'Column1',
        LockerCollection: [{ Id: 'L1', LockerName: 'L1', Size: 2, LockerType: 'locker', LockerMode: 0, IsDDAReserved: false }],
      },
    ])
  })
})
