import { STATUSES } from '#features/package-statuses/statuses.ts'
import { packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { clerkFixtures } from './clerk-fixtures.ts'

/** An organisation for each test, and saves of the package form. */
export function draftFixtures() {
  const state = clerkFixtures()
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
