import { describe, expect, test } from 'vitest'
import { textIn } from '#features/resources/server/api.ts'
import { LANGUAGES } from '#platform/language.ts'
import { canAssign, columnMessage, missingColumns, whyNotRead } from './columns.ts'
import { FIELD_NAMES } from './fields.ts'
import { columnsOf, knownHeadings } from './headings.ts'

const NOTHING = new Map<string, string>()
const columns = (headings: string) => columnsOf(headings.split('|'), NOTHING).join('|')

describe('the columns of a file', () => {
  test('are recognised by their headings in any spelling, each once', () => {
    expect(columns('property|BUILDING|Unit number|First_Name|last-name|E-Mail|Notes|Unit')).toBe(
      'Property|Building|UnitNumber|FirstName|LastName|Email||',
    )
  })
  test.each(LANGUAGES)('are recognised by their labels in %s', (language) => {
    const labels = FIELD_NAMES.map((name) => textIn(language, columnMessage(name)))
    expect(columnsOf(labels, NOTHING)).toEqual(FIELD_NAMES)
  })
  test('are those that were assigned to the headings before', () => {
    const chosen = new Map([
      ['site', 'Property'],
      ['property', ''],
    ])
    expect(columnsOf(['Site', 'Property'], chosen)).toEqual(['Property', ''])
  })

  test.each([
    [
      'ResMan: several residents in a line',
      'Unit|Resident 1 First Name|Resident 1 Middle Name|Resident 1 Last Name|Resident 1 Phone|Resident 1 Email|Resident 2 First Name|Resident 2 Last Name|Move in Date',
      'UnitNumber|FirstName||LastName|MobilePhone|Email|Resident2.FirstName|Resident2.LastName|',
    ],
    [
      'AppFolio: a whole name, several numbers',
      'Property|Unit|Tenant|Status|Phone Numbers|Emails|Move-in|Lease To',
      'Property|UnitNumber|FullName|OccupancyStatus|MobilePhone|Email||',
    ],
    [
      'ParkingPass: no property',
      'Address|Building|First Name|Last Name|Email|Phone Number|Lease Expiration',
      '|Building|FirstName|LastName|Email|MobilePhone|',
    ],
    [
      'Propertyware: signs in headings',
      'Property|Building|Unit #|First Name|Last Name|Email Address|Mobile Phone #|Home Phone #|Resident Status|Tenant ID',
      'Property|Building|UnitNumber|FirstName|LastName|Email|MobilePhone|Phone1|OccupancyStatus|ExternalId',
    ],
    ['Pavlov Media: building and unit, and one name', 'Bldg-Unit|Resident|Phone Numbers', 'BuildingUnit|FullName|MobilePhone'],
    [
      'numbers behind the headings',
      'Apt|Name 1|Email 1|Name 2|Email 2',
      'UnitNumber|FullName|Email|Resident2.FullName|Resident2.Email',
    ],
    ['a second e-mail of one person', 'Apt|Name|Email|Email 2', 'UnitNumber|FullName|Email|'],
    [
      'another resident without a number',
      'Unit|Tenant|Co-Tenant|Spouse Email',
      'UnitNumber|FullName|Resident2.FullName|Resident2.Email',
    ],
    ['a role before the parts', 'Unit|Tenant First Name|Tenant Last Name|Tenant Email', 'UnitNumber|FirstName|LastName|Email'],
    ['a number of the resident', 'Unit|Resident #|Resident', 'UnitNumber|ExternalId|FullName'],
    ['German, the name beside the first name', 'Wohnung|Name|Vorname|Telefon', 'UnitNumber|LastName|FirstName|MobilePhone'],
    ['German, one name', 'Haus|Wohnungsnr.|Mieter|E-Mail-Adresse', 'Building|UnitNumber|FullName|Email'],
    [
      'Spanish without accents',
      'Edificio|Numero de unidad|Nombre|Apellidos|Correo electronico|Telefono',
      'Building|UnitNumber|FirstName|LastName|Email|MobilePhone',
    ],
    ['a name beside its parts', 'Unit|Name|First Name|Last Name', 'UnitNumber||FirstName|LastName'],
  ])('of %s', (_, headings, expected) => {
    expect(columns(headings)).toBe(expected)
  })

  test.each([
    ['Phone', 'MobilePhone'],
    ['Phone Number', 'MobilePhone'],
    ['Telefonnummer', 'MobilePhone'],
    ['Tel.', 'MobilePhone'],
    ['Home Phone', 'Phone1'],
    ['Phone 1', 'Phone1'],
    ['Phone|Mobile', 'Phone1|MobilePhone'],
    ['Cell Phone|Phone Number', 'MobilePhone|Phone1'],
    ['Phone|Home Phone|Work Phone', 'MobilePhone|Phone1|Phone2'],
    ['Phone 1|Phone 2', 'Phone1|Phone2'],
    ['Phone Number 1|Phone Number 2', 'Phone1|Phone2'],
    ['Phone #1|Phone #2', 'Phone1|Phone2'],
    ['Phone|Phone 2', 'Phone1|Phone2'],
  ])('with the phones %s are %s', (headings, expected) => {
    expect(columns(headings)).toBe(expected)
  })
})

test('words of a report are no headings', () => {
  expect(
    [['Resident Directory'], ['Riverside Quay (rq01)'], ['As Of = 11/26/2026'], ['Total', '', '1']].map(knownHeadings),
  ).toEqual([...[0, 0, 0, 0]])
})

test('a file needs a place, a unit and a name, some of which may be given', () => {
  const none = { property: false, building: false }
  const all = { property: true, building: true }
  expect(missingColumns(['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName'], none)).toEqual([])
  expect(missingColumns(['UnitNumber', 'FullName'], all)).toEqual([])
  expect(missingColumns(['BuildingUnit', 'FullName'], { property: true, building: false })).toEqual([])
  expect(missingColumns(['UnitNumber', 'FullName'], none)).toEqual(['Property', 'Building'])
  expect(whyNotRead(['Property', 'Email'], none)?.text).toContain('Building, Unit Number, First Name, Last Name')
  expect([canAssign(['', '']), canAssign([''])]).toEqual([true, false])
  expect([whyNotRead(['', ''], none)?.code, whyNotRead([''], none)?.code]).toEqual(['MsgHeadingsMissing', 'MsgHeadingsTooFew'])
})
