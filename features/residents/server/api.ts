/** What residents offer to the server of other features. */
export { admitResident } from './admit.ts'
export { endWhatIsOver } from './hold.ts'
export { createResident, updateResident, type Writing } from './store.ts'
