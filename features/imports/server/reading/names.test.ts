import { expect, test } from 'vitest'
import { nameOf, namesOf } from './names.ts'

test.each([
  ['Lee, Ann', 'Ann|Lee'],
  ['Lee,Ann Marie', 'Ann Marie|Lee'],
  ['Ann Lee', 'Ann|Lee'],
  ['Ann Marie Lee', 'Ann Marie|Lee'],
  ['Smith-Jones Jr., Mary-Jane', 'Mary-Jane|Smith-Jones Jr.'],
  ['Smith, Jr., John', 'John|Smith Jr.'],
  ['John Smith, Jr.', 'John|Smith Jr.'],
  ['John Smith III', 'John|Smith III'],
  ['Anna van der Berg', 'Anna|van der Berg'],
  ['Maria de la Cruz', 'Maria|de la Cruz'],
  ['Mr. John Smith', 'John|Smith'],
  ['Herr Jörg Weiß', 'Jörg|Weiß'],
  ['Lee, Ann (t0012345)', 'Ann|Lee'],
  ['Suharto', 'Suharto|'],
  ['Lee,', 'Lee|'],
  // Titles.
  ['Prof. Dr. Weber', '|Weber'],
  ['Prof. Dr. Hans Weber', 'Hans|Weber'],
  ['Mrs. Lee', '|Lee'],
  ['Frau Weber', '|Weber'],
  ['Familie Weber', '|Weber'],
  ['Sra. García', '|García'],
  ['Lee, Mrs. Ann', 'Ann|Lee'],
  ['Lee, Ann Mrs.', 'Ann|Lee'],
  ['Lee, Ann, Dr.', 'Ann|Lee'],
  ['Lee, Mrs.', '|Lee'],
  ['Dr. Weber, Hans', 'Hans|Weber'],
  ['Weber, Prof. Dr. Hans', 'Hans|Weber'],
  ['Dipl.-Ing. Hans Weber', 'Hans|Weber'],
  ['Sr. Juan García', 'Juan|García'],
  ['Doña Ana García', 'Ana|García'],
  ['Sr. D. Juan García', 'Juan|García'],
  ['Ann Lee, Ph.D.', 'Ann|Lee Ph.D.'],
  ['Michael Herr', 'Michael|Herr'],
  ['Ing Wei', 'Ing|Wei'],
  ['John Smith Sr.', 'John|Smith Sr.'],
  ['Don Lee', 'Don|Lee'],
  ['Don Henry Lee', 'Don Henry|Lee'],
  ['Lee, Don', 'Don|Lee'],
  ['D. Lee', 'D.|Lee'],
  // Companies.
  ['Acme LLC', 'Acme LLC|'],
  ['Acme, LLC', 'Acme, LLC|'],
  ['Acme Widgets, Inc.', 'Acme Widgets, Inc.|'],
  ['Acme L.L.C.', 'Acme L.L.C.|'],
  ['Weber Immobilien GmbH', 'Weber Immobilien GmbH|'],
  ['Weber GmbH & Co. KG', 'Weber GmbH & Co. KG|'],
  ['Weber AG', 'Weber AG|'],
  ['Turnverein Weber e.V.', 'Turnverein Weber e.V.|'],
  ['Construcciones Pérez, S.L.', 'Construcciones Pérez, S.L.|'],
  ['Construcciones Pérez S.A.U.', 'Construcciones Pérez S.A.U.|'],
  ['Pérez SL', 'Pérez SL|'],
  ['Construcciones Pérez, S. L.', 'Construcciones Pérez, S. L.|'],
  ['Caritas e. V.', 'Caritas e. V.|'],
  ['Lee Holdings Ltd', 'Lee Holdings Ltd|'],
  ['Lee & Sons Ltd.', 'Lee & Sons Ltd.|'],
  ['The Lee Family Trust', 'The Lee Family Trust|'],
  ['ACME CORP', 'ACME CORP|'],
  ['Acme Inc (t0012345)', 'Acme Inc|'],
  ['Maria Sa', 'Maria|Sa'],
  ['MARIA SA', 'MARIA|SA'],
  ['Anna Ek', 'Anna|Ek'],
  ['Lee, Ev', 'Ev|Lee'],
  ['Li Co', 'Li|Co'],
  ['Jin Se', 'Jin|Se'],
  ['LEE & SONS', 'LEE & SONS|'],
  ['Weber & Partner mbB', 'Weber & Partner mbB|'],
  ['Acme S.R.L.', 'Acme S.R.L.|'],
  ['Hermanos García López SA', 'Hermanos García López SA|'],
  ['Construcciones Pérez SLU', 'Construcciones Pérez SLU|'],
  ['Lee Family Foundation', 'Lee Family Foundation|'],
  // People whose names are also legal forms.
  ['Kumar A.S.', 'Kumar|A.S.'],
  ['Suresh K.G.', 'Suresh|K.G.'],
  ['Ramesh S.A.', 'Ramesh|S.A.'],
  ['Anil Kumar S.L.', 'Anil Kumar|S.L.'],
  ['Kumar, S.A.', 'S.A.|Kumar'],
  ['João SA', 'João|SA'],
  ['Lee Anna AB', 'Lee Anna|AB'],
  ['Nguyen Thi Sau', 'Nguyen Thi|Sau'],
  ['NGUYEN THI SAU', 'NGUYEN THI|SAU'],
  ['Pham Slu', 'Pham|Slu'],
  ['Moyo, Trust', 'Trust|Moyo'],
  ['Trust Moyo', 'Trust|Moyo'],
  ['Grace Trust Moyo', 'Grace Trust|Moyo'],
  ['Lee, AG', 'AG|Lee'],
  // Families, and last names of two parts.
  ['Lee Family', '|Lee'],
  ['The Lee Family', '|Lee'],
  ['Familie Müller', '|Müller'],
  ['Familia García', '|García'],
  ['José Ortega y Gasset', 'José|Ortega y Gasset'],
  ['Enric Prat i Roca', 'Enric|Prat i Roca'],
])('the name %j is %j', (text, expected) => {
  const { first, last } = nameOf(text, 'FirstLast')
  expect(`${first}|${last}`).toBe(expected)
})
test.each([
  'Co-tenant',
  'co tenant',
  'Cotenant',
  'CO-TENANT',
  'Guarantor',
  'Occupant',
  'Primary',
  'Primary Tenant',
  'minor',
  'Tenant 2',
  'Co-Tenant/Guarantor',
  'Head of Household',
  'Live-in aide',
  'Room mate',
  'Spouse',
  'Leaseholder',
  'Co-Signer',
  'Additional Occupant',
  'Financially responsible',
  'Hauptmieter',
  'Mitmieter',
  'Mitmieterin',
  'Mieter/in',
  'Untermieter',
  'Bürge',
  'Buerge',
  'Ehefrau',
  'Kind',
  'minderjährig',
  'Mitbewohner:in',
  'inquilino',
  'coinquilino',
  'Inquilino/a',
  'Titular',
  'Cotitular',
  'Avalista',
  'menor de edad',
  'Cónyuge',
  'Compañera de piso',
])('a role in brackets is not part of a name: %s', (role) => {
  const brackets = [`(${role})`, `[${role}]`, `( ${role} )`, `(${role}) (t0012345)`, `(${role}`]
  const cells = brackets.flatMap((one) => [`Poe, Ed ${one}`, `Ed Poe ${one}`, `Ed Poe${one}`])
  for (const cell of [...cells, `Poe (${role}), Ed`])
    expect([cell, namesOf(cell, 'FirstLast')]).toEqual([cell, [{ first: 'Ed', last: 'Poe' }]])
  expect(namesOf(`Poe, Ed (${role}) / Poe, Ann (${role})`, 'FirstLast').map(({ first }) => first)).toEqual(['Ed', 'Ann'])
  expect(namesOf(`Ed (${role}) & Ann Poe`, 'FirstLast').map(({ last }) => last)).toEqual(['Poe', 'Poe'])
})
test.each([
  ['Ann Lee (Annie)', 'Ann Lee (Annie)'],
  ['Ann Lee (née Ray)', 'Ann Lee (née Ray)'],
  ['Acme LLC (Guarantor)', 'Acme LLC '],
])('of the words in brackets in %j stays %j', (cell, expected) => {
  expect(
    namesOf(cell, 'FirstLast')
      .map(({ first, last }) => `${first} ${last}`)
      .join('+'),
  ).toBe(expected)
})

