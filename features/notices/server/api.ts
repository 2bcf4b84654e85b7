/** Public functions of notices for other features. */
export { type PackageEvent, queueNotices } from './queue.ts'
export { eraseNotices, noticesOf } from './store.ts'
