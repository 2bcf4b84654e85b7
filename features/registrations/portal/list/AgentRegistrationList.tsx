import { propertyFilter } from '#features/buildings/portal/shared/place-filters.ts'
import { useCourierChoices } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { t as label } from '#platform/labels.ts'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { type AgentRow, registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import { RegistrationGrid } from './RegistrationGrid.tsx'

const COLUMNS: GridColumn<AgentRow, 'CourierName'>[] = [
  { id: 'CourierName', header: label('LabelCourier').text, cell: courierName },
]
const FILTERS: GridFilter[] = [
  { name: 'SearchText', label: t('LabelSearchAgents').text, kind: 'search', personal: true },
  { name: 'CourierId', label: label('LabelCourier').text, kind: 'choice', pinned: true, useChoices: useCourierChoices },
  propertyFilter(label('LabelProperty').text),
]

/** Self-registrations of agents, initially the pending ones (spec 2 §2). */
export default function AgentRegistrationList() {
  return <RegistrationGrid of="agent" operation={registrationsOf.agent.page} columns={COLUMNS} filters={FILTERS} />
}
