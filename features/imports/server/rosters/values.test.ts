import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { imports } from '../../contract.ts'
import { applied, checked, counts, detail } from '../../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../../testing/import-fixtures.ts'
import { rosterTools } from '../../testing/rosters.ts'

let there = {} as ImportFixtures
let { server, fixtures, token, sent } = there
eachWithImportFixtures((now) => {
  there = now
  ;({ server, fixtures, token, sent } = now)
})
const { rows, save, addResident } = rosterTools(() => there)

describe('words for a status', () => {
  const file = (...statuses: string[]) =>
    ['Property,Unit,Name,Status', ...statuses.map((status, i) => `P1,${i + 1},First${i} Last${i},${status}`)].join('\n')

  test('of property systems are known', async () => {
    const { Id } = await checked(server, sent, file('Current', 'Notice', 'Future', 'Past', 'Previous', 'Evict', 'NULL', ''))
    await applied(server, token, Id)
    const found = await inOrganisation(server, fixtures.organisationId, (db) =>
      db.selectFrom('residents').select('occupancy_status').where('last_name', 'like', 'Last%').orderBy('unit_number').execute(),
    )
    expect(found.map(({ occupancy_status }) => occupancy_status)).toEqual([1, 1, 2, 3, 3, 1, 1, 1])
  })

  test('that are unknown are asked about once for the file, and remembered', async () => {
    const { Id, Layout } = await checked(server, sent, file('Applicant', 'Current', 'applicant', 'Guest'))
    expect(Layout.Statuses).toEqual([
      { Word: 'Applicant', Status: null },
      { Word: 'Guest', Status: null },
    ])
    const early = await server.ask(imports.save, { token, input: { Id, Apply: true } })
    expect([early.status, early.body.Message]).toEqual([422, 'Say first what these words mean: Applicant, Guest.'])
    const Statuses = [
      { Word: 'Applicant', Status: 2 },
      { Word: 'Guest', Status: 0 },
    ]
    await save({ Id, Layout: { Statuses } })
    expect((await detail(server, token, Id)).Layout.Statuses).toEqual(expect.arrayContaining(Statuses))
    expect(await applied(server, token, Id)).toMatchObject({ Status: 'Done', New: 4 })
    const next = await checked(server, sent, file('APPLICANT', 'guest'))
    const spelled = (...words: string[]) => words.map((Word, i) => ({ Word, Status: Statuses[i]!.Status }))
    expect(next).toMatchObject({ Status: 'Ready', Layout: { Statuses: expect.arrayContaining(spelled('APPLICANT', 'guest')) } })
  })

  test('are remembered without the words, with all earlier ones of these headings', async () => {
    const asked = await checked(server, sent, file('Applicant', 'Ann Lee'))
    const words = (...some: [string, number][]) => ({ Statuses: some.map(([Word, Status]) => ({ Word, Status })) })
    await save({ Id: asked.Id, Layout: words(['Applicant', 2], ['Ann Lee', 0]) })
    const other = await checked(server, sent, file('Guest', 'Current'))
    expect(other.Layout).toMatchObject({ Statuses: [{ Word: 'Guest', Status: null }] })
    await save({ Id: other.Id, Layout: words(['Guest', 1]) })
    const third = await checked(server, sent, file('guest', 'applicant', 'ANN LEE', 'Owner'))
    expect(third.Layout.Statuses).toEqual(
      expect.arrayContaining(words(['guest', 1], ['applicant', 2], ['ANN LEE', 0], ['Owner', null as never]).Statuses),
    )
    await applied(server, token, other.Id)
    const stored = await inOrganisation(server, fixtures.organisationId, async (db) => [
      await db.selectFrom('import_layouts').select('layout').execute(),
      await db.selectFrom('import_jobs').select(['layout', 'found']).where('id', '=', other.Id).execute(),
    ])
    expect(stored[0]).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toMatch(/applicant|guest|lee|residents|"(property|unit|name|status)":/i)
  })
})

