import { mayBeExpired } from '#features/packages/expiry.ts'
import {
  ARRIVING,
  applyChange,
  choiceFor,
  mailroomsOffered,
  type PackageNow,
  situationOf,
  whyNotChange,
} from '#features/packages/rules.ts'
import { type Actor, SYSTEM } from '#features/packages/server/api.ts'
import type { StatusName } from '#features/packages/statuses.ts'
import { ROLES } from '#platform/permissions.ts'
import type { Calendar, Hours } from './calendar.ts'
import type { DemoAgent, DemoCourier } from './couriers.ts'
import type { DemoBank } from './locker-banks.ts'
import type { DemoBuilding, DemoProperty } from './organisations.ts'
import type { Path, Step } from './paths.ts'
import type { Random } from './random.ts'
import type { DemoResident } from './residents.ts'

const HOUR = 3_600_000
/** Nothing has happened in the last moments, in ms: the clocks of readers differ. */
const JUST_NOW = 120_000
/** Stands for the locker until one is found that is free for the whole stay. */
const SOME_LOCKER = 'some locker'

/** One change, as its history row tells it. */
export type Change = {
  readonly at: number
  readonly status: StatusName
  readonly lockerBankId: string | null
  readonly lockerId: string | null
  readonly mailroomId: string | null
  readonly userId: string | null
  readonly userName: string
}
/** A stay in a locker, as ms since 1970; a package that is still there stays for ever. */
export type Stay = { readonly from: number; readonly until: number }
export type Life = {
  readonly end: PackageNow & { readonly status: StatusName }
  readonly changes: readonly Change[]
  readonly property: DemoProperty
  readonly building: DemoBuilding
  readonly recipient: DemoResident
  readonly courier: DemoCourier | undefined
  readonly agent: DemoAgent | undefined
  readonly bank: DemoBank | undefined
  readonly stay: Stay | undefined
}

/** Where a package arrives, and who is there. */
export type Scene = Pick<Life, 'property' | 'building' | 'recipient' | 'courier' | 'bank'> & {
  readonly neighbours: readonly DemoResident[]
  readonly staff: readonly { readonly id: string; readonly name: string }[]
  readonly calendar: Calendar
}

/**
 * Lives through a path by the product's own rules, each change at a time when whoever makes it is at work. Gives the
 * reason when that cannot be: a day off, a step that would lie in the future, a package that would have expired meanwhile.
 */
export function live(path: Path, scene: Scene, chance: Random, daysAgo: number, now: Date): Life | string {
  const { property, building, bank, calendar } = scene
  const cast = castOf(path, scene, chance)
  if (typeof cast === 'string') return cast
  let pkg: PackageNow = ARRIVING
  let at = 0
  let stay: Stay | undefined
  const changes: Change[] = []
  for (const step of path) {
    const time = timeOf(step, pkg, at, calendar, chance, daysAgo)
    if (time === undefined) return 'a day off'
    if (time > now.getTime() - JUST_NOW) return 'in the future'
    at = Math.floor(time / 1000) * 1000
    const moment = new Date(at)
    if (step.who !== 'job' && isOverdue(pkg, moment)) return 'expired meanwhile'
    const given = givenFor(step, scene, chance)
    const mailrooms = mailroomsOffered(
      pkg.lockerId && bank ? bank : null,
      building.mailrooms.map(({ id }) => id),
    )
    const whyNot = whyNotChange(pkg, step.door, step.to, given, { mailrooms, isDroppingAgent: true, now: moment })
    if (whyNot) return whyNot.text
    const choice = choiceFor(situationOf(pkg), step.door, step.to)!
    const periods = property.expiry
    const after = applyChange(pkg, choice, given, { now: moment, periods, timeZone: property.timeZone })
    const { lockerBankId, mailroomId } = after
    // What was taken out of a locker of the bank was taken out of this one.
    const lockerId = after.lockerId ?? (lockerBankId ? pkg.lockerId : null)
    changes.push({ at, status: step.to, lockerBankId, lockerId, mailroomId, ...cast.actor(step) })
    if (after.lockerId && !pkg.lockerId) stay = { from: at, until: Number.POSITIVE_INFINITY }
    if (stay && pkg.lockerId && !after.lockerId) stay = { ...stay, until: at }
    pkg = after
  }
  if (isOverdue(pkg, now)) return 'expired by now'
  const recipient = scene.neighbours.find(({ id }) => id === pkg.residentId) ?? scene.recipient
  return { ...scene, recipient, agent: cast.agent, end: { ...pkg, status: path.at(-1)!.to }, changes, stay }
}

function isOverdue(pkg: PackageNow, at: Date): boolean {
  if (pkg.status === 'new') return false
  return mayBeExpired({ ...situationOf(pkg), status: pkg.status, expiryTime: pkg.expiryTime }, at)
}

const person = ({ id, firstName, lastName }: DemoAgent | DemoResident): Actor => ({ id, name: `${firstName} ${lastName}` })
const named = ({ id, name }: Actor) => ({ userId: id, userName: name })

/** The agent who brings the package, and whom the history row of each step names. */
function castOf(path: Path, { recipient, courier, staff }: Scene, chance: Random): Cast | string {
  const clerk = chance.pick(staff)
  const atDoor = new Map<string, DemoAgent>()
  for (const { door } of path.filter(({ who }) => who === 'agent')) {
    const able = courier?.agents.filter(({ role }) => door === `kiosk-agent${ROLES[role].id}`) ?? []
    if (able.length === 0) return 'no such agent'
    // Who left the door open is the only one who can say that it was closed.
    if (!atDoor.has(door)) atDoor.set(door, chance.pick(able))
  }
  const actors = {
    job: () => SYSTEM,
    staff: () => clerk,
    resident: () => person(recipient),
    agent: ({ door }: Step) => person(atDoor.get(door)!),
  }
  return {
    agent: path[0]!.who === 'agent' ? atDoor.get(path[0]!.door) : undefined,
    actor: (step) => named(actors[step.who](step)),
  }
}
type Cast = { readonly agent: DemoAgent | undefined; actor(step: Step): Pick<Change, 'userId' | 'userName'> }

/** When a step is taken. People take longer or shorter, most of them shorter. */
function timeOf(
  { who, after: [least, more] }: Step,
  pkg: PackageNow,
  before: number,
  calendar: Calendar,
  chance: Random,
  daysAgo: number,
): number | undefined {
  if (who === 'job') return new Date(pkg.expiryTime!).getTime() + chance.int(5, 55) * 1000
  const hours: Hours = who
  if (pkg.status === 'new') return calendar.onDay(chance, hours, daysAgo)
  return calendar.from(chance, hours, before + (least - Math.log(1 - chance.next()) * more) * HOUR)
}

function givenFor(step: Step, { building, bank, recipient, neighbours }: Scene, chance: Random) {
  const others = neighbours.filter(({ id }) => id !== recipient.id)
  return {
    residentId: step.newRecipient ? chance.pick(others).id : recipient.id,
    mailroomId: step.toMailroom && building.mailrooms.length > 0 ? chance.pick(building.mailrooms).id : null,
    locker: step.toLocker && bank ? { id: SOME_LOCKER, lockerBankId: bank.id } : null,
  }
}
