/** What agents offer to the server of other features: approving a registration makes one, after looking whether there is one. */
export { createAgent } from './save.ts'
export { visibleAgents } from './store.ts'
