import { Temporal } from 'temporal-polyfill'
import { smallestFitting } from '#features/layout/allocation.ts'
import { LOCKER_SIZES, lockerState } from '#features/layout/model.ts'
import { mayBeExpired } from '#features/package-statuses/expiry.ts'
import { groupIdOf, isLive, STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { type Channel, channelOfAgent } from '#features/package-statuses/transitions.ts'
import { applyChange, type Changed } from '#features/packages/apply-change.ts'
import { ARRIVING, choiceFor, mailroomsOffered, type PackageNow, situationOf, whyNotChange } from '#features/packages/rules.ts'
import { type Actor, SYSTEM } from '#features/packages/server/api.ts'
import { ROLES } from '#platform/permissions.ts'
import type { Rows } from './insert.ts'
import { BANKS, banksOf } from './locker-banks.ts'
import type { DemoOrganisation } from './organisations.ts'
import { demoId, type Random, random } from './random.ts'
import { type DemoResident, isCurrent } from './residents.ts'
import { type Story, storiesFor } from './stories.ts'

const HOUR = 3_600_000
/** Age of the oldest packages, and of the oldest live ones, in ms. */
const [OLDEST, OLDEST_LIVE] = [89 * 24 * HOUR, 16 * 24 * HOUR]
/** Nothing happens in the last minutes, because clocks differ. */
const JUST_NOW = 120_000
/** Mean hours until the next change. */
const HOURS = 14
const HOURS_UNTIL: Partial<Record<StatusName, number>> = { Forwardedtoamailingaddress: 48, ReturnedtoSender: 48, Lost: 48 }
const [FRIDAY, SATURDAY] = [5, 6]
const MAX_ATTEMPTS = 10_000
/** Placeholder of the locker until one is found that is free during the whole stay. */
const SOME_LOCKER = 'some locker'
/** More changes than any package has. */
const MAX_CHANGES = 16
const FIRST_NUMBER = 100_001

/** Sizes that drop-offs ask for, by their share. */
const { extrasmall: XS, small: S, medium: M, mediumlarge: ML, large: L, extralarge: XL } = LOCKER_SIZES
const PARCELS = [XS, S, S, S, S, M, M, M, ML, L, XL]

type Stay = { readonly from: number; readonly until: number }
type Change = { readonly before: PackageNow; readonly after: Changed; readonly at: Date; readonly actor: Actor }
/** The rows of a package and of its history, oldest change first. */
export type DemoPackage = ReturnType<typeof rowsOf>

/** Makes all packages of an organisation up to now by the product's own rules, each with its history. */
export function packagesOf(organisation: DemoOrganisation, residents: readonly DemoResident[], now: Date): DemoPackage[] {
  const recipients = residents.filter(isCurrent)
  const stays = new Map<string, Stay[]>()
  return storiesFor(banksOf(organisation).length > 0).map((story, n) => {
    const chance = random(`package ${organisation.system_name} ${n}`)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const scene = pickScene(organisation, recipients, story, chance)
      const changes = changesOf(story, scene, chance, now)
      const stay = changes && stayOf(changes)
      const locker = stay && freeLocker(scene, stay, stays, chance)
      if (!changes || (stay && !locker)) continue
      if (stay && locker) stays.set(locker.id, [...(stays.get(locker.id) ?? []), stay])
      return rowsOf(n, scene, changes, locker?.id ?? null)
    }
    throw new Error(`The demo cannot make a package that becomes ${story.at(-1)!.to}.`)
  })
}

