import { describe, expect, test } from 'vitest'
import { type Design, lockersOf, type SavedDesign } from '#features/layout/design.ts'
import { LAYOUT_COLUMNS_MAX } from '#features/layout/rules.ts'
import { type Action, type DesignerState, initialState, reduce } from './reducer.ts'

const door = (id: string, size = 2, more = {}) => ({
  id,
  lockerName: id,
  lockerType: 'locker' as const,
  size,
  lockerMode: 0 as const,
  isDDAReserved: false,
  ...more,
})
const column = (name: string, ...lockers: ReturnType<typeof door>[]) => ({ id: name, name, lockers })
const SAVED: SavedDesign = [column('Column1', door('L1'), door('L2')), column('Column2', door('L3'), door('L4'))]
const STATE = initialState({ saved: SAVED, etag: '"1"' })

/** The state after these actions; new ids are n1, n2 … */
function run(state: DesignerState, ...actions: Action[]): DesignerState {
  let made = 0
  return actions.reduce((now, action) => reduce(now, action, () => `n${++made}`), state)
}
const text = (state: DesignerState) => state.announcement.text
const names = ({ history }: DesignerState) =>
  history.present.map(({ name, lockers }) => `${name}: ${lockers.map((locker) => locker.lockerName).join(' ')}`)
const chooseLocker = (id: string): Action => ({ type: 'choose', chosen: { kind: 'locker', id } })
const chooseColumn = (id: string): Action => ({ type: 'choose', chosen: { kind: 'column', id } })

