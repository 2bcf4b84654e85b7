import { expect, test } from 'vitest'
import { personName } from './person-name.ts'

test.each([
  ['Ann', 'Lee', 'Ann Lee'],
  ['-', 'Schmidt GmbH', 'Schmidt GmbH'],
  ['Sukarno', '-', 'Sukarno'],
  ['Ann-Marie', 'Lee', 'Ann-Marie Lee'],
  ['-', '-', '-'],
])('%j and %j are %j', (first, last, name) => {
  expect(personName(first, last)).toBe(name)
})
