import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnSize } from '../../../geometry.ts'
import { sizesOf } from '../../../model.ts'
import { whyNotSave } from '../../../rules.ts'
import { addTemplate, doorCount, possibleColumns, spread, TEMPLATES, templateWords } from './template.ts'

let made = 0
const newId = () => `id${++made}`

describe('a template', () => {
  test('that is offered can be saved as it comes, and again beside itself', () => {
    expect(templateWords(TEMPLATES[0]!)).toBe('20 small, 8 medium, 4 large')
    for (const template of TEMPLATES) {
      const once = addTemplate([], template, newId)!
      expect(once.flatMap((column) => column.lockers)).toHaveLength(doorCount(template))
      expect(once).toHaveLength(template.columns)
      expect(whyNotSave(once)).toBeNull()
      expect(whyNotSave(addTemplate(once, { ...template, terminal: null }, newId) ?? once)).toBeNull()
    }
  })

  test('of any columns that come out even is spread so again, without a door more or less', () => {
    const sizes = fc.constantFrom(...sizesOf('locker').map(({ value }) => value))
    const height = 12
    /** A column of doors that fill it. */
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
        const spreadOut = spread({ counts, columns: all.length, terminal: null })!
        expect(spreadOut.map((doors) => columnSize({ lockers: doors }))).toEqual(all.map(() => height))
        expect(
          spreadOut
            .flat()
            .map(({ size }) => size)
            .toSorted(),
        ).toEqual(all.flat().toSorted())
      }),
    )
  })

  test('that does not come out even is refused, with the numbers of columns that would do', () => {
    const template = { counts: { 3: 4, 2: 3 }, columns: 4, terminal: null }
    expect(spread(template)).toBeNull()
    expect(addTemplate([], template, newId)).toBeNull()
    expect(possibleColumns(template)).toEqual([1, 2, 3])
    expect(possibleColumns({ counts: {}, columns: 1, terminal: null })).toEqual([])
  })
})
