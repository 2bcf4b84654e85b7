/** What layouts offer to others: a bank's layout as the wire has it, or column by column with its doors' rows. */
export { columnsOf, doorOf, readLayout } from './lockers.ts'