describe('an optional cell', () => {
  const HEADINGS = 'Property,Building,Unit,First Name,Last Name,Email,Mobile Phone,Phone,Occupancy,Tenant ID,Language'
  const lines: readonly (readonly [string, object, number])[] = [
    ['a@example.com; b@example.com,,,,1,', { email: 'a@example.com' }, 1],
    ['no address,,,,2,', { email: '' }, 1],
    ['N/A,N/A,NULL,NULL,N/A,none', { email: '', mobile_phone: '', phone1: '', external_id: '', language: '' }, 0],
    ['Mailto Mail <mail.to@example.com>,,,,4,', { email: 'mail.to@example.com' }, 0],
    [',5.5501E+09,,,5,', { mobile_phone: '' }, 1],
    [',555-010-0117 x12,,,6,', { mobile_phone: '555-010-0117' }, 1],
    [',(555)010-0118 (M),,,7,', { mobile_phone: '(555)010-0118' }, 0],
    [',010-0120,,,8,', { mobile_phone: '' }, 1],
    [',5550100114.0,,,9.0,', { mobile_phone: '5550100114', external_id: '9' }, 0],
    [',,ask the concierge at the desk,,10,', { phone1: '' }, 1],
    [',,1.23E+11,,11,', { phone1: '' }, 1],
    [`,,,,${'9'.repeat(101)},`, { external_id: '' }, 1],
    [',,,,1.23E+11,', { external_id: '' }, 1],
    [',,,,14,Klingon', { language: '' }, 1],
    [`${'a'.repeat(95)}@example.com,,,,15,`, { email: '' }, 1],
  ]
  test('with nonsense is left out with a warning; the person is imported', async () => {
    const content = [HEADINGS, ...lines.map(([cells], i) => `P1,Building 1,${9100 + i},First,Last${i},${cells}`)].join('\n')
    const file = await checked(server, sent, content)
    expect(counts(file)).toEqual({ Lines: lines.length, New: lines.length, Changed: 0, Unchanged: 0, Refused: 0 })
    expect((await rows(file.Id)).map(({ Warnings }) => Warnings.length)).toEqual(lines.map(([, , warnings]) => warnings))
    await applied(server, token, file.Id)
    const found = await inOrganisation(server, fixtures.organisationId, (db) =>
      db.selectFrom('residents').selectAll().where('unit_number', 'like', '91%').orderBy('unit_number').execute(),
    )
    for (const [i, [, expected]] of lines.entries()) expect(found[i]).toMatchObject(expected)
    // The report keeps no value of the file.
    expect(JSON.stringify(await rows(file.Id))).not.toMatch(/example\.com|555|Klingon/)
  })

  test('changes nothing for a resident who has a value', async () => {
    await addResident({
      unit_number: '1',
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'ann@example.com',
      mobile_phone: '+15550100111',
    })
    const file = await checked(server, sent, `${HEADINGS}\nP1,Building 1,1,Ann,Lee,no address,12,,,,`)
    expect(counts(file)).toMatchObject({ Unchanged: 1, New: 0 })
    expect(file.Warned).toBe(1)
  })
})

test.each([
  ['(457) 555-0107', []],
  ['+52 1 55 1234 5678', []],
  ['555-010-7777-8', ['Cell phone: no text message can be sent to this number.']],
  ['+999 123456789', ['Cell phone: no text message can be sent to this number.']],
  ['(202) 555-0123 x5', ['Cell phone without its extension.']],
])('of the mobile number %j the warnings are %j, and it is imported', async (number, warnings) => {
  const file = await checked(server, sent, `Property,Unit,First Name,Last Name,Cell phone\nP1,1,Ann,Lee,${number}`)
  expect((await rows(file.Id)).map(({ Verdict, Warnings }) => [Verdict, Warnings])).toEqual([['New', warnings]])
})