/** Picks a recipient, with the place where the package arrives and the people who may act there. */
function pickScene(organisation: DemoOrganisation, residents: readonly DemoResident[], story: Story, chance: Random) {
  const { properties, couriers, users } = organisation
  const recipient = chance.pick(residents)
  const property = properties.find(({ id }) => id === recipient.property_id)!
  const building = property.buildings.find(({ id }) => id === recipient.building_id)!
  const bank = BANKS.find(({ building_id }) => building_id === building.id)
  const isOutbound = story[0]!.to === 'DroppedOffForDryCleaning'
  const able = couriers.filter((one) => one.isDryCleaning === isOutbound && one.properties.includes(property.code))
  const courier = able.length > 0 ? chance.pick(able) : undefined
  const agents = (courier?.agents ?? []).toSorted(() => chance.next() - 0.5)
  const staff = users.filter((one) => one.properties.length === 0 || one.properties.includes(property.code))
  return { organisation, residents, recipient, property, building, bank, isOutbound, courier, agents, clerk: chance.pick(staff) }
}
type Scene = ReturnType<typeof pickScene>

/** Returns undefined when the rules, the working hours or the current time do not allow a change of the story. */
function changesOf(story: Story, scene: Scene, chance: Random, now: Date): Change[] | undefined {
  const { property, building, bank } = scene
  const inBuilding = building.mailrooms.map(({ id }) => id)
  const changes: Change[] = []
  let pkg: PackageNow = { ...ARRIVING, residentId: scene.recipient.id }
  let at = new Date(now.getTime() - chance.next() * (isLive(story.at(-1)!.to) ? OLDEST_LIVE : OLDEST))
  for (const { channel, to } of story) {
    at = timeOf(channel, to, pkg, at, chance)
    const isTime = at.getTime() < now.getTime() - JUST_NOW && isAtWork(channel, at, property.time_zone)
    const actor = actorAt(channel, scene)
    const choice = choiceFor(situationOf(pkg), channel, to)
    if (!isTime || !actor || !choice || (channel !== 'job' && isDue(pkg, at))) return undefined
    const mailrooms = mailroomsOffered(pkg.lockerId && bank ? { mailroomId: bank.mailroom_id } : null, inBuilding)
    const { mailroom, locker, recipient } = choice.asks
    const neighbours = recipient === 'required' ? scene.residents.filter((one) => one.building_id === building.id) : []
    const details = {
      mailroomId: mailroom === 'required' && mailrooms.length > 0 ? chance.pick(mailrooms) : null,
      locker: locker === 'required' && bank ? { id: SOME_LOCKER, lockerBankId: bank.id } : null,
      residentId: neighbours.length > 0 ? chance.pick(neighbours).id : null,
    }
    if (whyNotChange(pkg, channel, to, details, { mailrooms, isDroppingAgent: true, now: at })) return undefined
    const after = applyChange(pkg, choice, details, { now: at, periods: property.expiry, timeZone: property.time_zone })
    changes.push({ before: pkg, after, at, actor })
    pkg = after
  }
  return isDue(pkg, now) ? undefined : changes
}

/** The time of the next change, in whole seconds. */
function timeOf(channel: Channel, to: StatusName, pkg: PackageNow, previous: Date, chance: Random): Date {
  const hours = pkg.status === 'new' ? 0 : 0.3 - Math.log(1 - chance.next()) * (HOURS_UNTIL[to] ?? HOURS)
  const time = channel === 'job' ? Date.parse(pkg.expiryTime!) + chance.int(5, 55) * 1000 : previous.getTime() + hours * HOUR
  return new Date(Math.floor(time / 1000) * 1000)
}

