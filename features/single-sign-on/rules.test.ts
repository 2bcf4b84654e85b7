import { expect, test } from 'vitest'
import { roleOfClaims, valuesOf } from './rules.ts'

test.each<[what: string, claims: object, name: string, values: readonly string[]]>([
  ['a list', { groups: ['a', 'b'] }, 'groups', ['a', 'b']],
  ['a text', { role: 'a' }, 'role', ['a']],
  ['a path of Keycloak', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [
    'a path of a client of Keycloak',
    { resource_access: { parcelhall: { roles: ['a'] } } },
    'resource_access.parcelhall.roles',
    ['a'],
  ],
  ['an address, as Auth0 names claims', { 'https://riverside.test/roles': ['a'] }, 'https://riverside.test/roles', ['a']],
  ['a name with dots before a path', { 'a.b': 'x', a: { b: 'y' } }, 'a.b', ['x']],
  ['nothing', {}, 'groups', []],
  ['a number', { groups: [1, 'a', null] }, 'groups', ['a']],
  ['what every object has', {}, 'constructor.name', []],
])('the values of a claim: %s', (_, claims, name, values) => {
  expect(valuesOf({ ...claims }, name)).toEqual(values)
})

test('the first row that matches gives the role, and without a match the default one', () => {
  const draft = {
    RoleClaim: 'groups',
    RoleMapping: [
      { Value: 'managers', Role: 'organisationmanager' as const },
      { Value: 'desk', Role: 'mailroomstaff' as const },
    ],
    DefaultRole: 'leasingspecialist' as const,
  }
  expect(roleOfClaims({ groups: ['desk', 'managers'] }, draft)).toBe('organisationmanager')
  expect(roleOfClaims({ groups: 'desk' }, draft)).toBe('mailroomstaff')
  expect(roleOfClaims({ groups: [] }, draft)).toBe('leasingspecialist')
  expect(roleOfClaims({}, { ...draft, RoleMapping: [] })).toBeNull()
})
