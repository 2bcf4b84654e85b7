/** What packages offer to the server of other features. */
export { addPackage, type NewPackage } from './add.ts'
export { applyOpened, checkOpening, choicesForLocker, type Opening } from './at-dashboard.ts'
export { EXPIRE_BATCH, expireDue } from './expire.ts'
export { packagesInLocker } from './in-locker.ts'
export { packageEvents } from './kiosk-events.ts'
export { releaseReservation, reserveLocker } from './reservations.ts'
export { type Actor, SYSTEM } from './save.ts'
export { packagesToCollect, packagesToConfirm, packagesToRecover, packageToLoad } from './terminal.ts'
