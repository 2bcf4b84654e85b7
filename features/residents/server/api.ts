/** Public functions of residents for other features. */
export { createOrUpdateResident } from './admit.ts'
export {
  analyzeResidents,
  analyzeUnknownResidents,
  type BulkWriting,
  changeResidents,
  createResidents,
  moveOutResidents,
  residentsForBulk,
} from './bulk.ts'
export { type CodeOwner, delegatesToday, ownerOfCode } from './code-owner.ts'
export { openAuditValues } from './personal-data/audit-values.ts'
