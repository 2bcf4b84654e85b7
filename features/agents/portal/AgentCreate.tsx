import { AgentForm } from './AgentForm.tsx'

/** A new agent (spec 2 §2). */
export default function AgentCreate() {
  return <AgentForm agent={null} />
}
