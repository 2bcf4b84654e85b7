/** The public functions of imports on the server. */
export { eraseFromImports } from './discard.ts'
