import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { agents } from '../contract.ts'
import { agentEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(agentEntity, {
      group: t('ScreenAgents').text,
      operation: agents.page,
      hit: (row) => ({ id: row.AgentId, title: `${row.FirstName} ${row.LastName}`, hint: row.CourierName }),
    }),
  ],
}
