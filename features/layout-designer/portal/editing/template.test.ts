import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnSize } from '#features/layout/geometry.ts'
import { sizesOf } from '#features/layout/model.ts'
import { whyNotSave } from '#features/layout/rules.ts'
import { addTemplate, doorCount, possibleColumns, spread, TEMPLATES, templateText } from './template.ts'

let made = 0
const newId = () => `id${++made}`

describe('template', () => {
  test('offered templates can be saved, also when added twice', () => {
    expect(templateText(TEMPLATES[0]!)).toBe('20 small, 8 medium, 4 large')
    for (const template of TEMPLATES) {
      const once = addTemplate([], template, newId)!
      expect(once.flatMap((column) => column.lockers)).toHaveLength(doorCount(template))
      expect(once).toHaveLength(template.columns)
      expect(whyNotSave(once)).toBeNull()
      expect(whyNotSave(addTemplate(once, { ...template, terminal: null }, newId) ?? once)).toBeNull()
    }
  })

  test('spreads doors that fit columns of equal height, without adding or losing one', () => {
    const sizes = fc.constantFrom(...sizesOf('locker').map(({ value }) => value))
    const height = 12
    /** Doors that fill a column. */
    const columns = fc.array(sizes, { minLength: 12, maxLength: 12 }).map((all) => {
      const doors: number[] = []
      for (const size of all) if (columnSize({ lockers: doors.map((size) => ({ size })) }) + size <= height) doors.push(size)
      while (doors.reduce((sum, size) => sum + size, 0) < height) doors.push(1)
      return doors
    })
    fc.assert(
      fc.property(fc.array(columns, { minLength: 1, maxLength: 6 }), (all) => {
        const counts: Record<number, number> = {}
        for (const size of all.flat()) counts[size] = (counts[size] ?? 0) + 1
        const result = spread({ counts, columns: all.length, terminal: null })!
        expect(result.map((doors) => columnSize({ lockers: doors }))).toEqual(all.map(() => height))
        expect(
          result
            .flat()
            .map(({ size }) => size)
            .toSorted(),
        ).toEqual(all.flat().toSorted())
      }),
    )
  })

  test('refuses doors that do not fit, and gives the numbers of columns that would', () => {
    const template = { counts: { 3: 4, 2: 3 }, columns: 4, terminal: null }
    expect(spread(template)).toBeNull()
    expect(addTemplate([], template, newId)).toBeNull()
    expect(possibleColumns(template)).toEqual([1, 2, 3])
    expect(possibleColumns({ counts: {}, columns: 1, terminal: null })).toEqual([])
  })
})
