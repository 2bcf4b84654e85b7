import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice, Id } from '#platform/wire.ts'

/** A separate file, because the first screen needs this list of places but not the rest of the contract. */
export const lockerBanksOfBuilding = operation('GET', '/lockerbank/building/{buildingId}/lockerBanks', {
  // Package search filters by a place, package detail names one, and the dashboards select one.
  permission: ['ViewLockerBank', 'ViewLockerBankDashboard', 'ViewPackage', 'EditPackage'],
  summary: 'The locker banks of a building, by name',
  params: z.object({ buildingId: Id }),
  output: z.array(Choice),
})
