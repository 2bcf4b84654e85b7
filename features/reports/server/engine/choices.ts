import { type RawBuilder, sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { t as buildingScreens } from '#features/buildings/screens.ts'
import { t as courierScreens } from '#features/couriers/screens.ts'
import { t as lockerBankScreens } from '#features/locker-banks/screens.ts'
import { GROUPS, groupMessage, LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import { localDay } from '#platform/date-format.ts'
import { t as label } from '#platform/labels.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { localTimestamp } from '#platform/server/postgres/local-time.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWord, searchTextOf, wherePlace } from '#platform/server/postgres/text-search.ts'
import { startOfDay } from '#platform/time-zone.ts'
import { t } from '../../messages.ts'
import type { ReportLink } from '../../model.ts'
import type { Value } from '../../parameters.ts'
import type { Making, Parameter, Values, Zone } from './definition.ts'

/** Values that a list offers; a search finds others. */
export const MAX_CHOICES = 500

/** The id of a record. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const idsOf = (values: Values, id: string): readonly string[] => (values[id] as readonly string[] | undefined) ?? []

type Named = 'properties' | 'buildings' | 'locker_banks' | 'couriers'
type Choices = NonNullable<Parameter['choices']>
/** The records of a table by name; the chosen ones, as the value of `id`, come first, since there may be more than are offered. */
const byName =
  (table: Named, id: string): Choices =>
  async (db, { values, search }) => {
    const properties = table === 'buildings' || table === 'locker_banks' ? idsOf(values, 'PropertyIds') : []
    const records = db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .$if(properties.length > 0, (query) => query.where(sql.ref('property_id'), '=', anyOf(properties)))
    const rows = await wherePlace(records, search, (word) => matchesWord(searchTextOf('name'), word))
      .orderBy(sql`id = any(${idsOf(values, id)}::uuid[])`, 'desc')
      .orderBy(naturalOrder('name'))
      .limit(MAX_CHOICES)
      .execute()
    return rows.map(({ id: value, name }) => ({ name, value }))
  }

const list = (id: string, text: Parameter['text'], choices: Choices, children: readonly string[] = []): Parameter => ({
  id,
  text,
  type: 'String',
  multivalue: true,
  pattern: ID,
  // None chosen: all.
  allowNull: true,
  byDefault: () => [],
  choices,
  children,
})
const named = (id: string, text: Parameter['text'], table: Named, children?: readonly string[]) =>
  list(id, text, byName(table, id), children)

const properties = named('PropertyIds', label('LabelProperties'), 'properties', ['BuildingIds', 'LockerBankIds'])
/** Those of the chosen properties. */
const buildings = named('BuildingIds', buildingScreens('ScreenBuildings'), 'buildings')
const lockerBanks = named('LockerBankIds', lockerBankScreens('ScreenLockerBanks'), 'locker_banks')
const couriers = named('CourierIds', courierScreens('ScreenCouriers'), 'couriers')

const groupsOf = (ids: readonly number[]): Parameter => ({
  ...list('StatusGroups', t('ParameterStatusGroups'), async (_db, { translate }) =>
    ids.map((id) => ({ name: translate(groupMessage(id)!), value: String(id) })),
  ),
  pattern: /^[1-6]$/,
})
const statusGroups = groupsOf(Object.values(GROUPS))
/** Those of packages that are in the building. */
const liveGroups = groupsOf(LIVE_GROUP_IDS)

/** Days of the period by default. */
const PERIOD_DAYS = 30
const today = ({ now, timeZone }: Zone) => localDay(now, timeZone)
/** The first day of the period by default, 'YYYY-MM-DD'. */
export const firstDay = (zone: Zone): string =>
  Temporal.PlainDate.from(today(zone))
    .subtract({ days: PERIOD_DAYS - 1 })
    .toString()

/** First and last day of the period, both included. */
const from: Parameter = {
  id: 'From',
  text: t('ParameterFrom'),
  type: 'DateTime',
  byDefault: firstDay,
}
const to: Parameter = {
  id: 'To',
  text: t('ParameterTo'),
  type: 'DateTime',
  byDefault: today,
}

/** The parameters that reports share. */
export const PARAMETERS = { properties, buildings, lockerBanks, couriers, statusGroups, liveGroups, from, to } as const

const dayOf = (value: Value | readonly Value[] | undefined) => String(value).slice(0, 10)
type Period = Pick<Making, 'values' | 'timeZone'>
/** The first moment of the period, and that after its last day. */
const limitsOf = ({ values, timeZone }: Period) => ({
  begin: startOfDay(dayOf(values.From), timeZone),
  end: startOfDay(dayOf(values.To), timeZone, 1),
})
const isBetween = (column: string, { begin, end }: Readonly<Record<'begin' | 'end', RawBuilder<unknown>>>) =>
  sql<boolean>`${sql.ref(column)} >= ${begin} and ${sql.ref(column)} < ${end}`
/** Whether a time is in the period of the report: from the begin of its first day to the end of its last one. */
export function inPeriod(column: string, period: Period) {
  const { begin, end } = limitsOf(period)
  return isBetween(column, { begin: sql`${begin}::timestamptz`, end: sql`${end}::timestamptz` })
}

/** Every day of the period, as `s (day)`: a day on which nothing happened is a row too. */
export const daysOf = ({ values }: Pick<Making, 'values'>) =>
  sql`generate_series(${dayOf(values.From)}::date, ${dayOf(values.To)}::date, interval '1 day') as s (day)`

/** Not later than the begin of the report's first day, in any time zone. */
export const earliestBegin = ({ values }: Pick<Making, 'values'>) =>
  sql`(${dayOf(values.From)}::date - 1)::timestamp at time zone 'UTC'`
/** The period in each of some time zones, to be joined `on periods.time_zone = …`. */
export function periodsIn(timeZones: readonly string[], { values }: Pick<Making, 'values'>) {
  const periods = timeZones.map((timeZone) => ({ time_zone: timeZone, ...limitsOf({ values, timeZone }) }))
  return sql`json_to_recordset(${JSON.stringify(periods)}) as periods (time_zone text, "begin" timestamptz, "end" timestamptz)`
}
/** The same as `inPeriod` in the period of the row of `periodsIn`. An index serves the limits that are the same for all zones. */
export function inPeriodOfZone(column: string, { values }: Pick<Making, 'values'>) {
  const latestEnd = sql`(${dayOf(values.To)}::date + 2)::timestamp at time zone 'UTC'`
  const near = isBetween(column, { begin: earliestBegin({ values }), end: latestEnd })
  return sql<boolean>`${near} and ${isBetween(column, { begin: sql.ref('periods.begin'), end: sql.ref('periods.end') })}`
}

/** A time as the parts of a report have it, in the report's time zone. */
export const localTime = (column: string, { timeZone }: Pick<Making, 'timeZone'>) =>
  sql<string | null>`to_char(${localTimestamp(sql.ref(column), timeZone)}, 'YYYY-MM-DD HH24:MI:SS')`
/** The day of a time in the report's time zone, as `date`. */
export const localDate = (column: string, { timeZone }: Pick<Making, 'timeZone'>) =>
  sql`${localTimestamp(sql.ref(column), timeZone)}::date`

/** Whether a report is of one resident. */
export const hasResident = ({ ResidentId }: Values): boolean => typeof ResidentId === 'string' && ID.test(ResidentId)

/**
 * The time zone of a report: that of its resident's property, or of its properties when they share one, otherwise the organisation's.
 */
export async function zoneOf(db: Db, values: Values): Promise<string> {
  if (hasResident(values)) {
    const home = await db
      .selectFrom('residents as r')
      .innerJoin('properties as p', 'p.id', 'r.property_id')
      .select('p.time_zone')
      .where('r.id', '=', String(values.ResidentId))
      .executeTakeFirst()
    if (home) return home.time_zone
  }
  const chosen = idsOf(values, 'PropertyIds')
  const zones = await db
    .selectFrom('properties')
    .select('time_zone')
    .distinct()
    .where('deleted_at', 'is', null)
    .$if(chosen.length > 0, (query) => query.where('id', '=', anyOf(chosen)))
    .limit(2)
    .execute()
  if (zones.length === 1) return zones[0]!.time_zone
  return (await db.selectFrom('organisations').select('time_zone').executeTakeFirstOrThrow()).time_zone
}

/** The report of a resident in the same period, of the same properties and buildings. */
export function residentLink({ values }: Pick<Making, 'values'>, id: string): ReportLink {
  const places = ['PropertyIds', 'BuildingIds'].flatMap((name): [string, readonly string[]][] => {
    const ids = idsOf(values, name)
    return ids.length > 0 ? [[name, ids]] : []
  })
  return {
    report: 'Resident',
    values: { ResidentId: id, From: dayOf(values.From), To: dayOf(values.To), ...Object.fromEntries(places) },
  }
}

type Filter = { readonly column: string; readonly chosen: readonly string[] }
/** Keeps rows with one of the chosen ids in a column; none chosen keeps all. */
export const oneOf = ({ column, chosen }: Filter) =>
  chosen.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${chosen}::uuid[])`
export const chosenIds = (column: string, id: string, { values }: Pick<Making, 'values'>) =>
  oneOf({ column, chosen: idsOf(values, id) })
