/** Used by packages: the courier of a tracking number. */
export { assignableCouriers } from './store.ts'
