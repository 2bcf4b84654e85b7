import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLUMN_WIDTH, columnSize, geometry } from './geometry.ts'
import { sizesOf } from './model.ts'
import {
  LAYOUT_MODES,
  type LayoutColumn,
  type LayoutLocker,
  nextName,
  whyNotAddLocker,
  whyNotAddTerminal,
  whyNotChangeType,
  whyNotRemoveColumn,
  whyNotRemoveLocker,
  whyNotRename,
  whyNotSameSize,
  whyNotSave,
} from './rules.ts'

const door = (lockerName: string, size = 2, more: Partial<LayoutLocker> = {}): LayoutLocker => ({
  lockerName,
  lockerType: 'locker',
  size,
  ...more,
})
const terminal = door('Terminal', 4, { lockerType: 'terminal' })
const column = (name: string, ...lockers: LayoutLocker[]): LayoutColumn => ({ name, lockers })

const lockerSizes = fc.constantFrom(...sizesOf('locker').map((size) => size.value))
/** Any cabinet: up to six columns of up to nine doors, with distinct names. */
const cabinets = fc
  .array(fc.array(lockerSizes, { maxLength: 9 }), { maxLength: 6 })
  .map((columns) =>
    columns.map((sizes, at) => column(`Column${at + 1}`, ...sizes.map((size, row) => door(`L${at + 1}-${row + 1}`, size)))),
  )
/** A cabinet whose columns are permutations of each other, so that all have the same size. */
const evenCabinets = fc
  .array(lockerSizes, { minLength: 1, maxLength: 8 })
  .chain((sizes) => fc.array(fc.shuffledSubarray(sizes, { minLength: sizes.length }), { minLength: 1, maxLength: 5 }))
  .map((columns) =>
    columns.map((sizes, at) => column(`Column${at + 1}`, ...sizes.map((size, row) => door(`L${at + 1}-${row + 1}`, size)))),
  )

describe('geometry', () => {
  test('has each door once, in order, as high as its size, inside its column and without overlap', () => {
    fc.assert(
      fc.property(cabinets, (columns) => {
        const drawing = geometry(columns)
        const boxes = drawing.columns.flatMap((one) => one.lockers)
        expect(boxes.map((box) => box.locker)).toEqual(columns.flatMap((one) => one.lockers))
        expect(drawing.width).toBe(columns.length * COLUMN_WIDTH)
        for (const box of boxes) {
          expect(box.height).toBe(box.locker.size)
          expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= drawing.width && box.y + box.height <= drawing.height).toBe(
            true,
          )
        }
        const overlapping = boxes.some((one, at) =>
          boxes
            .slice(at + 1)
            .some((two) => Math.abs(one.x - two.x) < COLUMN_WIDTH && one.y < two.y + two.height && two.y < one.y + one.height),
        )
        expect(overlapping).toBe(false)
        const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0)
        expect(area).toBe(COLUMN_WIDTH * drawing.columns.reduce((sum, one) => sum + one.height, 0))
      }),
    )
  })

  test('has no gap when the layout can be saved', () => {
    fc.assert(
      fc.property(evenCabinets, (columns) => {
        expect(whyNotSave(columns)).toBeNull()
        const drawing = geometry(columns)
        for (const one of drawing.columns) expect(one.height).toBe(drawing.height)
      }),
    )
  })

  test('is empty without columns', () => {
    expect(geometry([])).toEqual({ width: 0, height: 0, columns: [] })
  })

  test('has the terminal at its place in the column', () => {
    const boxes = geometry([column('Column1', door('L1', 3), terminal, door('L2', 1))]).columns[0]!.lockers
    expect(boxes.map((box) => [box.y, box.height])).toEqual([
      [0, 3],
      [3, 4],
      [7, 1],
    ])
  })
})

