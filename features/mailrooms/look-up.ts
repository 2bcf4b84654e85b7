import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice, Id } from '#platform/wire.ts'

/** A separate file, because the first screen needs this list of places but not the rest of the contract. */
export const mailroomsOfBuilding = operation('GET', '/building/{buildingId}/mailRooms', {
  // A locker bank's default mailroom, a package's mailroom, the one that the dashboard asks for, and the filter of package
  // search.
  permission: ['ViewMailroom', 'AddLockerBank', 'EditLockerBank', 'ViewPackage', 'AddPackage', 'EditPackage', 'OpenLocker'],
  summary: 'The active mailrooms of a building, by name',
  params: z.object({ buildingId: Id }),
  output: z.array(Choice),
})
