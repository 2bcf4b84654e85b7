export { everyBank } from './summary.ts'
