import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { APP_ROLE, withConnection } from '../bootstrap-database.ts'
import { migrate } from '../migrate.ts'
import { createFrameWriter } from './frames.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { contentHashes } from './testing/content-hashes.ts'
import { writeBackup } from './write.ts'

/** What a schema can make difficult for a backup. */
const SCHEMA = `
  create function app_organisation() returns uuid stable language sql
    return nullif(current_setting('app.organisation_id', true), '')::uuid;
  create table organisations (id uuid primary key);
  create function all_organisations() returns table (id uuid) language sql as 'select id from organisations';
  create type mood as enum ('calm', 'loud');
  -- A counter by triggers, a generated column, keys to itself and around a circle, every kind of value.
  create table counts (organisation_id uuid primary key, people int not null);
  create table people (
    organisation_id uuid not null references organisations, id int not null, "Order" text not null, parent_id int, home_id int,
    upper_name text not null generated always as (upper("Order")) stored,
    mood mood, born date, at timestamptz, ratio double precision, amount numeric, raw bytea, tags text[], data jsonb, gone text,
    dropped int, primary key (organisation_id, id), foreign key (organisation_id, parent_id) references people);
  alter table people drop column dropped;
  create table homes (organisation_id uuid not null, id int not null, owner_id int, primary key (organisation_id, id),
    foreign key (organisation_id, owner_id) references people deferrable initially deferred);
  alter table people add foreign key (organisation_id, home_id) references homes deferrable initially deferred;
  create function count_people() returns trigger language plpgsql as $$ begin
    update counts set people = people + 1 where organisation_id = new.organisation_id; return null; end $$;
  create trigger counted after insert on people for each row execute function count_people();
  create unlogged table limits (key text primary key, points int);
  create table always (id int generated always as identity primary key, n serial);
  create schema more;
  create table more.days (day date not null, n int) partition by range (day);
  create table more.days_1 partition of more.days for values from ('2026-01-01') to ('2026-01-02');
  create table more."Empty" (id int);
  do $$ declare name text; begin
    foreach name in array array['counts', 'people', 'homes'] loop
      execute format('alter table %I enable row level security; alter table %1$I force row level security;
        create policy tenant on %1$I using (organisation_id = app_organisation())', name);
    end loop; end $$;`
const [ONE, TWO] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const ROWS = `
  insert into organisations values ('${ONE}'), ('${TWO}');
  insert into counts values ('${ONE}', 0), ('${TWO}', 0);
  insert into people (organisation_id, id, "Order", parent_id, home_id, mood, born, at, ratio, amount, raw, tags, data, gone)
    select o.id, n, E'a\\\\.\\n\\t"ü' || n, nullif(n, 1) - 1, 1, 'loud', '0001-01-01 BC', '2026-10-25 01:59:59.123456+01', 'NaN',
      1e40 / 3, '\\x00ff5c', array['', null, '\\N', 'x,y'], '{"a": [1.10, "\\u00e9"]}', null
    from organisations o, generate_series(1, 300) n;
  insert into homes select organisation_id, 1, 7 from counts;
  insert into limits values ('x', 1); insert into always default values; insert into always default values;
  create table more.days_2 partition of more.days for values from ('2026-02-01') to ('2026-02-02');
  insert into more.days values ('2026-01-01', 1), ('2026-02-01', 2);`
/** The last frame for frames that a test has changed. */
const endOf = (frames: Buffer) => Buffer.from(`end 64\n${createHash('sha256').update(frames).digest('hex')}`)
const KEY = '0123456789abcdef'

const root = temporaryFolder()
const folder = join(root, 'schema')
const file = join(root, 'a.backup')
const databases: TestDatabase[] = []
let source: TestDatabase

const run = <T>(url: string, statement: string): Promise<T[]> =>
  withConnection(url, async (client) => (await client.query(statement)).rows)
