export { limitedOpening, type OpeningDeps } from './limited.ts'
export { takeOpening } from './take.ts'
