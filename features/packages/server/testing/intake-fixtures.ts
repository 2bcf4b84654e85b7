import { beforeEach } from 'vitest'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import { packageForm } from '../../editing-contract.ts'
import { clerkFixtures } from './clerk-fixtures.ts'

/** An organisation for each test, and bookings of its clerk. */
export function intakeFixtures() {
  const state = clerkFixtures()
  beforeEach(async () => {
    await state.fixtures.asTenant((db) => db.updateTable('residents').set({ email: 'ada@example.test' }).execute())
  })
  const draft = (more: object = {}, nth = 0) => {
    const { residentId: ResidentId, name: Name, unitNumber: UnitNumber } = state.fixtures.people[nth]!
    const place = { BuildingId: state.fixtures.buildingId, MailRoomId: state.fixtures.mailroomId }
    const label = { CourierId: state.fixtures.courierId, TrackingNumber: '1Z5R89390357567127' }
    const DropOffTime = new Date(Date.now() - 1000).toISOString()
    return { StatusId: STATUSES.InMailroom.id, ResidentId, Name, UnitNumber, ...place, ...label, DropOffTime, ...more }
  }
  const book = (more: object = {}, { nth = 0, id = newId(), as = state.token } = {}) =>
    state.server.ask(packageForm.create, { token: as, params: { packageId: id }, input: draft(more, nth) })

  return { state, draft, book }
}
