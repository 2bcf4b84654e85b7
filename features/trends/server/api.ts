/** Public functions of trends for other features. */
export { keepDays, keepHours } from './keep.ts'
