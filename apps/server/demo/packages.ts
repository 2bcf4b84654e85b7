import { smallestFitting } from '#features/layout/allocation.ts'
import { LOCKER_SIZES, lockerState } from '#features/layout/model.ts'
import { isLive, type StatusName } from '#features/packages/statuses.ts'
import { calendar } from './calendar.ts'
import { couriersOf } from './couriers.ts'
import { type Life, live, type Scene, type Stay } from './lives.ts'
import { banksOf, type DemoBank, type DemoLocker } from './locker-banks.ts'
import type { DemoOrganisation } from './organisations.ts'
import { ENDINGS, MAILROOM_ENDINGS, type Path } from './paths.ts'
import { type Random, random } from './random.ts'
import type { DemoResident } from './residents.ts'
import { staffOf } from './users.ts'

/** Days that the histories reach back; packages that are still in the house came in the last weeks. */
const DAYS = 90
const LIVE_DAYS = 16
const ATTEMPTS = 2_000

/** Sizes that drop-offs ask for, as often as they come. */
const { extrasmall, small, medium, mediumlarge, large, extralarge } = LOCKER_SIZES
const PARCELS = [extrasmall, small, small, small, small, medium, medium, medium, mediumlarge, large, extralarge].map(
  ({ value }) => value,
)

/** Every package of an organisation up to now, with its whole history; the lockers hold one at a time. */
export function livesOf(organisation: DemoOrganisation, residents: readonly DemoResident[], now: Date): readonly Life[] {
  const stage = stageOf(organisation, residents, now)
  const stays = new Map<string, Stay[]>()
  return endingsOf(organisation).map(([status, paths], n) => {
    const chance = random(`package ${organisation.systemName} ${n}`)
    let reason = ''
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const path = chance.pick(paths)
      const daysAgo = isLive(status) ? chance.int(0, LIVE_DAYS) : chance.int(1, DAYS - 1)
      const life = live(path, stage(chance, path), chance, daysAgo, now)
      const housed = typeof life === 'string' ? life : withLocker(life, stays, chance)
      if (typeof housed !== 'string') return housed
      reason = housed
    }
    throw new Error(`no package of the demo came to ${status}: ${reason}`)
  })
}

function endingsOf(organisation: DemoOrganisation): readonly (readonly [StatusName, readonly Path[]])[] {
  const withLockers = Object.entries(ENDINGS).map(([status, { count }]) => [status as StatusName, count] as const)
  const wanted = banksOf(organisation).length > 0 ? withLockers : MAILROOM_ENDINGS
  return wanted.flatMap(([status, count]) => {
    const { paths } = ENDINGS[status]
    const possible = wanted === MAILROOM_ENDINGS ? paths.filter((path) => !path.some((step) => step.toLocker)) : paths
    return Array.from({ length: count }, () => [status, possible] as const)
  })
}

/** Gives a place for a package to arrive at: a recipient, the locker bank of that building, a courier who comes there. */
function stageOf(organisation: DemoOrganisation, residents: readonly DemoResident[], now: Date) {
  const at = new Map(
    organisation.properties.flatMap((property) => {
      const days = calendar(property.timeZone, now, DAYS)
      return property.buildings.map((building) => {
        const bank = banksOf(organisation).find(({ buildingId }) => buildingId === building.id)
        const neighbours = residents.filter((one) => one.buildingId === building.id && one.occupancy === 'current')
        return [building.id, { property, building, bank, neighbours, calendar: days }] as const
      })
    }),
  )
  const recipients = residents.filter((one) => one.occupancy === 'current')
  const staff = staffOf(organisation)
  return (chance: Random, path: Path): Scene => {
    const recipient = chance.pick(recipients)
    const place = at.get(recipient.buildingId)!
    const isCleaning = path[0]!.to === 'DroppedOffForDryCleaning'
    const couriers = couriersOf(organisation).filter(
      (one) => one.isDryCleaning === isCleaning && one.properties.includes(place.property.code),
    )
    return { ...place, recipient, staff, courier: couriers.length > 0 ? chance.pick(couriers) : undefined }
  }
}

/** The life with the locker that the server would have given, or the reason why there is none. */
function withLocker(life: Life, stays: Map<string, Stay[]>, chance: Random): Life | string {
  const { stay } = life
  if (!stay) return life
  const wanted = {
    size: chance.pick(PARCELS),
    isOutbound: life.changes[0]!.status === 'DroppedOffForDryCleaning',
    needsAccessible: life.recipient.hasSpecialNeeds,
    keepsAccessible: true,
  }
  const locker = smallestFitting(lockersDuring(life.bank!, stay, stays), wanted)
  if (!locker) return 'no locker is free'
  stays.set(locker.id, [...(stays.get(locker.id) ?? []), stay])
  const named = <T extends { readonly lockerId: string | null }>(row: T): T =>
    row.lockerId ? { ...row, lockerId: locker.id } : row
  return { ...life, changes: life.changes.map(named), end: named(life.end) }
}

const lockersDuring = (bank: DemoBank, { from, until }: Stay, stays: Map<string, Stay[]>) =>
  bank.lockers.map((locker: DemoLocker) => {
    const isTaken = stays.get(locker.id)?.some((other) => other.from <= until && from <= other.until) ?? false
    return {
      ...locker,
      lockerMode: locker.mode,
      isDDAReserved: locker.isAccessible,
      isMapped: locker.deviceSerial !== null,
      isReserved: false,
      state: lockerState({ condition: locker.condition, livePackages: isTaken ? 1 : 0 }),
    }
  })
