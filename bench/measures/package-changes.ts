import type pg from 'pg'
import { addPackage, type NewPackage } from '#features/packages/server/api.ts'
import { isId, newId } from '#platform/ids.ts'
import { type Database, openDatabase } from '#platform/server/postgres/db.ts'
import type { Bench } from '../bench.ts'
import { captured, type Statement } from '../capture.ts'
import { ask, prepare, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { load, timed } from '../load.ts'
import { repetitions } from '../scale.ts'

const TIMES = repetitions(300)
/** Prefix of the bench's package numbers, which are unique. */
const NUMBER = 'BENCH-'
const TRACKING_NUMBER = '1ZBENCH'
const nextNumber = () => `${NUMBER}${newId()}`

/**
 * Reading a package over HTTP, and creating one with its history and counters: against the same statements, and against a single
 * naked one.
 */
export const packageChanges = async (bench: Bench): Promise<Gate[]> => [...(await read(bench)), ...(await create(bench))]

async function read({ product, bare, appUrl, organisationId }: Bench): Promise<Gate[]> {
  const token = await signIn(product.address, 'manager')
  const page = await ask<{ Data: { PackageId: string }[] }>(`${product.address}/api/packages/getpackages`, token, { pageSize: 1 })
  const id = page.Data[0]!.PackageId
  const database = openDatabase(appUrl)
  const statements = await captured(() => readThroughTheServer(database, organisationId, id)).finally(database.close)
  // No policy applies to the superuser of the bare program; the statements are identical.
  const sameUrl = await prepare(bare.address, 'read', statements)
  const nakedUrl = await prepare(bare.address, 'naked-read', [
    { text: 'select * from packages where organisation_id = $1 and id = $2', values: [organisationId, id] },
  ])
  const ours = await load({ pid: product.pid, url: `${product.address}/api/package/get/${id}`, token })
  const same = await load({ pid: bare.pid, url: sameUrl, method: 'POST' })
  const naked = await load({ pid: bare.pid, url: nakedUrl, method: 'POST' })
  const figures = `${ours.perSecond.toFixed(0)}/s; same statements ${same.perSecond.toFixed(0)}/s, naked read ${naked.perSecond.toFixed(0)}/s`
  return [
    {
      name: 'package read against the same statements',
      ratio: ours.perSecond / same.perSecond,
      bound: { atLeast: 0.9 },
      figures,
    },
    { name: 'package read against a naked read', ratio: ours.perSecond / naked.perSecond, bound: { atLeast: 0.3 }, figures },
  ]
}

async function readThroughTheServer(database: Database, organisationId: string, id: string) {
  const { packageDetail } = await import('#features/packages/server/detail.ts')
  await database.inTenant({ organisationId, propertyIds: '*' }, (db) => packageDetail(db, id))
}

async function create({ appUrl, connect, organisationId }: Bench): Promise<Gate[]> {
  await using undo = new AsyncDisposableStack()
  const database = openDatabase(appUrl, { max: 1 })
  undo.defer(database.close)
  const tenant = { organisationId, propertyIds: '*' } as const
  const resident = await database.inTenant(tenant, (db) =>
    db
      .selectFrom('residents as r')
      .innerJoin('mailrooms as m', 'm.building_id', 'r.building_id')
      .select(['r.id', 'r.full_name', 'r.unit_number', 'r.property_id', 'r.building_id', 'm.id as mailroom_id'])
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  const draft = (): NewPackage => ({
    organisationId,
    id: newId(),
    propertyId: resident.property_id,
    buildingId: resident.building_id,
    courierId: null,
    agentId: null,
    recipient: {
      residentId: resident.id,
      name: resident.full_name,
      unitNumber: resident.unit_number,
      email: '',
      mobilePhone: '',
      buildingId: resident.building_id,
    },
    packageNumber: nextNumber(),
    trackingNumber: TRACKING_NUMBER,
    status: 'InMailroom',
    channel: 'detail',
    details: { mailroomId: resident.mailroom_id },
    actor: { id: null, name: 'Bench' },
    at: new Date(),
  })
  const make = () => database.inTenant(tenant, (db) => addPackage(db, draft()))
  const naked = await connect('superuser')
  undo.defer(() => deletePackages(naked, organisationId))
  const first = draft()
  const statements = await captured(() => database.inTenant(tenant, (db) => addPackage(db, first)))
  const client = await connect('app')
  const fixed = new Set([organisationId, resident.id, resident.property_id, resident.building_id, resident.mailroom_id])
  const runs = {
    ours: make,
    same: () => replay(client, statements, fixed),
    naked: () => insertOne(naked, organisationId, resident),
  }
  // Interleaved, so that a slow moment of the machine affects all three.
  const means = { ours: 0, same: 0, naked: 0 }
  for (const kind of ['ours', 'same', 'naked', 'ours', 'same', 'naked', 'ours', 'same', 'naked'] as const)
    means[kind] = Math.min(means[kind] || Number.POSITIVE_INFINITY, (await timed(TIMES, runs[kind])).median)
  const figures = `${means.ours.toFixed(2)} ms; same statements ${means.same.toFixed(2)} ms, naked insert ${means.naked.toFixed(2)} ms`
  return [
    { name: 'package created against the same statements', ratio: means.same / means.ours, bound: { atLeast: 0.5 }, figures },
    { name: 'package created against a naked insert', ratio: means.naked / means.ours, bound: { atLeast: 0.25 }, figures },
  ]
}

/** Tables whose rows keep a package from being deleted. */
const OF_PACKAGES = ['notices', 'package_reminders', 'package_history']

async function deletePackages(owner: pg.Client, organisationId: string) {
  const ours = `packages where organisation_id = '${organisationId}' and tracking_number = '${TRACKING_NUMBER}'`
  const { rows } = await owner.query<{ id: string }>(`select id from ${ours}`)
  for (const table of OF_PACKAGES)
    await owner.query(`delete from ${table} where organisation_id = $1 and package_id = any ($2)`, [
      organisationId,
      rows.map(({ id }) => id),
    ])
  await owner.query(`delete from ${ours}`)
}

/** Runs the statements again, with new ids and a new package number instead of those of the first run. */
async function replay(client: pg.Client, statements: readonly Statement[], fixed: ReadonlySet<string>) {
  const made = new Map<unknown, unknown>()
  const again = (value: unknown) => {
    if (typeof value === 'string' && value.startsWith(NUMBER)) return nextNumber()
    if (typeof value !== 'string' || !isId(value) || fixed.has(value)) return value
    if (!made.has(value)) made.set(value, newId())
    return made.get(value)
  }
  for (const [i, { text, values }] of statements.entries()) {
    if (!values.length) await client.query(text)
    else await client.query({ name: `same ${i}`, text, values: values.map(again) })
  }
}

async function insertOne(
  client: pg.Client,
  organisationId: string,
  resident: { id: string; property_id: string; building_id: string; mailroom_id: string; full_name: string },
) {
  await client.query({
    name: 'naked insert',
    text: `insert into packages (organisation_id, id, property_id, building_id, resident_id, mailroom_id, package_number, tracking_number, recipient_name, unit_number, status_id, status_group,
      drop_off_time, last_transaction_at) values ($1, $2, $3, $4, $5, $6, $7, '${TRACKING_NUMBER}', $8, '1A', 2, 1, now(), now())`,
    values: [
      organisationId,
      newId(),
      resident.property_id,
      resident.building_id,
      resident.id,
      resident.mailroom_id,
      nextNumber(),
      resident.full_name,
    ],
  })
}
