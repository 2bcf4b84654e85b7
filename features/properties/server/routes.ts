import type { InputOf } from '#platform/operation.ts'
import { changeOf, saved } from '#platform/server/entities.ts'
import { orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { inProperties, naturalOrder, sameText } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { openRecord, recordChanges, removeRecords } from '#platform/server/record-routes.ts'
import { settingRowsOf } from '#platform/server/saved-settings.ts'
import { whyNotSettings } from '#platform/typed-settings.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { properties } from '../contract.ts'
import { t } from '../messages.ts'
import { timeZones, whyNotDelete } from '../rules.ts'
import { PROPERTY_SETTINGS } from '../settings.ts'
import { propertyChoices, refuseUnknownTimeZone } from './api.ts'
import {
  findProperties,
  idsOfRegion,
  isPropertyNameTaken,
  livePackagesOf,
  propertyStore,
  REGION_NAME,
  ROW,
  settingsOfProperty,
  visibleProperties,
  withBuildings,
} from './store.ts'

/** Properties (spec 3 §2, §5, §7). */
export function propertiesRoutes(route: Router) {
  route(properties.ofOrganisation, ({ db, query: { SearchText } }) =>
    propertyChoices(db, { words: SearchText, most: MOST_LISTED }),
  )

  route(properties.choices, ({ db, tenant, input }) => findProperties(db, tenant, input))
  route(properties.ofRegion, async ({ db, tenant, params: { regionId } }) => {
    const ids = await idsOfRegion(db, tenant, regionId)
    // A region without a property of the caller looks like a missing one.
    return orNotFound(ids.length > 0 ? ids : null)
  })
  route(properties.page, ({ db, tenant, input: { SearchText, RegionId, ...input } }) => {
    let matching = visibleProperties(db).select(ROW).select(REGION_NAME.as('RegionName')).where(inProperties('p.id', tenant))
    if (SearchText) matching = matching.where(matchesWords('p.search_text', SearchText))
    if (RegionId) matching = matching.where('p.region_id', '=', RegionId)
    return readPage(db, matching, input, { sorts: SORTS, id: 'p.id', row: (row) => row })
  })

  route(properties.get, ({ db, params }) => readProperty(db, params.propertyId))
  route(properties.getOf, ({ db, params }) => readProperty(db, params.propertyId))

  route(properties.changes, ({ db, params }) => recordChanges(db, propertyStore, params.propertyId))

  route(properties.settings, async ({ db, params: { propertyId } }) => {
    await propertyStore.read(db, propertyId)
    return settingsOfProperty.rows(db, propertyId)
  })
  route(properties.newSettings, async () => settingRowsOf(PROPERTY_SETTINGS, {}))
  route(properties.timeZones, async ({ now }) =>
    timeZones().map(({ id, former }) => ({ Id: id, TimeZoneName: timeZoneName(id, former, now) })),
  )

  route(properties.save, async (context) => {
    const { db, tenant, input, audit } = context
    const wrong = input.Settings && whyNotSettings(PROPERTY_SETTINGS, input.Settings)
    if (wrong) throw new Refusal(422, wrong.whyNot, { field: wrong.name })
    const property = await openRecord(context, propertyStore)
    const { id, before } = property
    refuseIf(before && before.ExternalCode !== input.ExternalCode ? t('MsgExternalCodeFixed') : null, 'ExternalCode')
    refuseUnknownTimeZone('TimeZoneId', input.TimeZoneId, before?.TimeZoneId)
    await refuseTwins(db, id, before, input)
    if (input.Region?.Id) await refuseNoRegion(db, input.Region.Id)
    await propertyStore.write(db, tenant, property, input)
    const key = { organisation_id: tenant.organisationId, property_id: id }
    const settings = await settingsOfProperty.save(db, key, input.Settings ?? [])
    const { Settings: _, Region, ...values } = input
    // A new property has a value for every setting, including unchanged ones.
    const rows = before ? [] : await settingsOfProperty.rows(db, id)
    const first = Object.fromEntries(rows.map(({ Name, Value }) => [Name, Value]))
    const after = { ...values, RegionId: Region?.Id ?? null, ...first, ...settings.after }
    await audit(
      before ? 'property changed' : 'property created',
      id,
      changeOf(before && { ...before, ...settings.before }, after),
    )
    return saved(t('MsgPropertySaved'), id)
  })

  route(properties.remove, (context) =>
    removeRecords(context, propertyStore, {
      whyNot: async (ids) => {
        const used = await withBuildings(context.db, ids)
        return ({ id }) => whyNotDelete({ hasBuildings: used.has(id) })
      },
    }),
  )
}

/** A property as its form shows it. */
async function readProperty(db: Db, id: string) {
  const { RegionId, RegionName, ...property } = await propertyStore.read(db, id)
  return {
    ...property,
    Region: RegionId ? { Id: RegionId, Name: RegionName } : null,
    Settings: await settingsOfProperty.rows(db, id),
    LivePackages: await livePackagesOf(db, id),
  }
}

const SORTS = {
  Name: naturalOrder('p.name'),
  ExternalCode: naturalOrder('p.external_code'),
  RegionName: REGION_NAME,
  TimeZoneId: naturalOrder('p.time_zone'),
  Address: naturalOrder('p.address'),
}

/** Names and external codes are of one property each; older equal names stay until one is changed. */
async function refuseTwins(db: Db, id: string, before: { Name: string } | null, input: InputOf<typeof properties.save>) {
  const others = visibleProperties(db).select('p.id').where('p.id', '<>', id)
  const isNameTaken = before?.Name !== input.Name && (await isPropertyNameTaken(db, input.Name, id))
  refuseIf(isNameTaken ? t('MsgPropertyNameTaken') : null, 'Name')
  const isCodeTaken = !before && (await others.where(sameText('p.external_code', input.ExternalCode)).executeTakeFirst())
  refuseIf(isCodeTaken ? t('MsgExternalCodeTaken') : null, 'ExternalCode')
}

/** The lock keeps the region from being deleted meanwhile. */
async function refuseNoRegion(db: Db, id: string) {
  const region = db.selectFrom('regions').select('id').where('id', '=', id).where('deleted_at', 'is', null).forShare()
  refuseIf((await region.executeTakeFirst()) ? null : t('MsgPropertyNoSuchRegion'), 'Region')
}

/** For example "Asia/Kolkata (Asia/Calcutta, GMT+05:30)", the distance in summer as it is in summer. */
function timeZoneName(id: string, former: string | undefined, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: id, timeZoneName: 'longOffset' }).formatToParts(now)
  const distance = parts.find(({ type }) => type === 'timeZoneName')?.value
  return `${id} (${[former, distance].filter(Boolean).join(', ')})`
}
