export { readLayout } from './lockers.ts'
