import type pg from 'pg'

/** A table with the columns that COPY reads and writes. */
export type Table = { readonly name: string; readonly columns: readonly string[] }
/** A partition that the program has created since the migrations, such as one for a day. */
export type Partition = { readonly name: string; readonly parent: string; readonly bound: string }
export type Sequence = { readonly name: string; readonly lastValue: string }

/** Both sides write and read values in the same form, whatever the settings of server and role are. */
export const PORTABLE_VALUES = `set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** The tables of `schema_migrations`' owner, except those of extensions. Names are quoted. */
const OURS = `c.relowner = (select relowner from pg_class where oid = 'public.schema_migrations'::regclass)
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`
const NAME = `format('%I.%I', n.nspname, c.relname)`

/** All tables with rows of the product. `isScoped` is true where row-level security hides rows from this role. */
export async function tablesOf(client: pg.Client): Promise<(Table & { isScoped: boolean })[]> {
  const { rows } = await client.query(`select ${NAME} as name, row_security_active(c.oid) as "isScoped",
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.oid <> 'public.schema_migrations'::regclass and ${OURS} order by 1`)
  return rows
}

export async function partitionsOf(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query(`select ${NAME} as name, format('%I.%I', pn.nspname, p.relname) as parent,
      pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
    where c.relispartition and c.relkind in ('r', 'p') and ${OURS} order by 1`)
  return rows
}

/** The sequences that have been used. */
export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query(`select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
    from pg_sequences where last_value is not null
      and sequenceowner = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'schema_migrations')
    order by 1`)
  return rows
}

export async function createPartitions(client: pg.Client, partitions: readonly Partition[]): Promise<void> {
  for (const { name, parent, bound } of partitions)
    await client.query(`create table if not exists ${name} partition of ${parent} ${bound}`)
}

/** Whether the database has a table other than those of extensions. */
export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') limit 1`)
  return rowCount !== 0
}

/**
 * Empties the tables and runs `load` without foreign keys, triggers and forced row-level security, all of which are restored
 * afterwards; foreign keys are then verified. Needs the owner and a transaction.
 */
export async function withoutChecks(client: pg.Client, tables: readonly Table[], load: () => Promise<void>): Promise<void> {
  const keys = await client.query<{ name: string; on: string; definition: string }>(
    `select quote_ident(k.conname) as name, ${NAME} as on, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${OURS} order by k.oid`,
  )
  const altered = await client.query<{ name: string; isForced: boolean; hasTriggers: boolean }>(
    `select ${NAME} as name, c.relforcerowsecurity as "isForced",
       exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${OURS}`,
  )
  const alter = (on: string, change: string) => client.query(`alter table ${on} ${change}`)
  for (const { name, on } of keys.rows) await alter(on, `drop constraint ${name}`)
  for (const { name, isForced, hasTriggers } of altered.rows) {
    if (isForced) await alter(name, 'no force row level security')
    if (hasTriggers) await alter(name, 'disable trigger user')
  }
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  await load()
  for (const { name, on, definition } of keys.rows) await alter(on, `add constraint ${name} ${definition}`)
  for (const { name, isForced, hasTriggers } of altered.rows) {
    if (isForced) await alter(name, 'force row level security')
    if (hasTriggers) await alter(name, 'enable trigger user')
  }
}

export const setSequence = (client: pg.Client, { name, lastValue }: Sequence) =>
  client.query('select setval($1::regclass, $2)', [name, lastValue])