test('the order decides about names without a comma', () => {
  expect(['Lee Ann', 'van der Berg Anna', 'Lee, Ann'].map((text) => nameOf(text, 'LastFirst'))).toEqual([
    { first: 'Ann', last: 'Lee' },
    { first: 'Anna', last: 'van der Berg' },
    { first: 'Ann', last: 'Lee' },
  ])
})
test.each([
  ['Le Van Minh', 'Minh|Le Van'],
  ['Do Minh', 'Minh|Do'],
  ['Le Anh', 'Anh|Le'],
  ['Van Lee', 'Lee|Van'],
  ['La Rosa', 'Rosa|La'],
  ['La Rosa Maria', 'Maria|La Rosa'],
  ['de la Cruz Maria', 'Maria|de la Cruz'],
  ['Ortega y Gasset José', 'José|Ortega y Gasset'],
  ['Lee', 'Lee|'],
])('the last name is first in %j, and one word is the first name: %s', (text, expected) => {
  expect(Object.values(nameOf(text, 'LastFirst')).join('|')).toBe(expected)
})
test('Don is a title in a Spanish file only', () => {
  const spanish = ['Don José García', 'D. José García', 'Doña Ana García', 'García, Don José', 'Don', 'Don García']
  expect(spanish.map((text) => Object.values(nameOf(text, 'FirstLast', true)).join('|'))).toEqual([
    ...['José|García', 'José|García', 'Ana|García', 'José|García', 'Don|', 'García|'],
  ])
})
test.each([
  ['Ann Lee & Bob Ray', 'Ann Lee+Bob Ray'],
  ['Ann & Bob Lee', 'Ann Lee+Bob Lee'],
  ['Lee, Ann and Bob', 'Ann Lee+Bob Lee'],
  ['Lee, Ann; Ray, Bob', 'Ann Lee+Bob Ray'],
  ['Lee, Ann\nRay, Bob', 'Ann Lee+Bob Ray'],
  ['Anja und Ben Weiß', 'Anja Weiß+Ben Weiß'],
  ['Alexander Anderson', 'Alexander Anderson'],
  ['José Núñez y Peña', 'José Núñez y Peña'],
  ['Ana García y Luis Pérez', 'Ana García+Luis Pérez'],
  ['Ana García y de la Peña', 'Ana García y de la Peña'],
  ['García Pérez, Juan y Ana', 'Juan García Pérez+Ana García Pérez'],
  ['Pérez, Juan y García, Ana', 'Juan Pérez+Ana García'],
  ['Ann Lee | Bob Ray', 'Ann Lee+Bob Ray'],
  ['Lee, Ann / Lee, Bob', 'Ann Lee+Bob Lee'],
  ['Lee, Ann/Ray, Bob', 'Ann Lee+Bob Ray'],
  ['Lee, Ann & Bob', 'Ann Lee+Bob Lee'],
  ['Lee, Ann / Bob', 'Ann Lee+Bob Lee'],
  ['Ann / Bob Lee', 'Ann Lee+Bob Lee'],
  ['Ann Lee/Bob Ray', 'Ann Lee+Bob Ray'],
  ['Ann Lee, Bob Lee', 'Ann Lee+Bob Lee'],
  ['Ann Lee, Bob Ray, Cy Day', 'Ann Lee+Bob Ray+Cy Day'],
  ['Lee, Ann, Lee, Bob', 'Ann Lee+Bob Lee'],
  ['Lee, Ann, Ray, Bob', 'Ann Lee+Bob Ray'],
  ['García López, María José', 'María José García López'],
  ['Mr. & Mrs. Lee', ' Lee'],
  ['Mr. and Mrs. John Lee', 'John Lee'],
  ['Mr/Mrs Lee', ' Lee'],
  ['Herr und Frau Weber', ' Weber'],
  ['Herr Jörg Weiß und Frau Anja Weiß', 'Jörg Weiß+Anja Weiß'],
  ['Herr u. Frau Weber', ' Weber'],
  // A title for each of a couple that shares the last name.
  ['Herr Jörg und Frau Anja Weiß', 'Jörg Weiß+Anja Weiß'],
  ['Frau Anja und Herr Jörg Weiß', 'Anja Weiß+Jörg Weiß'],
  ['Herr Jörg & Frau Anja Weiß', 'Jörg Weiß+Anja Weiß'],
  ['Herr Dr. Jörg und Frau Dr. Anja Weiß', 'Jörg Weiß+Anja Weiß'],
  ['Herr Jörg und Frau Anja von der Heide', 'Jörg von der Heide+Anja von der Heide'],
  ['Herr Jörg Peter und Frau Anja Weiß', 'Jörg Peter+Anja Weiß'],
  ['Hr. Jörg / Fr. Anja Weiß', 'Jörg Weiß+Anja Weiß'],
  ['Eheleute Jörg und Anja Weiß', 'Jörg Weiß+Anja Weiß'],
  ['Familie Jörg und Anja Weiß', 'Jörg Weiß+Anja Weiß'],
  ['Herr und Frau Jörg und Anja Weiß', 'Jörg Weiß+Anja Weiß'],
  ['Herr Weiß und Frau Anja Weiß', ' Weiß+Anja Weiß'],
  ['Herr Weiß und Frau Ray', ' Weiß+ Ray'],
  ['Herr Jörg Weiß und Frau Ray', 'Jörg Weiß+ Ray'],
  ['Hans Weber und Frau', 'Hans Weber+ Weber'],
  ['Weiß, Herr Jörg und Frau Anja', 'Jörg Weiß+Anja Weiß'],
  ['Weiß, Jörg und Anja', 'Jörg Weiß+Anja Weiß'],
  ['Mr. John and Mrs. Mary Smith', 'John Smith+Mary Smith'],
  ['Mr. John & Ms. Mary Smith', 'John Smith+Mary Smith'],
  ['Dr. Ann and Mr. Bob Lee', 'Ann Lee+Bob Lee'],
  ['Sr. Juan y Sra. Ana García', 'Juan García+Ana García'],
  ['Sr. y Sra. García', ' García'],
  ['Lee, Mr. & Mrs. John', 'John Lee'],
  ['Mr. Ann Lee & Mrs. Bo Ray', 'Ann Lee+Bo Ray'],
  ['Ann Lee c/o Bob Ray', 'Ann Lee c/o Bob Ray'],
  ['Ravi s/o Kumar', 'Ravi s/o Kumar'],
  ['Smith & Jones LLP', 'Smith & Jones LLP '],
  ['Lee & Sons', 'Lee & Sons '],
  ['Acme GmbH / Bob Lee', 'Acme GmbH +Bob Lee'],
  ['Park & Son Hwa', 'Park Hwa+Son Hwa'],
  ['Mr. John & Mrs. Jane Lee', 'John Lee+Jane Lee'],
  ['Dr. Ann & Dr. Bob Lee', 'Ann Lee+Bob Lee'],
  ['Mr John and Ms Jane Lee', 'John Lee+Jane Lee'],
  ['Eheleute Ann und Bob Müller', 'Ann Müller+Bob Müller'],
  ['Familie Ann und Bob Müller', 'Ann Müller+Bob Müller'],
  ['Mr. Lee & Mrs. Ray', ' Lee+ Ray'],
  ['Mr. & Mrs. John and Jane Lee', 'John Lee+Jane Lee'],
  ['Smith and Sons', 'Smith and Sons '],
  ['Pérez e Hijos', 'Pérez e Hijos '],
  ['Ann u. Bob Müller', 'Ann Müller+Bob Müller'],
  ['Hr. u. Fr. Müller', ' Müller'],
  ...[' +1', ' + 1', ' + 2 kids', ' and family', ' & guest', ' & 2 children', ' und Kinder', ' u. Familie', ' y familia'].map(
    (others): [string, string] => [`Ann Lee${others}`, 'Ann Lee'],
  ),
  ...[
    ' & son',
    ' and Guest',
    ' with her daughter',
    ' (+1)',
    ' (+ 2 kids)',
    ' w/ family',
    ' plus 1',
    ' / Guest',
    ', and 2 others',
    ' & partner',
  ].map((others): [string, string] => [`Ann Lee${others}`, 'Ann Lee']),
  ['Lee, Ann & family', 'Ann Lee'],
  ['Ann & Bob Lee + 2 kids', 'Ann Lee+Bob Lee'],
])('the people in %j are %s', (cell, expected) => {
  expect(
    namesOf(cell, 'FirstLast')
      .map(({ first, last }) => `${first} ${last}`)
      .join('+'),
  ).toBe(expected)
})

test.each([', ', ' & ', ' / ', '; ', '\n', ' and '])(
  'no more people than a line has are in a cell, with %j between them',
  (sign) => {
    const people = (count: number) => namesOf(Array.from({ length: count }, (_, i) => `A${i} Lee`).join(sign), 'FirstLast')
    expect([people(6).length, people(7).length, people(132).length]).toEqual([6, 1, 1])
  },
)
