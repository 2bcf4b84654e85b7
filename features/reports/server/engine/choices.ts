import { sql } from 'kysely'
import { t as buildingScreens } from '#features/buildings/screens.ts'
import { t as courierScreens } from '#features/couriers/screens.ts'
import { t as lockerBankScreens } from '#features/locker-banks/screens.ts'
import { GROUPS, groupMessage } from '#features/packages/statuses.ts'
import { t as label } from '#platform/labels.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { everyWord, matchesWord, searchTextOf } from '#platform/server/postgres/text-search.ts'
import { t } from '../../messages.ts'
import type { ReportLink } from '../../model.ts'
import type { Value } from '../../parameters.ts'
import type { Making, Parameter, Values } from './definition.ts'

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
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .where(everyWord(search, (word) => matchesWord(searchTextOf('name'), word)))
      .$if(properties.length > 0, (query) => query.where(sql.ref('property_id'), '=', anyOf(properties)))
      .orderBy(sql`id = any(${idsOf(values, id)}::uuid[])`, 'desc')
      .orderBy('name')
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

const statusGroups: Parameter = {
  ...list('StatusGroups', t('ParameterStatusGroups'), async (_db, { translate }) =>
    Object.values(GROUPS).map((id) => ({ name: translate(groupMessage(id)!), value: String(id) })),
  ),
  pattern: /^[1-6]$/,
}

const DAY_MS = 86_400_000
/** Days of the period by default. */
const PERIOD_DAYS = 30
/** The local day of a moment, 'YYYY-MM-DD'. */
const localDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)

/** Longest period, in days: charts have a bar for each. */
export const MAX_PERIOD_DAYS = 3700
/** First and last day of the period, both included. */
const from: Parameter = {
  id: 'From',
  text: t('ParameterFrom'),
  type: 'DateTime',
  byDefault: ({ now, timeZone }) => localDay(new Date(now.getTime() - (PERIOD_DAYS - 1) * DAY_MS), timeZone),
}
const to: Parameter = {
  id: 'To',
  text: t('ParameterTo'),
  type: 'DateTime',
  byDefault: ({ now, timeZone }) => localDay(now, timeZone),
}

/** The parameters that reports share. */
export const PARAMETERS = { properties, buildings, lockerBanks, couriers, statusGroups, from, to } as const

const dayOf = (value: Value | readonly Value[] | undefined) => String(value).slice(0, 10)
type Period = Pick<Making, 'values' | 'timeZone'>
/** The begin of the first day of the report's period. */
export const periodBegin = ({ values, timeZone }: Period) => sql`${dayOf(values.From)}::date::timestamp at time zone ${timeZone}`
/** Whether a time is in the period of the report: from the begin of its first day to the end of its last one. */
export function inPeriod(column: string, period: Period) {
  const end = sql`(${dayOf(period.values.To)}::date + 1)::timestamp at time zone ${period.timeZone}`
  return sql<boolean>`${sql.ref(column)} >= ${periodBegin(period)} and ${sql.ref(column)} < ${end}`
}

/** A time as the parts of a report have it, in the report's time zone. */
export const localTime = (column: string, { timeZone }: Pick<Making, 'timeZone'>) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`

/** The time zone of a report: that of its properties when they share one, otherwise the organisation's. */
export async function zoneOf(db: Db, values: Values): Promise<string> {
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

/** The report of a resident in the same period. */
export const residentLink = ({ values }: Pick<Making, 'values'>, id: string): ReportLink => ({
  report: 'Resident',
  values: { ResidentId: id, From: dayOf(values.From), To: dayOf(values.To) },
})

type Filter = { readonly column: string; readonly chosen: readonly string[] }
/** Keeps rows with one of the chosen ids in a column; none chosen keeps all. */
export const oneOf = ({ column, chosen }: Filter) =>
  chosen.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${chosen}::uuid[])`
export const chosenIds = (column: string, id: string, { values }: Pick<Making, 'values'>) =>
  oneOf({ column, chosen: idsOf(values, id) })
