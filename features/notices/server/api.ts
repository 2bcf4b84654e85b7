/** Public functions of notices for other features. */
export { cancelArrivals, queueNotices } from './queue.ts'
