import { lockerCategory } from '#features/layout/model.ts'
import type { CabinetLocker } from '../../contract.ts'

/** A device opens it and nobody has disabled it. */
export const isOpenable = ({ LockerState, IsDeviceAssociated }: Pick<CabinetLocker, 'LockerState' | 'IsDeviceAssociated'>) =>
  lockerCategory({ state: LockerState, isMapped: IsDeviceAssociated }) !== 'disabled'
