import type { Keys } from '#platform/server/security/keys.ts'
import { COURIERS, pinOf } from './couriers.ts'
import { BANKS } from './locker-banks.ts'
import { RIVERSIDE } from './organisations.ts'
import { accessCodes, residentsOf } from './residents.ts'

/** Who may stand at the first locker bank's terminal, for trying it. */
export type KioskTrial = {
  readonly lockerBank: string
  readonly agent: { readonly userName: string; readonly pin: string }
  readonly resident: { readonly name: string; readonly unitNumber: string; readonly accessCode: string }
}

export function kioskTrial(keys: Keys): KioskTrial {
  const bank = BANKS[0]!
  const { userName } = COURIERS[0]!.agents[0]!
  const residents = residentsOf(RIVERSIDE)
  const resident = residents.find((one) => one.buildingId === bank.buildingId && one.occupancy === 'current')!
  return {
    lockerBank: bank.name,
    agent: { userName, pin: pinOf(keys, userName) },
    resident: {
      name: `${resident.firstName} ${resident.lastName}`,
      unitNumber: resident.unitNumber,
      accessCode: accessCodes(residents, keys).get(resident.id)!,
    },
  }
}
