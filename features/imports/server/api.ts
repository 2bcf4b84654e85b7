/** The public functions of imports on the server. */
export { applyFetched } from './save.ts'
export { isAsked, statusMessage } from './status.ts'
export { type ReadFile, readFetched, receiveFetched, whyNotFetched } from './upload.ts'
