/** The public functions of imports on the server. */
export { eraseFromImports } from './discard.ts'
export { applyFetched } from './save.ts'
export { receiveFetched, whyNotFetched } from './upload.ts'
