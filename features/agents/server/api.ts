/** Used by registrations: the search for duplicates, and the creation on approval. */
export { createAgent } from './save.ts'
export { visibleAgents } from './store.ts'