/** Agents work from Monday to Friday, staff on Saturday too; residents come every day. */
function isAtWork(channel: Channel, at: Date, timeZone: string): boolean {
  if (channel === 'job') return true
  const { hour, dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  if (channel === 'kiosk-resident') return hour >= 7 && hour < 22
  return hour >= 8 && hour < 18 && dayOfWeek <= (channel.startsWith('kiosk-agent') ? FRIDAY : SATURDAY)
}

const isDue = (pkg: PackageNow, at: Date) =>
  pkg.status !== 'new' && mayBeExpired({ ...situationOf(pkg), status: pkg.status, expiryTime: pkg.expiryTime }, at)

/** The person who makes a change; undefined when the courier has no such agent. */
function actorAt(channel: Channel, { recipient, agents, clerk }: Scene): Actor | undefined {
  if (channel === 'job') return SYSTEM
  if (channel === 'kiosk-resident') return { id: recipient.id, name: nameOf(recipient) }
  return channel.startsWith('kiosk-agent') ? agents.find(({ role }) => channelOfAgent(ROLES[role].id) === channel) : clerk
}
const nameOf = ({ first_name, last_name }: DemoResident) => `${first_name} ${last_name}`

/** When the package was in a locker; undefined when it never was. */
function stayOf(changes: readonly Change[]): Stay | undefined {
  const entry = changes.find(({ after }) => after.lockerId)
  const exit = changes.find(({ before, after }) => before.lockerId && !after.lockerId)
  return entry && { from: entry.at.getTime(), until: exit?.at.getTime() ?? Number.POSITIVE_INFINITY }
}

/** The locker that the server would have assigned; undefined when none is free during the whole stay. */
function freeLocker({ bank, recipient, isOutbound }: Scene, stay: Stay, stays: ReadonlyMap<string, Stay[]>, chance: Random) {
  const isTaken = (id: string) => stays.get(id)?.some(({ from, until }) => from <= stay.until && stay.from <= until)
  const candidates = bank!.lockers.map((locker) => ({
    ...locker,
    isMapped: locker.deviceSerial !== null,
    isReserved: false,
    state: lockerState({ condition: locker.condition, livePackages: isTaken(locker.id) ? 1 : 0 }),
  }))
  const { value: size } = chance.pick(PARCELS)
  return smallestFitting(candidates, { size, isOutbound, needsAccessible: recipient.is_disabled, keepsAccessible: true })
}

function rowsOf(n: number, scene: Scene, changes: readonly Change[], lockerId: string | null) {
  const { organisation, property, building, courier, agents, residents } = scene
  const [arrival, { after: end, at: last_transaction_at }] = [changes[0]!, changes.at(-1)!]
  const recipient = residents.find(({ id }) => id === end.residentId)!
  const ids = { package_id: demoId(`package of ${organisation.system_name}`, n), property_id: property.id }
  const history = changes.map(({ before, after, at, actor }, i) => ({
    id: demoId(`history of ${organisation.system_name}`, n * MAX_CHANGES + i),
    ...ids,
    at,
    status_id: STATUSES[after.status].id,
    locker_bank_id: after.lockerBankId,
    // The locker that the package was taken from, where it left the bank for good.
    locker_id: after.lockerId || (after.lockerBankId && before.lockerId) ? lockerId : null,
    mailroom_id: after.mailroomId,
    user_id: actor.id,
    user_name: actor.name,
  }))
  const row = {
    id: ids.package_id,
    property_id: property.id,
    building_id: building.id,
    resident_id: recipient.id,
    courier_id: courier?.id ?? null,
    agent_id: agents.find(({ id }) => id === arrival.actor.id)?.id ?? null,
    locker_bank_id: end.lockerBankId,
    locker_id: end.lockerId && lockerId,
    mailroom_id: end.mailroomId,
    tracking_number: `${courier?.prefix ?? 'XX'}${random(`tracking ${n}`).int(100_000_000, 999_999_999)}US`,
    recipient_name: nameOf(recipient),
    unit_number: recipient.unit_number,
    email: recipient.email,
    mobile_phone: recipient.mobile_phone,
    status_id: STATUSES[end.status].id,
    status_group: groupIdOf(end.status),
    drop_off_time: arrival.at,
    expiry_time: end.expiryTime,
    collection_time: end.collectionTime,
    recovery_time: end.recoveryTime,
    last_transaction_at,
  }
  return { row, history }
}

/** Packages, numbered in the order of their arrival, with their histories. Triggers keep the counters. */
export function packageRows(packages: readonly DemoPackage[]): Rows {
  const byArrival = packages.toSorted((one, other) => one.row.drop_off_time.getTime() - other.row.drop_off_time.getTime())
  return {
    packages: byArrival.map(({ row }, i) => ({ ...row, package_number: `P${FIRST_NUMBER + i}` })),
    package_history: packages.flatMap(({ history }) => history),
  }
}
