/** What residents offer to the server of other features. */
export { createOrUpdateResident } from './admit.ts'
export {
  analyzeResidents,
  type BulkWriting,
  changeResidents,
  createResidents,
  moveOutResidents,
  residentsForBulk,
} from './bulk.ts'
