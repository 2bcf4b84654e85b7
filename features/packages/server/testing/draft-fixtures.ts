import { beforeEach } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { type PackageFixtures, seedPackageFixtures } from './fixtures.ts'

/** An organisation for each test, and saves of the package form. */
export function draftFixtures() {
  const state = {} as {
    server: TestServer
    organisation: OrganisationFixtures
    fixtures: PackageFixtures
    token: string
  }

  eachOnServer(async (on, nth) => {
    state.server = on
    state.organisation = await seedOrganisation(state.server, `riverside${nth}`)
    state.fixtures = await seedPackageFixtures(state.server, state.organisation)
  })
  beforeEach(async () => {
    state.token = await tokenOf(state.server, 'mailroomstaff', state.organisation.systemName)
  })
  const recipient = () => state.fixtures.people[0]!
  const draft = (more: object = {}) => ({
    BuildingId: state.fixtures.buildingId,
    PackageNumber: 'P-1',
    CourierId: state.fixtures.courierId,
    StatusId: STATUSES.InMailroom.id,
    ResidentId: recipient().residentId,
    Name: recipient().name,
    UnitNumber: recipient().unitNumber,
    DropOffTime: '2026-11-20T10:00:00Z',
    MailRoomId: state.fixtures.mailroomId,
    TrackingNumber: '1Z5',
    ...more,
  })
  const save = (more: object = {}, as = state.token) => state.server.ask(packageForm.save, { token: as, input: draft(more) })
  const get = async (packageId: string) =>
    (await state.server.ask(packages.get, { token: state.token, params: { packageId } })).body
  const formOf = async (id: string) => {
    const { Version, PackageNumber, TrackingNumber, StatusId, ResidentId, Name, UnitNumber, MailRoomId, Note } = await get(id)
    return { Id: id, Version, PackageNumber, TrackingNumber, StatusId, ResidentId, Name, UnitNumber, MailRoomId, Note }
  }

  return { state, recipient, draft, save, get, formOf }
}
