export { limitedOpening, type OpeningDeps } from './limited.ts'
export { changePersonPerMinute, notifyRaised, readLimits } from './limits.ts'
