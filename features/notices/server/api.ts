/** Public functions of notices for other features. */
export { cancelArrivals, queueNotices } from './queue.ts'
export { eraseNotices, noticesOf } from './store.ts'
