import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plainMessage } from '#platform/define-messages.ts'
import { MessageText } from '#platform/wire.ts'
import { translationOf } from './language.ts'
import { replySchema } from './reply-schema.ts'

const upperCase = ({ text }: { text: string }) => text.toUpperCase()
const translated = (schema: z.ZodType, value: unknown) => translationOf(replySchema(schema))!(value, upperCase)
const message = plainMessage('saved')

describe('translationOf', () => {
  test('puts the text in place of each message, wherever a schema can hold one', () => {
    const schema = z.object({
      Message: MessageText,
      Maybe: MessageText.nullable(),
      Rows: z.array(z.object({ Reason: MessageText, Name: z.string() })),
      ByName: z.record(z.string(), MessageText),
      Either: z.union([z.object({ A: MessageText }), z.object({ B: MessageText })]),
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
    expect(translated(z.object({ Message: MessageText }), { Message: 'saved' })).toEqual({ Message: 'saved' })
  })

  test('leaves the handler’s value as it is', () => {
    const value = { Rows: [{ Reason: message }] }
    translated(z.object({ Rows: z.array(z.object({ Reason: MessageText })) }), value)
    expect(value).toEqual({ Rows: [{ Reason: message }] })
  })

  test('is null for a schema without messages, and refuses one with a message in a place that is not translated', () => {
    expect(translationOf(replySchema(z.object({ Name: z.string() })))).toBe(null)
    expect(() => translationOf(replySchema(z.object({ Pair: z.tuple([MessageText, z.string()]) })))).toThrow('not translated')
  })
})
