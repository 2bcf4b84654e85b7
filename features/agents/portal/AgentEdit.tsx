import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { agents } from '../contract.ts'
import AgentForm from './AgentForm.tsx'

/** An agent as they are edited (spec 2 §2). */
export default function AgentEdit() {
  const { agentId } = usePathParams('agentId')
  const agent = useCall(agents.get, { params: { agentId } })
  return <Loaded query={agent}>{(data) => <AgentForm key={data.Id} agent={data} />}</Loaded>
}
