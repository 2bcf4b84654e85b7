import { expect, test } from 'vitest'
import { FIELDS, languageOfCell } from './fields.ts'

test('a language is recognised by its name or its tag', () => {
  expect(['Deutsch', 'german', 'de-AT', 'EN', 'English (UK)', 'Klingon', ''].map(languageOfCell)).toEqual([
    ...['de', 'de', 'de', 'en-US', 'en-GB'],
    ...[undefined, undefined],
  ])
  const { schema } = FIELDS.Language
  expect([schema.parse(''), schema.parse('es_MX'), schema.safeParse('Klingon').success]).toEqual([undefined, 'es', false])
})
