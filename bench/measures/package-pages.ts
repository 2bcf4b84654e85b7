import type { Bench } from '../bench.ts'
import { ask, prepare, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { type Load, load, timed } from '../load.ts'
import { repetitions, rows } from '../scale.ts'

const TIMES = repetitions(300)
/** Rows before the deep page. */
const DEEP = rows(50_000)
const COLLECTED = 2
const PAGE = `select p.id as "PackageId", b.name as "LockerBankName", l.name as "LockerName", m.name as "MailRoomName", p.recipient_name as "ResidentName",
    p.unit_number as "UnitNumber", p.package_number as "PackageNumber", p.tracking_number as "TrackingNumber", p.status_id as "StatusId", p.status_group as "StatusGroupId",
    p.drop_off_time as "DropOffTime", p.expiry_time as "ExpiryTime", p.collection_time as "CollectionTime", p.recovery_time as "RecoveryTime", c.name as "CourierName"
  from packages p
  left join locker_banks b on b.organisation_id = p.organisation_id and b.id = p.locker_bank_id
  left join lockers l on l.organisation_id = p.organisation_id and l.id = p.locker_id
  left join mailrooms m on m.organisation_id = p.organisation_id and m.id = p.mailroom_id
  left join couriers c on c.organisation_id = p.organisation_id and c.id = p.courier_id`

/** The bare page: the same rows and an exact count. */
const barePage = (where: string, values: unknown[]) => [
  { text: `${PAGE} where ${where} order by p.drop_off_time desc, p.id desc limit 20`, values },
  { text: `select count(*) as n from packages p where ${where}`, values },
]
const figures = (ours: Load, bare: Load) =>
  `${ours.perSecond.toFixed(0)}/s against ${bare.perSecond.toFixed(0)}/s, p50 ${ours.p50} against ${bare.p50} ms, CPU ${ours.cpuMsPerRequest.toFixed(2)} against ${bare.cpuMsPerRequest.toFixed(2)} ms`

type Page = { Data: { PropertyId: string }[]; Total: number; After: string | null }

/** Package search: a page of 20 by drop-off with its total, for a user of all properties and a user of one. */
export async function packagePages({ product, small, bare, organisationId }: Bench): Promise<Gate[]> {
  const url = `${product.address}/api/packages/getpackages`
  const gates: Gate[] = []
  for (const user of ['manager', 'concierge'] as const) {
    const token = await signIn(product.address, user)
    const property = (await ask<Page>(url, token, { pageSize: 20 })).Data[0]!.PropertyId
    const body = { pageIndex: 1, pageSize: 20, propertyId: property, statusGroupIds: [COLLECTED] }
    const bareUrl = await prepare(
      bare.address,
      `page ${user}`.replace(' ', '-'),
      barePage('p.organisation_id = $1 and p.property_id = $2 and p.status_group = $3', [organisationId, property, COLLECTED]),
      true,
    )
    const ours = await load({ pid: product.pid, url, method: 'POST', token, body })
    const bareLoad = await load({ pid: bare.pid, url: bareUrl, method: 'POST' })
    gates.push(
      {
        name: `package page of a property, ${user}: throughput`,
        ratio: ours.perSecond / bareLoad.perSecond,
        bound: { atLeast: 1 },
        figures: figures(ours, bareLoad),
      },
      {
        name: `package page of a property, ${user}: server CPU`,
        ratio: ours.cpuMsPerRequest / bareLoad.cpuMsPerRequest,
        bound: { atMost: 2.5 },
        figures: figures(ours, bareLoad),
      },
    )
  }
  gates.push(
    await againstSmall(
      url,
      `${small.address}/api/packages/getpackages`,
      await signIn(product.address, 'manager'),
      await signIn(small.address, 'manager'),
    ),
  )
  gates.push(await deepPage(url, await signIn(product.address, 'manager')))
  return gates
}

/** The unfiltered first page, with a hundred times the packages. */
async function againstSmall(large: string, small: string, largeToken: string, smallToken: string): Promise<Gate> {
  const first = { pageIndex: 1, pageSize: 20 }
  const ofLarge = await timed(TIMES, () => ask(large, largeToken, first))
  const ofSmall = await timed(TIMES, () => ask(small, smallToken, first))
  return {
    name: `first page at ${rows(1_000_000)} packages against ${rows(10_000)}`,
    ratio: ofLarge.median / ofSmall.median,
    bound: { atMost: 1.5 },
    figures: `${ofLarge.median.toFixed(2)} against ${ofSmall.median.toFixed(2)} ms`,
  }
}

/** The page after 50,000 rows, by the cursor. */
async function deepPage(url: string, token: string): Promise<Gate> {
  const first = { pageIndex: 1, pageSize: 500 }
  let after: string | null = null
  for (let read = 0; read < DEEP; read += 500) after = (await ask<Page>(url, token, { ...first, after })).After
  const deep = await timed(TIMES, () => ask(url, token, { pageIndex: 1, pageSize: 20, after }))
  const top = await timed(TIMES, () => ask(url, token, { pageIndex: 1, pageSize: 20 }))
  return {
    name: `page after ${DEEP} rows against the first`,
    ratio: deep.median / top.median,
    bound: { atMost: 3 },
    figures: `${deep.median.toFixed(2)} against ${top.median.toFixed(2)} ms`,
  }
}
