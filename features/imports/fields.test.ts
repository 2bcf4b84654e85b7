import { describe, expect, test } from 'vitest'
import { OCCUPANCY, occupancyMessage } from '#features/residents/rules.ts'
import { textIn } from '#features/resources/server/api.ts'
import { LANGUAGES } from '#platform/language.ts'
import {
  canAssignFields,
  FIELD_NAMES,
  FIELDS,
  fieldMessage,
  fieldsOf,
  languageOfCell,
  occupancyOf,
  whyNotRead,
} from './fields.ts'

describe('the fields of a file', () => {
  const NOTHING = new Map<string, string>()
  test('are recognised by their headings in any spelling, each once', () => {
    expect(
      fieldsOf(['property', 'BUILDING', 'Unit number', 'First_Name', 'last-name', 'E-Mail', 'Notes', 'Unit'], NOTHING),
    ).toEqual(['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName', 'Email', '', ''])
  })
  test.each(LANGUAGES)('are recognised by their labels in %s', (language) => {
    const labels = FIELD_NAMES.map((name) => textIn(language, fieldMessage(name)))
    expect(fieldsOf(labels, NOTHING)).toEqual(FIELD_NAMES)
  })
  test('are those that the organisation chose before', () => {
    const chosen = new Map([
      ['site', 'Property'],
      ['property', ''],
    ])
    expect(fieldsOf(['Site', 'Property'], chosen)).toEqual(['Property', ''])
  })
  test('must include the five required ones', () => {
    expect(whyNotRead(['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName'])).toBeNull()
    expect(whyNotRead(['Property', 'Email'])?.text).toContain('Building, Unit Number, First Name, Last Name')
  })
  test('can be assigned by hand where a required one is missing and there are enough headings', () => {
    const unknown = ['Property', 'Building', 'UnitNumber', 'FirstName', '']
    expect([unknown, [...unknown, 'LastName'], ['Property', 'Email'], []].map(canAssignFields)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(whyNotRead(unknown)?.code).toBe('MsgHeadingsMissing')
    expect(whyNotRead([''])?.code).toBe('MsgHeadingsTooFew')
  })
})

test('an occupancy status is recognised by its word or its number', () => {
  expect(['Current', 'moving in', 'MovedOut', '3', 'away', '4'].map(occupancyOf)).toEqual([1, 2, 3, 3, undefined, undefined])
  const { schema } = FIELDS.OccupancyStatus
  expect([schema.parse(''), schema.parse('3'), schema.safeParse('away').success]).toEqual([undefined, 3, false])
})

test('a language is recognised by its name or its tag', () => {
  expect(['Deutsch', 'german', 'de-AT', 'EN', 'English (UK)', 'Klingon', ''].map(languageOfCell)).toEqual([
    ...['de', 'de', 'de', 'en-US', 'en-GB'],
    ...[undefined, undefined],
  ])
  const { schema } = FIELDS.Language
  expect([schema.parse(''), schema.parse('es_MX'), schema.safeParse('Klingon').success]).toEqual([undefined, 'es', false])
})

test.each(LANGUAGES)('an occupancy status is recognised by its word in %s', (language) => {
  const statuses = Object.values(OCCUPANCY)
  expect(statuses.map((status) => occupancyOf(textIn(language, occupancyMessage(status))))).toEqual(statuses)
})
