import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plainMessage } from '#platform/define-messages.ts'
import { Words } from '#platform/wire.ts'
import { holdsWords, inWords } from './language.ts'
import { replySchema } from './reply-schema.ts'

const upperCase = ({ text }: { text: string }) => text.toUpperCase()
const translated = (schema: z.ZodType, value: unknown) => inWords(replySchema(schema), value, upperCase)
const message = plainMessage('saved')

describe('inWords', () => {
  test('puts the text in place of each message, wherever a schema can hold one', () => {
    const schema = z.object({
      Message: Words,
      Maybe: Words.nullable(),
      Rows: z.array(z.object({ Reason: Words, Name: z.string() })),
      ByName: z.record(z.string(), Words),
      Either: z.union([z.object({ A: Words }), z.object({ B: Words })]),
    })
    const value = {
      Message: message,
      Maybe: null,
      Rows: [{ Reason: message, Name: 'saved' }],
      ByName: { one: message },
      Either: { B: message },
    }
    expect(translated(schema, value)).toEqual({
      Message: 'SAVED',
      Maybe: null,
      Rows: [{ Reason: 'SAVED', Name: 'saved' }],
      ByName: { one: 'SAVED' },
      Either: { B: 'SAVED' },
    })
  })

  test('keeps a text of a reply that was stored before messages had keys', () => {
    expect(translated(z.object({ Message: Words }), { Message: 'saved' })).toEqual({ Message: 'saved' })
  })
})

test('holdsWords › refuses a schema with a message in a place that is not translated', () => {
  expect(holdsWords(replySchema(z.object({ Name: z.string() })))).toBe(false)
  expect(holdsWords(replySchema(z.object({ Message: Words })))).toBe(true)
  expect(() => holdsWords(replySchema(z.object({ Pair: z.tuple([Words, z.string()]) })))).toThrow('not translated')
})