describe('reduce', () => {
  test('does not change the state that it gets', () => {
    const before = structuredClone(STATE)
    const actions: Action[] = [
      { type: 'addColumn' },
      { type: 'addLocker', lockerType: 'terminal' },
      { type: 'renameLocker', id: 'L1', name: 'A' },
      { type: 'moveLocker', id: 'L2', target: { columnId: 'Column2', at: 0 } },
      { type: 'removeColumn', id: 'Column2' },
      { type: 'undo' },
      { type: 'saved', sent: [], etag: '"2"' },
    ]
    for (const action of actions) reduce(STATE, action)
    expect(STATE).toEqual(before)
  })

  test('adds a locker below the chosen one, in the chosen column, or in the last', () => {
    const add: Action = { type: 'addLocker', lockerType: 'locker' }
    expect(names(run(STATE, chooseLocker('L1'), add))).toEqual(['Column1: L1 L5 L2', 'Column2: L3 L4'])
    expect(names(run(STATE, chooseColumn('Column1'), add))).toEqual(['Column1: L1 L2 L5', 'Column2: L3 L4'])
    const added = run(STATE, add)
    expect(names(added)).toEqual(['Column1: L1 L2', 'Column2: L3 L4 L5'])
    expect([text(added), added.chosen]).toEqual(['L5 added to Column2.', { kind: 'locker', id: 'n1' }])
    const inColumn = run(STATE, chooseLocker('L3'), { ...add, columnId: 'Column1' })
    expect(names(inColumn)).toEqual(['Column1: L1 L2 L5', 'Column2: L3 L4'])
    expect(run(initialState({ saved: [], etag: '' }), add).history.past).toEqual([])
  })

  test('adds one terminal, and refuses a second', () => {
    const terminal: Action = { type: 'addLocker', lockerType: 'terminal' }
    const once = run(STATE, terminal)
    expect(lockersOf(once.history.present).at(-1)).toMatchObject({ lockerName: 'Terminal', lockerType: 'terminal' })
    const twice = run(once, terminal)
    expect(twice.history).toBe(once.history)
    expect(twice.announcement).toEqual({ number: 2, text: 'A layout can have only one terminal.', isRefusal: true })
  })

  test('duplicates the column of what is chosen', () => {
    const duplicate: Action = { type: 'duplicateColumn' }
    expect(names(run(STATE, chooseLocker('L2'), duplicate))).toEqual(['Column1: L1 L2', 'Column3: L5 L6', 'Column2: L3 L4'])
    expect(names(run(STATE, chooseColumn('Column2'), duplicate)).at(-1)).toBe('Column3: L5 L6')
    expect(text(run(STATE, duplicate))).toBe('Column2 duplicated as Column3.')
  })

  test('refuses more columns than a layout may have, also from a template', () => {
    const design: Design = Array.from({ length: LAYOUT_COLUMNS_MAX }, (_, i) => column(`Column${i + 1}`, door(`L${i + 1}`)))
    const full = initialState({ saved: design, etag: '"1"' })
    const template = { counts: { 2: 4 }, columns: 2, terminal: null }
    for (const action of [{ type: 'addColumn' }, { type: 'duplicateColumn' }, { type: 'addTemplate', template }] as const) {
      const { history, announcement } = run(full, action)
      expect(history).toBe(full.history)
      expect(announcement).toEqual({ number: 1, text: 'A layout can have up to 100 columns.', isRefusal: true })
    }
    expect(names(run(STATE, { type: 'addTemplate', template })).slice(2)).toEqual(['Column3: L5 L6', 'Column4: L7 L8'])
    expect(run(STATE, { type: 'addTemplate', template: { ...template, columns: 3 } })).toBe(STATE)
  })

  test('renames, moves and removes columns', () => {
    const renamed = run(STATE, { type: 'renameColumn', id: 'Column1', name: ' Left ' })
    expect([names(renamed)[0], text(renamed)]).toEqual(['Left: L1 L2', 'Column1 is now Left.'])
    const moved = run(STATE, { type: 'moveColumn', id: 'Column1', by: 1 })
    expect([names(moved)[1], text(moved)]).toEqual(['Column1: L1 L2', 'Column1 is now column 2 of 2.'])
    expect(run(STATE, { type: 'moveColumn', id: 'Column1', by: -1 })).toBe(STATE)
    const removed = run(STATE, chooseColumn('Column1'), { type: 'removeColumn', id: 'Column1' })
    expect([names(removed), text(removed), removed.chosen]).toEqual([['Column2: L3 L4'], 'Column1 removed.', null])
  })

  test.each([
    [' column 2 ', 'Column name column 2 is used more than once.'],
    [' ', 'A column needs a name.'],
    ['x'.repeat(51), 'Locker name cannot be more than 50 characters!'],
  ])('refuses the column name %j', (name, message) => {
    const { history, announcement } = run(STATE, { type: 'renameColumn', id: 'Column1', name })
    expect([history, announcement]).toEqual([STATE.history, { number: 1, text: message, isRefusal: true }])
  })

  test('renames and changes the chosen locker, and nothing without one', () => {
    const edits: Action[] = [
      { type: 'renameLocker', name: ' Top ' },
      { type: 'changeLocker', change: { size: 4 } },
    ]
    const chosen = run(STATE, chooseLocker('L3'), ...edits)
    expect(lockersOf(chosen.history.present)[2]).toMatchObject({ lockerName: 'Top', size: 4 })
    expect(chosen.history.past.map(({ description }) => description)).toEqual(['L3 is now Top.', 'Top changed.'])
    expect(run(STATE, ...edits, { type: 'removeLocker' })).toBe(STATE)
    expect(run(STATE, chooseColumn('Column1'), { type: 'removeLocker' }).history).toBe(STATE.history)
  })

  test('refuses the name of another locker, and ignores an unknown id', () => {
    const { history, announcement } = run(STATE, { type: 'renameLocker', id: 'L1', name: 'l 2' })
    expect(history).toBe(STATE.history)
    expect(announcement).toMatchObject({ text: 'Another locker is already named l 2.', isRefusal: true })
    expect(run(STATE, { type: 'renameLocker', id: 'none', name: 'A' }, { type: 'removeColumn', id: 'none' })).toBe(STATE)
  })

  test('announces a move with the new place, and a move that is not possible without refusing it', () => {
    const moved = run(STATE, { type: 'moveLocker', id: 'L1', target: { columnId: 'Column2', at: 1 } })
    expect([names(moved)[1], text(moved), moved.chosen]).toEqual([
      'Column2: L3 L1 L4',
      'L1 moved to Column2, place 2 of 3.',
      { kind: 'locker', id: 'L1' },
    ])
    const atEdge = run(STATE, { type: 'moveLocker', id: 'L1', target: undefined })
    expect(atEdge.announcement).toEqual({ number: 1, text: 'L1 cannot be moved further.', isRefusal: false })
    expect(atEdge.history).toBe(STATE.history)
  })

  test('chooses the column after its last locker is removed', () => {
    const { chosen } = run(STATE, { type: 'removeLocker', id: 'L1' }, { type: 'removeLocker', id: 'L2' })
    expect(chosen).toEqual({ kind: 'column', id: 'Column1' })
  })

  test('announces what undo and redo did, and drops redo at the next edit', () => {
    const edit: Action = { type: 'renameLocker', id: 'L1', name: 'A' }
    const undone = run(STATE, edit, { type: 'undo' })
    expect([undone.history.present, text(undone)]).toEqual([SAVED, 'Undone: L1 is now A.'])
    const redone = run(undone, { type: 'redo' })
    expect([names(redone)[0], text(redone)]).toEqual(['Column1: A L2', 'Redone: L1 is now A.'])
    expect(run(undone, { type: 'addColumn' }).history.future).toEqual([])
    expect(run(STATE, { type: 'undo' }, { type: 'redo' })).toBe(STATE)
  })

  test('closes the name field when another door is chosen, and at undo and redo', () => {
    const editing = run(STATE, { type: 'addColumn' }, { type: 'editName', id: 'L1' })
    expect(editing.renaming).toBe('L1')
    const closing: Action[] = [{ type: 'editName', id: null }, chooseLocker('L2'), { type: 'undo' }]
    expect(closing.map((action) => run(editing, action).renaming)).toEqual([null, null, null])
  })

  test('numbers equal announcements, so that each is announced', () => {
    const edge: Action = { type: 'moveLocker', id: 'L1', target: undefined }
    const [first, second] = [run(STATE, edge), run(STATE, edge, edge)]
    expect(text(first)).toBe(text(second))
    expect([first.announcement.number, second.announcement.number]).toEqual([1, 2])
  })

  test('keeps the design and the conflict when only the use of lockers changes', () => {
    const version = { saved: SAVED, etag: '"2"' }
    const current = [column('Column1', door('L1', 2, { isDeviceAssociated: true }), door('L2')), SAVED[1]!]
    const { saved, history, etag, conflict } = run(STATE, { type: 'conflict', version }, { type: 'useChanged', current })
    expect([history, etag, conflict]).toEqual([STATE.history, '"1"', version])
    expect(lockersOf(saved).map((locker) => locker.isDeviceAssociated ?? false)).toEqual([true, false, false, false])
    expect(run(STATE, { type: 'conflict', version }, { type: 'saved', sent: SAVED, etag: '"3"' }).conflict).toBeNull()
  })

  test('announces the other version, and keeps the own design one undo away', () => {
    const version = { saved: [column('Column1', door('X1'))], etag: '"2"' }
    const taken = run(STATE, chooseLocker('L1'), { type: 'takeOther', version })
    expect([names(taken), text(taken), taken.chosen]).toEqual([['Column1: X1'], 'Switched to the other version.', null])
    expect(run(taken, { type: 'undo' }).history.present).toBe(SAVED)
  })
})
