import type { InputOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type Column, columnMessage } from '../columns.ts'
import type { imports } from '../contract.ts'
import { headingKey } from '../fields.ts'
import type { Found, Layout } from '../layout.ts'
import { t } from '../messages.ts'
import { whyNotCheckAgain } from '../rules.ts'
import { isKept } from './files.ts'
import { remember, rememberSheet } from './layouts.ts'
import type { Import } from './store.ts'

type Input = Pick<InputOf<typeof imports.save>, 'Columns' | 'Layout'>
type Columns = NonNullable<Input['Columns']>

/**
 * The changes of an import that is checked again with another layout, which the organisation's next files with these headings have as
 * well. Refuses columns and places that do not exist.
 */
export async function chooseLayout(db: Db, organisationId: string, job: Import, { Columns, Layout: input }: Input) {
  refuseIf(whyNotCheckAgain({ status: job.status, isKept: await isKept(db, job.id) }))
  refuseIf(whyNotColumns(job, Columns ?? []), 'Columns')
  const seen = job.found as Partial<Found>
  const before: Layout = { ...seen.layout, ...(job.layout as Layout) }
  const given = await givenLayout(db, input, before)
  const isOtherTable =
    (given.headingLine !== undefined && given.headingLine !== seen.headingLine) ||
    (given.sheet !== undefined && given.sheet !== seen.sheet) ||
    (given.encoding !== undefined && given.encoding !== seen.encoding)
  // Other headings have other columns.
  const columns = isOtherTable ? {} : { columns: columnsByKey(job, Columns) }
  const layout: Layout = { ...before, ...given, statuses: { ...before.statuses, ...given.statuses }, ...columns }
  if (!isOtherTable) await remember(db, organisationId, { headings: job.headings, layout, file: job.name })
  // The check remembers the other sheet by its own headings.
  if (given.sheet !== undefined && given.sheet !== seen.sheet) await rememberSheet(db, organisationId, job.headings, null)
  return { status: 'Checking' as const, checked_at: null, layout: JSON.stringify(layout) }
}

function whyNotColumns({ headings }: Import, columns: Columns) {
  if (columns.some(({ Heading }) => !headings.includes(Heading))) return t('MsgColumnUnknown')
  const taken = columns.map(({ Column }) => Column).filter((name) => name !== '')
  const twice = taken.find((name, i) => taken.indexOf(name) !== i)
  return twice ? t('MsgColumnTwice', { column: columnMessage(twice) }) : null
}

/** The column of each heading by its key: as chosen now, else as the file was read. */
const columnsByKey = ({ headings, fields }: Import, columns: Columns | null | undefined) =>
  Object.fromEntries(
    columns
      ? columns.map(({ Heading, Column }) => [headingKey(Heading), Column])
      : headings.map((heading, i) => [headingKey(heading), (fields[i] ?? '') as Column | '']),
  )

/** What a person has chosen; undefined for a choice that is taken back. */
async function givenLayout(db: Db, input: Input['Layout'], before: Layout): Promise<Layout> {
  if (!input) return {}
  const { HeadingLine, Sheet, Encoding, PropertyId, BuildingId, NameOrder, RepeatsPlaces, Statuses } = input
  const propertyId = PropertyId === undefined ? before.propertyId : PropertyId || undefined
  refuseIf(await whyNotPlace(db, propertyId, BuildingId || undefined), 'Layout')
  return {
    ...(HeadingLine !== undefined && { headingLine: HeadingLine ?? undefined }),
    ...(Sheet !== undefined && { sheet: Sheet || undefined }),
    ...(Encoding !== undefined && { encoding: Encoding || undefined }),
    // Another property has other buildings.
    ...(propertyId !== before.propertyId && { propertyId, buildingId: undefined }),
    ...(BuildingId !== undefined && { buildingId: BuildingId || undefined }),
    ...(NameOrder !== undefined && { nameOrder: NameOrder ?? undefined }),
    ...(RepeatsPlaces !== undefined && { repeatsPlaces: RepeatsPlaces ?? undefined }),
    ...(Statuses && { statuses: Object.fromEntries(Statuses.map(({ Word, Status }) => [Word, Status])) }),
  }
}

async function whyNotPlace(db: Db, propertyId: string | undefined, buildingId: string | undefined) {
  if (propertyId) {
    const found = await db
      .selectFrom('properties')
      .select('id')
      .where('id', '=', propertyId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) return t('MsgForeignProperty')
  }
  if (!buildingId) return null
  const building = await db
    .selectFrom('buildings')
    .select('property_id')
    .where('id', '=', buildingId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return building && (!propertyId || building.property_id === propertyId) ? null : t('MsgForeignBuilding')
}
