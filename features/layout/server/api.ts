/** Public functions: a bank's layout as the contract has it, its columns with the rows of their lockers, and one locker. */
export { type Locker, lockerOf } from './locker.ts'
export { columnsOf, layoutLockerOf, lockerByName, readLayout } from './lockers.ts'
