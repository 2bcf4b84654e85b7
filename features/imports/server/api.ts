/** What imports offer to the server of other features. */
export { eraseFromImports } from './forget.ts'
