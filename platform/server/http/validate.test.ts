import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from './refusal.ts'
import { toPascalCaseKeys, validated } from './validate.ts'

describe('accepts names with either case of the first letter', () => {
  test.each([
    [{ pageIndex: 1 }, { PageIndex: 1 }],
    [{ PageIndex: 1 }, { PageIndex: 1 }],
    [{ pageIndex: 1, PageIndex: 2 }, { PageIndex: 2 }],
    [{ PageIndex: 2, pageIndex: 1 }, { PageIndex: 2 }],
    [{ a: { b: [{ c: null }] } }, { A: { B: [{ C: null }] } }],
    [
      [{ a: 1 }, 'a', 2],
      [{ A: 1 }, 'a', 2],
    ],
    ['text', 'text'],
    [null, null],
    [undefined, undefined],
  ])('%j → %j', (input, expected) => {
    expect(toPascalCaseKeys(input)).toEqual(expected)
  })

  test('keeps capitalised names', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const once = toPascalCaseKeys(json)
        expect(toPascalCaseKeys(once)).toEqual(once)
      }),
    )
  })
})

test('refuses input that is nested too deeply', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect(refusalOf(() => toPascalCaseKeys(deep))).toMatchObject({ status: 400 })
})

/** The refusal that the work throws. */
function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}

const Person = z.object({
  Name: z.string(),
  Age: z.int().min(1).max(120),
  Kind: z.enum(['cat', 'dog']),
  Code: z.string().max(3, 'Too long a code!'),
  Tags: z.array(z.object({ Word: z.string() })).optional(),
})
const person = { Name: 'Tom', Age: 3, Kind: 'cat', Code: 'abc' }

test('returns a valid value as parsed by the schema', () => {
  const Trimmed = z.object({ Name: z.string().trim(), Size: z.int().default(20) })
  expect(validated(Trimmed, { Name: ' Tom ', More: 1 })).toEqual({ Name: 'Tom', Size: 20 })
})

describe('refuses an invalid value with the schema’s message or one that names the field:', () => {
  test.each([
    [{ Name: 7 }, 'Name', 'Name must be a string.'],
    [{ Name: undefined }, 'Name', 'Name must be a string.'],
    [{ Age: 'x' }, 'Age', 'Age must be a number.'],
    [{ Age: 1.5 }, 'Age', 'Age must be an int.'],
    [{ Age: 121 }, 'Age', 'Age is larger than 120.'],
    [{ Age: 0 }, 'Age', 'Age is smaller than 1.'],
    [{ Kind: 'cow' }, 'Kind', 'Kind must be one of cat, dog.'],
    [{ Code: 'abcd' }, 'Code', 'Too long a code!'],
    [{ Tags: [{ Word: 'a' }, { Word: 1 }] }, 'Tags.1.Word', 'Tags.1.Word must be a string.'],
    [{ Tags: {} }, 'Tags', 'Tags must be an array.'],
  ])('%j', (change, field, text) => {
    const refused = refusalOf(() => validated(Person, { ...person, ...change }))
    expect([refused.status, refused.reason.code, refused.field, refused.reason.text]).toEqual([400, 'MsgBadInput', field, text])
  })

  test('no object at all', () => {
    const refused = refusalOf(() => validated(Person, []))
    expect([refused.field, refused.reason.text]).toEqual([undefined, 'The request must be an object.'])
  })
})

test('names every field that is wrong, each once, and at most 50', () => {
  const refused = refusalOf(() => validated(Person, { ...person, Age: 0.5, Kind: 'cow', Tags: [{ Word: 1 }] }))
  expect(refused.errors.map(({ field, reason }) => [field, reason.text])).toEqual([
    ['Age', 'Age must be an int.'],
    ['Kind', 'Kind must be one of cat, dog.'],
    ['Tags.0.Word', 'Tags.0.Word must be a string.'],
  ])
  const Tags = Array.from({ length: 1000 }, () => ({ Word: 1 }))
  expect(refusalOf(() => validated(Person, { ...person, Tags })).errors).toHaveLength(50)
})

test('reports the first failure in the schema’s order, whatever the order of the request', () => {
  expect(refusalOf(() => validated(Person, { Code: 'abcd', Kind: 'cow', Age: 0, Name: 'Tom' })).field).toBe('Age')
  expect(refusalOf(() => validated(Person, {})).field).toBe('Name')
})
