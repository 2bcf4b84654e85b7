import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildings } from '#features/buildings/contract.ts'
import type { AuditAction } from '#platform/audit.ts'
import type { Operation } from '#platform/operation.ts'
import { AUDITED_PLACES, type There, type Values } from './testing/audited-places.ts'
import { AUDITED_PEOPLE_AND_SETTINGS } from './testing/audited-settings.ts'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from './testing/fixtures.ts'
import { type Fixtures, seedFixtures } from './testing/seed-fixtures.ts'
import { type TestServer, testServer } from './testing/server.ts'

let server: TestServer
let own: Fixtures
let other: OrganisationFixtures
let token: string
beforeAll(async () => {
  server = await testServer()
  own = await seedFixtures(server, 'riverside', { isSuperAdmin: true })
  other = await seedOrganisation(server, 'quay')
  token = await tokenOf(server, 'superadmin', 'riverside')
})
afterAll(() => server.stop())

const idOf = async (op: Operation, input: unknown): Promise<string> => {
  const { status, body } = await server.ask(op, { token, input })
  expect([status, body]).toMatchObject([200, { Id: expect.any(String) }])
  return body.Id
}
const newBuilding = (Name: string) => idOf(buildings.save, { PropertyId: own.first.ids.property, Name })
const there = (): There => ({ server, token, own, other, idOf, newBuilding })

const lastEntry = (organisationId: string, action: AuditAction) =>
  inOrganisation(server, organisationId, (db) =>
    db.selectFrom('audit').select(['id', 'detail']).where('action', '=', action).orderBy('id', 'desc').executeTakeFirst(),
  )

test.each(Object.entries({ ...AUDITED_PLACES, ...AUDITED_PEOPLE_AND_SETTINGS }))(
  '%s › an entry has the old and the new value of each field, and no secret or personal value',
  async (_, kind) => {
    const { op, action, params = () => ({}), inEntry = {}, hidden = {}, organisation = () => own.organisationId } = kind
    const fixed = (await kind.fixed?.(there())) ?? {}
    const [before, after] = [kind.before(there()), kind.after(there())]
    const listed = [...Object.keys(before), ...Object.keys(fixed)]
    expect(Object.keys(kind.fields).filter((field) => !['Id', 'Version', ...listed].includes(field))).toEqual([])
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())

    const save = async (change: Values) => {
      const { status, body } = await server.ask(op, { token, params: params(there()), input: { ...fixed, ...before, ...change } })
      expect([status, body]).toMatchObject([200, {}])
    }
    for (const field of Object.keys(before)) {
      await save({})
      const earlier = await lastEntry(organisation(there()), action)
      await save({ [field]: after[field] })
      const entry = await lastEntry(organisation(there()), action)
      expect(entry?.id, field).not.toBe(earlier?.id)
      const instead = hidden[field]
      const [name, of = (value: unknown) => value] = inEntry[field] ?? [field]
      const inDetail = of as (value: unknown) => unknown
      if (instead) {
        expect({ field, ...(entry!.detail as object) }).toMatchObject({ field, ...instead })
        if (typeof after[field] === 'string') expect(JSON.stringify(entry!.detail)).not.toContain(JSON.stringify(after[field]))
      } else
        expect({ field, ...(entry!.detail as object) }).toMatchObject({
          field,
          before: { [name]: inDetail(before[field]) },
          after: { [name]: inDetail(after[field]) },
        })
    }
  },
)