describe('whyNotSave', () => {
  test('refuses columns of different sizes, and names two of them', () => {
    fc.assert(
      fc.property(cabinets, (columns) => {
        const whyNot = whyNotSameSize(columns)
        expect(whyNot === null).toBe(new Set(columns.map(columnSize)).size <= 1)
        const named = columns.filter((one) => whyNot?.text.split(/\W/).includes(one.name))
        if (whyNot) expect(new Set(named.map(columnSize)).size).toBe(2)
      }),
    )
    expect(whyNotSameSize([column('Column1', door('L1', 3)), column('Column2', door('L2', 2))])).toMatchObject({
      code: 'MsgLayoutColumnsNotOfSameSize',
      text: 'Columns Column1 and Column2 are not of the same size.',
    })
  })

  test('refuses two lockers with the same name, ignoring case and blanks', () => {
    fc.assert(
      fc.property(evenCabinets, fc.nat(), fc.constantFrom(' ', ''), (columns, pick, blank) => {
        const names = columns.flatMap((one) => one.lockers)
        const taken = `${blank}${names[pick % names.length]!.lockerName.toLowerCase()} `
        const added = columns.map((one, at) => ({ ...one, lockers: [...one.lockers, door(at ? `new${at}` : taken)] }))
        expect(whyNotSave(added)?.code).toBe('MsgLayoutDuplicateLockerNumber')
      }),
    )
  })

  test('refuses a missing or too long name, a size that the type does not have, and two terminals', () => {
    const code = (...lockers: LayoutLocker[]) => whyNotSave([column('Column1', ...lockers)])?.code
    expect(code(door('  '))).toBe('MsgLayoutLockerNameEmpty')
    expect(code(door('x'.repeat(50)))).toBeUndefined()
    expect(code(door('x'.repeat(51)))).toBe('MsgLayoutLockerNameTooLong')
    expect(code(door('L1', 7))).toBe('MsgLayoutSizeUnknown')
    expect(code(door('T1', 12, { lockerType: 'terminal' }))).toBe('MsgLayoutSizeUnknown')
    expect(code(terminal)).toBeUndefined()
    expect(code(terminal, { ...terminal, lockerName: 'Other' })).toBe('MsgLayoutTerminalOnce')
  })
})

describe('rules of the designer', () => {
  test('a locker needs a column, and a layout has one terminal', () => {
    expect(whyNotAddLocker([])?.code).toBe('MsgLayoutNeedsColumn')
    expect(whyNotAddTerminal([])?.code).toBe('MsgLayoutNeedsColumn')
    expect(whyNotAddLocker([column('Column1')])).toBeNull()
    expect(whyNotAddTerminal([column('Column1', door('L1'))])).toBeNull()
    expect(whyNotAddTerminal([column('Column1', terminal)])?.code).toBe('MsgLayoutTerminalOnce')
  })

  test('refuses the name of another locker', () => {
    expect(whyNotRename(' l1', [door('L1')])?.code).toBe('MsgLockerNameAlreadyAssociated')
    expect(whyNotRename('L2', [door('L1')])).toBeNull()
  })

  test('refuses to remove a mapped locker, its column, and saved lockers in its column', () => {
    const mapped = door('L1', 2, { isDeviceAssociated: true })
    const free = door('L2')
    const remove = (locker: LayoutLocker, ...others: LayoutLocker[]) =>
      whyNotRemoveLocker(locker, column('Column1', locker, ...others), LAYOUT_MODES.design)?.code
    expect(whyNotRemoveColumn(column('Column1', free, mapped))?.code).toBe('MsgLayoutColumnHasDevices')
    expect(whyNotRemoveColumn(column('Column1', free))).toBeNull()
    expect(remove(mapped, free)).toBe('MsgLayoutLockerHasDevice')
    expect(remove(free, mapped)).toBe('MsgLayoutColumnHasDevices')
    expect(remove(free)).toBeUndefined()
    expect(remove({ ...free, isNew: true }, mapped)).toBeUndefined()
  })

  test('allows removing a terminal in design mode only, and nothing in read-only mode', () => {
    const remove = (locker: LayoutLocker, mode: keyof typeof LAYOUT_MODES) =>
      whyNotRemoveLocker(locker, column('Column1', locker), LAYOUT_MODES[mode])?.code
    expect(remove(terminal, 'design')).toBeUndefined()
    expect(remove(terminal, 'deviceAssociate')).toBe('MsgLayoutTerminalDesignOnly')
    expect(remove(door('L1'), 'deviceAssociate')).toBeUndefined()
    expect(remove(door('L1'), 'readOnly')).toBe('MsgLayoutReadOnly')
  })

  test('refuses another type for a locker that holds a package', () => {
    expect(whyNotChangeType({ lockerName: 'L1', livePackages: 1 })?.code).toBe('MsgLayoutLockerHoldsPackage')
    expect(whyNotChangeType({ lockerName: 'L1', livePackages: 0 })).toBeNull()
  })

  test('automatic names fill the first gap', () => {
    expect([nextName('Column', []), nextName('L', ['L1', 'l2', 'L4'])]).toEqual(['Column1', 'L3'])
  })
})
