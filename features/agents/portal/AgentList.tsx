import { propertyFilter } from '#features/buildings/portal/shared/place-filters.ts'
import { useCourierChoices } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { listText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { type AGENT_SORTS, type AgentRow, agents } from '../contract.ts'
import { t } from '../messages.ts'
import { AGENT_ROLES, AGENT_STATUS } from '../rules.ts'
import { agentEntity, t as screens } from '../screens.ts'
import { AgentStatusMark, agentStatusText } from './AgentStatusMark.tsx'
import { lock, unlock } from './agent-actions.ts'

const filters: GridFilter[] = [
  { name: 'SearchText', label: t('LabelSearch').text, kind: 'search', personal: true },
  { name: 'CourierId', label: label('LabelCourier').text, kind: 'choice', pinned: true, useChoices: useCourierChoices },
  propertyFilter(label('LabelProperty').text),
]

const nameOf = ({ FirstName, LastName }: AgentRow) => `${FirstName} ${LastName}`
const nameOnCard = (row: AgentRow) => (
  <>
    {nameOf(row)} {row.AgentStatus !== AGENT_STATUS.Active && <AgentStatusMark status={row.AgentStatus} />}
  </>
)
const roleOf = ({ RoleTypeId }: AgentRow) => AGENT_ROLES.find(({ id }) => id === RoleTypeId)?.name ?? ''
const propertiesOf = ({ Properties }: AgentRow) => listText(Properties.map(({ Name }) => Name))

/** The first property as a link, and the number of the others; all of them in a tooltip. */
function properties(row: AgentRow) {
  const [first, ...others] = row.Properties
  if (!first) return null
  return (
    <span title={propertiesOf(row)}>
      <RecordLink kind="property" id={first.Id}>
        {first.Name}
      </RecordLink>
      {others.length > 0 && ` ${label('AndMore', { count: others.length }).text}`}
    </span>
  )
}

const columns: GridColumn<AgentRow, (typeof AGENT_SORTS)[number]>[] = [
  { id: 'FirstName', header: label('LabelFirstName').text },
  { id: 'LastName', header: label('LabelLastName').text },
  { id: 'CourierName', header: label('LabelCourier').text, card: true, cell: courierName },
  {
    id: 'AgentStatus',
    header: label('LabelStatus').text,
    cell: ({ AgentStatus }) => <AgentStatusMark status={AgentStatus} />,
    text: ({ AgentStatus }) => agentStatusText(AgentStatus),
  },
  { id: 'RoleTypeId', header: label('LabelRole').text, cell: roleOf, text: roleOf },
  { id: 'Properties', header: label('LabelProperties').text, cell: properties, text: propertiesOf },
]

/** The agents of the viewer's properties with their status, role and properties (spec 2 §2). */
export default function AgentList() {
  return (
    <EntityList
      id="agents"
      entity={agentEntity}
      title={screens('ScreenAgents').text}
      operation={agents.page}
      remove={agents.remove}
      removeMany={agents.removeMany}
      bulk={[lock, unlock]}
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
