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
import type { Choice, Value } from '../../parameters.ts'
import type { Making, Parameter, Values } from './definition.ts'

/** Values that a list offers; a search finds others. */
export const MAX_CHOICES = 500

/** The id of a record. */
export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const idsOf = (values: Values, id: string): readonly string[] => (values[id] as readonly string[] | undefined) ?? []

type Named = { id: string; name: string }
/** Whether a name has the words of a search. */
const named = (search: string) => everyWord(search, (word) => matchesWord(searchTextOf('name'), word))
const asChoices = (rows: readonly Named[]): Choice[] => rows.map(({ id, name }) => ({ name, value: id }))

const list = (
  id: string,
  text: Parameter['text'],
  choices: NonNullable<Parameter['choices']>,
  children?: string[],
): Parameter => ({
  id,
  text,
  type: 'String',
  multivalue: true,
  pattern: ID,
  // None chosen: all.
  allowNull: true,
  byDefault: () => [],
  choices,
  ...(children && { children }),
})

const properties = list(
  'PropertyIds',
  label('LabelProperties'),
  async (db, { search }) =>
    asChoices(
      await db
        .selectFrom('properties')
        .select(['id', 'name'])
        .where('deleted_at', 'is', null)
        .where(named(search))
        .orderBy('name')
        .limit(MAX_CHOICES)
        .execute(),
    ),
  ['BuildingIds', 'LockerBankIds'],
)

/** Buildings or locker banks of the chosen properties. */
const ofProperties = (id: string, text: Parameter['text'], table: 'buildings' | 'locker_banks') =>
  list(id, text, async (db, { values, search }) => {
    const chosen = idsOf(values, 'PropertyIds')
    return asChoices(
      await db
        .selectFrom(table)
        .select(['id', 'name'])
        .where('deleted_at', 'is', null)
        .where(named(search))
        .$if(chosen.length > 0, (query) => query.where('property_id', '=', anyOf(chosen)))
        .orderBy('name')
        .limit(MAX_CHOICES)
        .execute(),
    )
  })

const buildings = ofProperties('BuildingIds', buildingScreens('ScreenBuildings'), 'buildings')
const lockerBanks = ofProperties('LockerBankIds', lockerBankScreens('ScreenLockerBanks'), 'locker_banks')

const couriers = list('CourierIds', courierScreens('ScreenCouriers'), async (db, { search }) =>
  asChoices(
    await db
      .selectFrom('couriers')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .where(named(search))
      .orderBy('name')
      .limit(MAX_CHOICES)
      .execute(),
  ),
)

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
