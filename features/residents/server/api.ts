/** What residents offer to the server of other features. */
export { createOrUpdateResident as admitResident } from './admit.ts'
export {
  BULK_COLUMNS,
  type BulkChange,
  type BulkResident,
  type BulkWriting,
  changeResidents,
  creating,
  keepCounted,
  moveOutResidents,
  sealResidents,
} from './bulk.ts'
export { createResident, updateResident, type Writing } from './store.ts'