const newDatabase = async () => {
  databases.push(await testDatabase({ migrated: false }))
  return databases.at(-1)!
}
const migration = (name: string, statement: string) => writeFileSync(join(folder, 'migrations', name), statement)
const schemaOf = (database: TestDatabase) => ({ ownerUrl: database.ownerUrl, appRole: APP_ROLE, folder })
async function restore(database: TestDatabase, from = file) {
  const header = await verifyBackup(from)
  return restoreBackup({ ...schemaOf(database), file: from, header })
}
const backup = (name: string) => {
  const to = join(root, name)
  return writeBackup({ ownerUrl: source.ownerUrl, file: to, keyFingerprint: KEY }).then((totals) => ({ to, totals }))
}

beforeAll(async () => {
  mkdirSync(join(folder, 'migrations'), { recursive: true })
  migration('0001-schema.sql', SCHEMA)
  writeFileSync(
    join(folder, 'grants.sql'),
    'grant select on all tables in schema public, more to :app; grant usage on schema more to :app',
  )
  source = await newDatabase()
  await migrate(schemaOf(source))
  await run(source.superuserUrl, `${ROWS}; alter table more.days_2 owner to current_user`)
  await run(source.superuserUrl, 'alter table more.days_2 owner to parcelhall_owner')
  await backup('a.backup')
})
afterAll(async () => {
  for (const one of databases) await one.drop()
  rmSync(root, { recursive: true })
})

describe('a restored database', () => {
  test('has every row of every table, and the same schema', async () => {
    const target = await newDatabase()
    const { rows } = await restore(target)
    expect(rows).toMatchObject({ 'public.people': 600, 'more.days': 2, 'public.limits': 1 })
    expect(await contentHashes(target.superuserUrl)).toEqual(await contentHashes(source.superuserUrl))
    expect(await run(target.superuserUrl, SCHEMA_FACTS)).toEqual(await run(source.superuserUrl, SCHEMA_FACTS))
    expect(await run(target.superuserUrl, 'select people from counts')).toEqual([{ people: 300 }, { people: 300 }])
    // Sequences continue, triggers count, foreign keys and row-level security hold again.
    expect(await run(target.superuserUrl, 'insert into always default values returning id, n')).toEqual([{ id: 3, n: 3 }])
    await run(target.superuserUrl, `insert into people (organisation_id, id, "Order") values ('${ONE}', 301, 'x')`)
    expect(await run(target.superuserUrl, `select people from counts where organisation_id = '${ONE}'`)).toEqual([
      { people: 301 },
    ])
    const orphan = `insert into people (organisation_id, id, "Order", parent_id) values ('${ONE}', 302, 'x', 999)`
    await expect(run(target.superuserUrl, orphan)).rejects.toThrow('violates foreign key constraint')
    expect(await run(target.ownerUrl, 'select from people')).toEqual([])
    expect(await run(target.url, 'select n from more.days_2')).toEqual([{ n: 2 }])
  })

  test('has the rows once when the owner is a superuser, whom row-level security does not bind', async () => {
    const file = join(root, 'superuser.backup')
    await writeBackup({ ownerUrl: source.superuserUrl, file, keyFingerprint: KEY })
    const target = await newDatabase()
    const header = await verifyBackup(file)
    await restoreBackup({ ...schemaOf(target), ownerUrl: target.superuserUrl, file, header })
    expect(await contentHashes(target.superuserUrl)).toEqual(await contentHashes(source.superuserUrl))
  })

  test('of an older backup has the later migrations', async () => {
    migration('0002-later.sql', 'alter table counts add column later int not null default 7')
    const target = await newDatabase()
    await restore(target)
    rmSync(join(folder, 'migrations/0002-later.sql'))
    expect(await run(target.superuserUrl, 'select later from counts')).toEqual([{ later: 7 }, { later: 7 }])
  })
})

