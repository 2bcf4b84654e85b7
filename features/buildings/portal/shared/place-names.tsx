import { RecordLink } from '#platform/portal/record/RecordLink.tsx'

type OfProperty = { readonly PropertyId: string | null; readonly PropertyName: string }
type OfBuilding = { readonly PropertyId: string | null; readonly BuildingId: string | null; readonly BuildingName: string }

/** The name of a row's property, as a link. */
export const propertyName = ({ PropertyId, PropertyName }: OfProperty) => (
  <RecordLink kind="property" id={PropertyId}>
    {PropertyName}
  </RecordLink>
)
/** The name of a row's building, as a link. */
export const buildingName = ({ PropertyId, BuildingId, BuildingName }: OfBuilding) => (
  <RecordLink kind="building" id={BuildingId} of={PropertyId}>
    {BuildingName}
  </RecordLink>
)
