import type { Db } from '#platform/server/postgres/db.ts'

/** The API keys that count now, each with the locker bank that holds it: neither the bank nor its organisation is closed. */
export const keysInUse = (db: Db) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('locker_banks as b', 'b.id', 'k.locker_bank_id')
    .innerJoin('organisations as o', 'o.id', 'k.organisation_id')
    .select(['k.id', 'k.secret_hash', 'k.secret_encrypted', 'k.locker_bank_id', 'b.name', 'b.property_id'])
    .where('b.is_active', '=', true)
    .where('b.deleted_at', 'is', null)
    .where('o.is_active', '=', true)
