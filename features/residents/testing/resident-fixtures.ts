import { afterAll, beforeAll } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { residents } from '../contract.ts'

/** Two organisations, and saves of residents of `riverside`. */
export function residentFixtures() {
  const state = {} as {
    server: TestServer
    organisation: Fixtures
    foreign: Fixtures
    manager: string
    /** Bound to the first property. */
    ofProperty: string
    mailroom: string
  }

  beforeAll(async () => {
    state.server = await testServer()
    state.organisation = await seedFixtures(state.server, 'riverside')
    state.foreign = await seedFixtures(state.server, 'harbour')
    state.manager = await tokenOf(state.server, 'organisationmanager', 'riverside')
    state.ofProperty = await tokenOf(state.server, 'propertymanager', 'riverside')
    state.mailroom = await tokenOf(state.server, 'mailroomstaff', 'riverside')
  })
  afterAll(() => state.server.stop())
  const draft = (more: object = {}) => ({
    firstName: 'Ada',
    lastName: 'Lovelace',
    propertyId: state.organisation.first.ids.property,
    buildingId: state.organisation.first.ids.building,
    unitNumber: '12A',
    emailId: 'ada@example.test',
    ...more,
  })
  const create = (more: object = {}, token = state.manager, residentId: string = EMPTY_GUID) =>
    state.server.ask(residents.create, { token, params: { residentId }, input: draft(more) })
  const update = (residentId: string, more: object = {}, token = state.manager) =>
    state.server.ask(residents.update, { token, params: { residentId }, input: draft(more) })
  const get = async (residentId: string, token = state.manager) =>
    state.server.ask(residents.get, { token, params: { residentId } })
  const auditOf = (subject: string) =>
    inOrganisation(state.server, state.organisation.organisationId, (db) =>
      db.selectFrom('audit').select(['action', 'detail']).where('subject_id', '=', subject).orderBy('id').execute(),
    )
  const generate = async (propertyId = state.organisation.first.ids.property) =>
    (await state.server.ask(residents.generateCode, { token: state.manager, input: { propertyId } })).body
      .LockerAccessCode as string

  return { state, create, update, get, auditOf, generate }
}
