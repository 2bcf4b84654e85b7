/** What agents offer to the server of other features: approving a registration makes one. */
export { type AgentDetails, createAgent } from './save.ts'