describe('a name', () => {
  test.each([
    ['Suharto,', 'Suharto'],
    [',Nym', 'Nym'],
    ['Suharto,-', 'Suharto'],
    ['Suharto,N/A', 'Suharto'],
    ['Null,Null', 'Null Null'],
    ['"Line\nBreak",Cell', 'Line Break Cell'],
    ['Zoe\u0308,Mu\u0308ller', 'Zoë Müller'],
    ['Name\u00a0,\u3000Blank', 'Name Blank'],
  ])('%j is that of %s', async (cells, name) => {
    const file = await checked(server, sent, `Property,Unit,First Name,Last Name\nP1,1,${cells}`)
    expect((await rows(file.Id)).map(({ Verdict, Resident }) => [Verdict, Resident])).toEqual([['New', name]])
  })
  test('of one part leaves the other part of a resident who exists', async () => {
    await addResident({ unit_number: '1', first_name: 'Bo', last_name: 'Pent', external_id: 'X7' })
    const file = await checked(server, sent, 'Property,Unit,First Name,Last Name,External ID\nP1,1,Bo,,X7')
    expect(counts(file)).toMatchObject({ Unchanged: 1 })
    const again = await checked(server, sent, 'Property,Unit,First Name,Last Name\nP1,2,Suharto,')
    await applied(server, token, again.Id)
    expect(await there.stored('-')).toMatchObject([{ first_name: 'Suharto', full_name: 'Suharto' }])
    expect(counts(await checked(server, sent, 'Property,Unit,First Name,Last Name\nP1,2,Suharto,'))).toMatchObject({
      Unchanged: 1,
    })
  })
  test.each(['Name (Last, First)', 'Last Name First Name', 'Apellidos y nombre'])(
    'is in the order of the heading %j',
    async (heading) => {
      const file = await checked(server, sent, `Property;Unit;${heading}\nP1;1;Lee Ann\nP1;2;Ray, Bob`)
      expect((await rows(file.Id)).map(({ Resident }) => Resident)).toEqual(['Ann Lee', 'Bob Ray'])
    },
  )
  test.each([
    ['ResidentEmail', 'Don Henry Lee'],
    ['Resident Email', 'Don Henry Lee'],
    ['RESIDENTEMAIL', 'Don Henry Lee'],
    ['Unit Telefon', 'Don Henry Lee'],
    ['CorreoInquilino', 'Henry Lee'],
    ['Correo', 'Henry Lee'],
    ['Teléfonos', 'Henry Lee'],
  ])('has the title "Don" in Spanish files only: beside %j', async (heading, name) => {
    const file = await checked(server, sent, `Property,Unit,Tenant,${heading}\nP1,1,Don Henry Lee,`)
    expect((await rows(file.Id)).map(({ Resident }) => Resident)).toEqual([name])
  })
  test('in one column may be in either order', async () => {
    const file = await checked(server, sent, 'Property,Unit,Tenant\nP1,1,Lee Ann\nP1,2,"Ray, Bob"')
    await save({ Id: file.Id, Layout: { NameOrder: 'LastFirst' } })
    expect((await rows(file.Id)).map(({ Resident }) => Resident)).toEqual(['Ann Lee', 'Bob Ray'])
  })
})

describe('a unit', () => {
  const HEADINGS = 'Property,Unit,First Name,Last Name,Email'
  test.each([
    ['="0807"', '0807', 0],
    ['101.0', '101', 0],
    ["'0901", '0901', 0],
    ['007', '007', 0],
    ['#12-B', '#12-B', 0],
    ['PH', 'PH', 0],
    ['1-Jan', '1-Jan', 1],
  ])('%s is %s', async (cell, unit, warnings) => {
    const file = await checked(server, sent, `${HEADINGS}\nP1,${cell},Ann,Lee,`)
    expect((await rows(file.Id)).map(({ UnitNumber, Warnings }) => [UnitNumber, Warnings.length])).toEqual([[unit, warnings]])
  })

  test.each([
    ['0901', '901', 'by name', 'Ann,Lee,', 'Unchanged'],
    ['0901', '901', 'by e-mail', 'Anna,Leigh,ann@example.com', 'Changed'],
    ['901', '0901', 'by name', 'Ann,Lee,', 'Changed'],
    ['7', '007', 'by name', 'Ann,Lee,', 'Changed'],
    ['007', '7', 'by name', 'Ann,Lee,', 'Unchanged'],
    ['0901', '901', 'by neither', 'Eve,Other,eve@example.com', 'New'],
    ['0901', '1901', 'in another unit', 'Ann,Lee,ann@example.com', 'New'],
    ['B0', 'B', 'without a number', 'Ann,Lee,', 'New'],
  ])('%s that is %s in a file has the same person %s', async (stored, written, _, person, verdict) => {
    await addResident({ unit_number: stored, first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' })
    const file = await checked(server, sent, `${HEADINGS}\nP1,${written},${person}`)
    const [row] = await rows(file.Id)
    const warning = 'Same person as a resident whose unit is written in another way.'
    expect([row!.Verdict, row!.Warnings]).toEqual([verdict, verdict === 'New' ? [] : [warning]])
    if (verdict === 'New') return
    if (verdict === 'Changed') await applied(server, token, file.Id)
    const all = await inOrganisation(server, fixtures.organisationId, (db) =>
      db.selectFrom('residents').select('unit_number').where('email', '=', 'ann@example.com').execute(),
    )
    // The one with more zeros is right.
    expect(all).toEqual([{ unit_number: stored.length > written.length ? stored : written }])
  })
  test('with and without zeros is one in a file too', async () => {
    const file = await checked(server, sent, `${HEADINGS}\nP1,0901,Ann,Lee,\nP1,901,Ann,Lee,`)
    expect(counts(file)).toMatchObject({ New: 1, Refused: 1 })
  })
})
