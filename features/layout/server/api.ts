/** What layouts offer to others: a bank's layout as the wire has it, column by column with its doors' rows, or one of its lockers. */
export { type Locker, lockerOf } from './locker.ts'
export { columnsOf, doorOf, readLayout } from './lockers.ts'
