import type { Db } from '#platform/server/postgres/db.ts'

/** A building's property and time zone, locked against its deletion; undefined for one that is deleted, not the tenant's or not in the given property. */
export const activeBuilding = (db: Db, { BuildingId, PropertyId }: { BuildingId: string; PropertyId?: string | undefined }) => {
  const building = db
    .selectFrom('buildings as b')
    .innerJoin('properties as p', 'p.id', 'b.property_id')
    .select(['b.property_id', 'p.time_zone'])
    .where('b.id', '=', BuildingId)
    .where('b.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .forKeyShare('b')
  return (PropertyId === undefined ? building : building.where('p.id', '=', PropertyId)).executeTakeFirst()
}