const SCHEMA_FACTS = `
  select format('%s %s %s %s %s', n.nspname, c.relname, c.relkind, c.relpersistence, c.relforcerowsecurity) as fact from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'more')
  union all select conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint where connamespace::regnamespace::text in ('public', 'more')
  union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
  union all select number || name || case when number > 0 then sha256 || applied_at else '' end from schema_migrations order by 1`

test('a backup is one snapshot: rows that move between tables meanwhile are in it once', async () => {
  await run(
    source.superuserUrl,
    `create table a_left (id int); create table z_right (id int); insert into a_left select generate_series(1, 2000);
    alter table a_left owner to parcelhall_owner; alter table z_right owner to parcelhall_owner`,
  )
  let isDone = false
  const moving = withConnection(source.superuserUrl, async (client) => {
    for (let id = 1; !isDone; id += 1)
      await client.query(
        `with moved as (delete from a_left where id = ${id} returning id) insert into z_right select id from moved`,
      )
  })
  const { totals } = await backup('moving.backup')
  isDone = true
  await moving
  expect(totals.rows['public.a_left']! + totals.rows['public.z_right']!).toBe(2000)
  await run(source.superuserUrl, 'drop table a_left, z_right')
})

describe('a backup is refused', () => {
  const refused = async (content: Buffer | (() => Buffer), message: RegExp) => {
    const damaged = join(root, 'damaged.backup')
    writeFileSync(damaged, typeof content === 'function' ? content() : content)
    await expect(verifyBackup(damaged)).rejects.toThrow(message)
  }
  const whole = () => readFileSync(file)

  test.each([0, 0.01, 0.5, 0.9, 0.999])('when it is cut off after %d of its bytes', async (part) => {
    await refused(whole().subarray(0, Math.floor(whole().length * part)), /^The backup .* is damaged or incomplete: /)
  })
  test('when bytes of the file are changed', async () => {
    for (let at = 11; at < whole().length; at += Math.ceil(whole().length / 50)) {
      const changed = whole()
      changed[at]! ^= 1
      await refused(changed, /is damaged or incomplete: /)
    }
  })
  test.each([
    ['a value', (text: string) => text.replace('calm', 'mild').replace('loud', 'nice'), /its checksum differs/],
    ['its frames', (text: string) => text.replace('\nrows 0\n', '\nrows x\n'), /not a backup, or parts of it were changed/],
    ['its end', (text: string) => text.slice(0, text.lastIndexOf('end 64')), /its end is missing/],
    ['what follows its end', (text: string) => `${text}table 2\n{}`, /there is more after its end/],
  ])('when somebody has changed %s and packed it again', async (_, change, message) => {
    await refused(() => gzipSync(Buffer.from(change(gunzipSync(whole()).toString('latin1')), 'latin1')), message)
  })
  test('when it is another file, or one of a newer program', async () => {
    await refused(Buffer.from('PGDMP'), /is damaged or incomplete: incorrect header check/)
    await refused(gzipSync('create table a ()'), /it is not a backup/)
    const writer = createFrameWriter()
    const newer = Buffer.concat([writer.json('header', { form: 2 }), writer.end()])
    await refused(gzipSync(newer), /was written by a newer program/)
    await expect(verifyBackup(join(root, 'none'))).rejects.toThrow(/cannot be read: ENOENT/)
  })
})

