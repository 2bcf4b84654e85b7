import type pg from 'pg'

/** Counters and labels computed from the rows. */
const KEPT: Readonly<Record<string, { readonly kept: string; readonly rows: string }>> = {
  package_counts: {
    kept: `select organisation_id, property_id, building_id, place_id, status_id, status_group, packages from package_counts where packages <> 0`,
    rows: `select organisation_id, property_id, building_id, place_id, status_id, status_group, count(*) from packages group by 1, 2, 3, 4, 5, 6`,
  },
  live_packages: {
    kept: `select id, live_packages from lockers where live_packages <> 0`,
    rows: `select locker_id, count(*)::int from packages where locker_id is not null group by 1`,
  },
  locker_bank_counts: {
    kept: `select locker_bank_id, capacity, occupied, available from locker_bank_counts`,
    rows: `select locker_bank_id, count(*)::int,
             (count(*) filter (where condition = 'good' and device_serial is not null and live_packages > 0))::int,
             (count(*) filter (where condition = 'good' and device_serial is not null and live_packages = 0))::int
           from lockers where locker_type = 'locker' and locker_mode <> -1 group by 1`,
  },
  resident_counts: {
    kept: `select organisation_id, property_id, building_id, facet, residents from resident_counts where residents <> 0`,
    rows: `select organisation_id, property_id, building_id, facet, count(*)::int from residents where deleted_at is null group by 1, 2, 3, 4`,
  },
  package_labels: {
    kept: `select organisation_id, package_id, property_id, resident_id, drop_off_time, unit_key, recipient_name, tracking_number, package_number from package_labels`,
    rows: `select organisation_id, id, property_id, resident_id, drop_off_time, unit_key(unit_number), recipient_name, tracking_number, package_number from packages`,
  },
}

/** Stored counters and labels that differ from the computed ones, by table; empty lists when none does. */
export async function counterDifferences(client: pg.Client): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, { kept, rows }] of Object.entries(KEPT)) {
    const differing = await client.query(`(${kept} except ${rows}) union all (${rows} except ${kept})`)
    found[name] = differing.rows
  }
  return found
}
export const NO_DIFFERENCES = Object.fromEntries(Object.keys(KEPT).map((name) => [name, []]))

/** All rows that a change of a package may touch, to compare before and after. */
export async function packageRows(client: pg.Client): Promise<unknown[]> {
  const tables = ['packages', 'package_history', 'package_counts', 'package_labels', 'lockers', 'locker_bank_counts']
  const each = tables.map((table) => `select '${table}' as of, to_jsonb(t) as row from ${table} t`)
  const { rows } = await client.query(`${each.join(' union all ')} order by 1, 2`)
  return rows
}
