/** Public functions of notices for other features. */
export { compose, SAMPLE, tokensOfPackage } from './compose.ts'
export { cancelArrivals, queueNotices } from './queue.ts'
export { eraseNotices, noticesOf } from './store.ts'