describe('nothing is restored', () => {
  let target: TestDatabase
  beforeAll(async () => {
    target = await newDatabase()
  })
  /** The backup with another content and a right checksum. */
  const rewritten = (change: (text: string) => string) => {
    const to = join(root, 'rewritten.backup')
    const text = change(gunzipSync(readFileSync(file)).toString('latin1'))
    const frames = Buffer.from(text.slice(0, text.lastIndexOf('end 64')), 'latin1')
    writeFileSync(to, gzipSync(Buffer.concat([frames, endOf(frames)])))
    return to
  }
  const tables = () => run(target.superuserUrl, `select from pg_tables where schemaname in ('public', 'more')`)

  test('when the program lacks a migration of the backup, or has another version of it', async () => {
    migration('0002-later.sql', 'select 1')
    await migrate(schemaOf(source))
    const { to } = await backup('newer.backup')
    rmSync(join(folder, 'migrations/0002-later.sql'))
    await expect(restore(target, to)).rejects.toThrow(
      'The backup is newer than this program, which does not have its migration 0002',
    )
    migration('0002-later.sql', 'select 2')
    await expect(restore(target, to)).rejects.toThrow('The migration 0002-later.sql was changed')
    rmSync(join(folder, 'migrations/0002-later.sql'))
    await run(source.ownerUrl, 'delete from schema_migrations where number = 2')
    expect(await tables()).toEqual([])
  })
  test('when it has the tables of an earlier series of migrations', async () => {
    const other = rewritten((text) => text.replace('"name":"0001-schema.sql"', '"name":"0001-former.sql"'))
    await expect(restore(target, other)).rejects.toThrow(
      'The backup has the tables of an earlier release, which this one cannot convert: restore it with that release.',
    )
    expect(await tables()).toEqual([])
  })
  test('when its rows are refused or fewer than counted', async () => {
    await expect(
      restore(
        target,
        rewritten((text) => text.replaceAll('loud', 'nice')),
      ),
    ).rejects.toThrow('invalid input value for enum')
    const fewer = rewritten((text) => text.replace('"public.limits":1', '"public.limits":2'))
    await expect(restore(target, fewer)).rejects.toThrow('The table public.limits received 1 rows instead of 2.')
    const orphans = rewritten((text) => text.replace(`${ONE}\n${TWO}`, `${ONE}\n${TWO.replace('2', '3')}`))
    await expect(restore(target, orphans)).rejects.toThrow('violates foreign key constraint')
    expect(await tables()).toEqual([])
  })
  test.each([
    { name: 'public.unknown', columns: ['key', 'points'] },
    { name: 'public.schema_migrations', columns: ['number'] },
    { name: 'public.limits (key) from stdin; select 1; copy public.limits', columns: ['key', 'points'] },
    { name: 'public.limits', columns: ['key', 'points) from stdin; select (1'] },
  ])('when it names $name ($columns), which the migrations do not create', async (other) => {
    const framed = (table: object) => `table ${JSON.stringify(table).length}\n${JSON.stringify(table)}`
    const changed = rewritten((text) =>
      text.replace(framed({ name: 'public.limits', columns: ['key', 'points'] }), framed(other)),
    )
    await expect(restore(target, changed)).rejects.toThrow('which its migrations do not create.')
    expect(await tables()).toEqual([])
  })
  test('into a database with tables', async () => {
    await run(target.superuserUrl, 'create table public.mine ()')
    await expect(restore(target)).rejects.toThrow('The database has tables already')
    expect(await tables()).toHaveLength(1)
  })
})

test('a backup does not replace a file, and one that fails leaves none', async () => {
  await expect(backup('a.backup')).rejects.toThrow(/a\.backup exists: give another name/)
  await run(
    source.superuserUrl,
    `create function fail() returns int language plpgsql as $$ begin raise 'unreadable'; end $$;
     create table broken (id int); alter table broken owner to parcelhall_owner; insert into broken values (1);
     alter table broken enable row level security; alter table broken force row level security;
     create policy unreadable on broken using (fail() = 1)`,
  )
  await expect(backup('failed.backup')).rejects.toThrow('unreadable')
  await run(
    source.superuserUrl,
    `create or replace function fail() returns int language sql as
    $$ select 1 from pg_terminate_backend(pg_backend_pid()) $$`,
  )
  await expect(backup('failed.backup')).rejects.toThrow('terminating connection')
  expect([existsSync(join(root, 'failed.backup')), existsSync(join(root, 'failed.backup.part'))]).toEqual([false, false])
  await run(source.superuserUrl, 'drop table broken')
})
