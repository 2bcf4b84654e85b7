/** The public functions of imports on the server. */
export { eraseFromImports } from './discard.ts'
export { applyFetched } from './save.ts'
export { type ReadFile, readFetched, receiveFetched, whyNotFetched } from './upload.ts'
