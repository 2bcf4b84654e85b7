import { propertyFilter } from '#features/buildings/portal/shared/place-filters.ts'
import { useCourierChoices } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { t as label } from '#platform/labels.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { type AgentRow, agents } from '../contract.ts'
import { t } from '../messages.ts'
import { AGENT_STATUS } from '../rules.ts'
import { agentEntity, t as screens } from '../screens.ts'
import { AgentStatusMark } from './AgentStatusMark.tsx'

const filters: GridFilter[] = [
  { name: 'SearchText', label: t('LabelSearch').text, kind: 'search', personal: true },
  { name: 'CourierId', label: label('LabelCourier').text, kind: 'choice', pinned: true, useChoices: useCourierChoices },
  propertyFilter(label('LabelProperty').text),
]

const nameOf = ({ FirstName, LastName }: AgentRow) => `${FirstName} ${LastName}`
const lastName = ({ LastName, AgentStatus }: AgentRow) => (
  <>
    {LastName} {AgentStatus !== AGENT_STATUS.Active && <AgentStatusMark status={AgentStatus} />}
  </>
)
const nameOnCard = (row: AgentRow) => (
  <>
    {row.FirstName} {lastName(row)}
  </>
)

const columns: GridColumn<AgentRow, 'FirstName' | 'LastName' | 'CourierName'>[] = [
  { id: 'FirstName', header: label('LabelFirstName').text },
  { id: 'LastName', header: label('LabelLastName').text, cell: lastName },
  { id: 'CourierName', header: label('LabelCourier').text, card: true, cell: courierName },
]

/** The agents of the viewer's properties; those who cannot sign in are marked (spec 2 §2). */
export default function AgentList() {
  return (
    <EntityList
      id="agents"
      entity={agentEntity}
      title={screens('ScreenAgents').text}
      operation={agents.page}
      remove={agents.remove}
      columns={columns}
      rowId={(row) => row.AgentId}
      rowName={nameOf}
      cardHeading={nameOnCard}
      filters={filters}
      labels={{ add: t('AddAgent').text, remove: t('DeleteAgents').text, edit: label('LinkEdit').text }}
      empty={t('NoAgents').text}
    />
  )
}
