/** The public functions of import sources on the server. */
export { readSources, saveSources } from './store.ts'
