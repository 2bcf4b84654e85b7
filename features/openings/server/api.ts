export { limitedOpening, type OpeningDeps } from './limited.ts'
export { changePersonPerMinute, readLimits } from './limits.ts'
export { takeOpening } from './take.ts'
