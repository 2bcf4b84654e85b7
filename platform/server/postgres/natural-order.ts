import { sql } from 'kysely'

/** Sorts a name as people read it: numbers in it as numbers, case not first (0001-structure.sql). */
export const naturalOrder = (column: string) => sql<string>`${sql.ref(column)} collate natural_order`
