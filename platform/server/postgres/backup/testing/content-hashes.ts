import { withConnection } from '../../bootstrap-database.ts'

/** The number of rows of each table and a hash of all of them, without the history of migrations. `url` is a superuser's. */
export const contentHashes = (url: string): Promise<Record<string, string>> =>
  withConnection(url, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
         and relname <> 'schema_migrations' order by 1`,
    )
    const hashes: Record<string, string> = {}
    for (const { name } of tables.rows) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(r, E'\\n' order by r)), '') as hash from (select t::text as r from ${name} t) rows`,
      )
      hashes[name] = rows[0].hash
    }
    return hashes
  })
