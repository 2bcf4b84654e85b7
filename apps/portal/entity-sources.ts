import { adviceTags } from '#features/advice-tags/contract.ts'
import { adviceTagEntity, t as tAdviceTags } from '#features/advice-tags/screens.ts'
import { agents } from '#features/agents/contract.ts'
import { agentEntity, t as tAgents } from '#features/agents/screens.ts'
import { buildings } from '#features/buildings/contract.ts'
import { buildingEntity, t as tBuildings } from '#features/buildings/screens.ts'
import { couriers } from '#features/couriers/contract.ts'
import { courierEntity, t as tCouriers } from '#features/couriers/screens.ts'
import { mailrooms } from '#features/mailrooms/contract.ts'
import { mailroomEntity, t as tMailrooms } from '#features/mailrooms/screens.ts'
import { organisations } from '#features/organisations/contract.ts'
import { organisationEntity, t as tOrganisations } from '#features/organisations/screens.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { roleName } from '#features/portal-users/rules.ts'
import { portalUserEntity, t as tPortalUsers } from '#features/portal-users/screens.ts'
import { properties } from '#features/properties/contract.ts'
import { propertyEntity, t as tProperties } from '#features/properties/screens.ts'
import { regions } from '#features/regions/contract.ts'
import { regionEntity, t as tRegions } from '#features/regions/screens.ts'
import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PaletteSource } from '#platform/portal/navigation/screen.ts'

/** The kinds of record that the command palette finds as their lists do. */
export const entitySources: readonly PaletteSource[] = [
  entitySource(agentEntity, {
    group: tAgents('ScreenAgents').text,
    operation: agents.page,
    hit: (row) => ({ id: row.AgentId, title: `${row.FirstName} ${row.LastName}`, hint: row.CourierName }),
  }),
  entitySource(courierEntity, {
    group: tCouriers('ScreenCouriers').text,
    operation: couriers.page,
    hit: (row) => ({ id: row.Id, title: row.Name, hint: row.Description }),
  }),
  entitySource(propertyEntity, {
    group: tProperties('ScreenProperties').text,
    operation: properties.page,
    hit: (row) => ({ id: row.Id, title: row.Name, hint: row.Address }),
  }),
  entitySource(buildingEntity, {
    group: tBuildings('ScreenBuildings').text,
    operation: buildings.page,
    hit: (row) => ({ id: row.Id, title: row.Name, hint: row.PropertyName }),
  }),
  entitySource(mailroomEntity, {
    group: tMailrooms('ScreenMailrooms').text,
    operation: mailrooms.page,
    hit: (row) => ({ id: row.Id, title: row.Name, hint: `${row.BuildingName}, ${row.PropertyName}` }),
  }),
  entitySource(regionEntity, {
    group: tRegions('ScreenRegions').text,
    operation: regions.page,
    hit: (row) => ({ id: row.Id, title: row.Name, hint: row.Description }),
  }),
  entitySource(adviceTagEntity, {
    group: tAdviceTags('ScreenAdviceTags').text,
    operation: adviceTags.page,
    hit: (row) => ({ id: row.Id, title: row.Name, hint: '' }),
  }),
  entitySource(portalUserEntity, {
    group: tPortalUsers('ScreenUsers').text,
    operation: portalUsers.page,
    hit: (row) => ({ id: row.Id, title: `${row.FirstName} ${row.LastName}`, hint: roleName(row.UserRole).text }),
  }),
  entitySource(organisationEntity, {
    group: tOrganisations('ScreenOrganisations').text,
    operation: organisations.page,
    hit: (row) => ({ id: row.Id, title: row.Name, hint: row.SystemName }),
  }),
]
