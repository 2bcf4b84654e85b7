import { call } from '#platform/portal/api/call.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import type { PaletteSource } from '#platform/portal/navigation/screen.ts'
import { agents } from '../contract.ts'
import { t } from '../screens.ts'

const SHORTEST = 2
const FOUND = 8

/** Agents by words in any order: names, courier, e-mail address and phone. */
export const agentSource: PaletteSource = {
  group: t('ScreenAgents').text,
  find: async (text, { permissions, organisation }, signal) => {
    if (text.length < SHORTEST || !permissions.has('ViewAgent') || !permissions.has('EditAgent')) return []
    const input = { SearchText: text, PageSize: FOUND, OrganisationId: organisation.id }
    const { Data } = await call(agents.page, { input, signal })
    return Data.map(({ AgentId, FirstName, LastName, CourierName }) => ({
      title: `${FirstName} ${LastName}`,
      path: pathTo('/agent/{agentId}/edit', { agentId: AgentId }),
      hint: CourierName,
    }))
  },
}
