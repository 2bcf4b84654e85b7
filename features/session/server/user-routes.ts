import { ownerOf, readViews } from '#features/saved-views/server/api.ts'
import { firstLanguage } from '#platform/language.ts'
import { existing } from '#platform/server/entities.ts'
import type { Router } from '#platform/server/http/route.ts'
import { type Database, type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { zoneRules } from '#platform/time-zone.ts'
import { type ColorScheme, session } from '../contract.ts'
import { t } from '../messages.ts'
import { organisationChoices } from './organisation-choices.ts'
import { nameOf } from './sign-ins.ts'

/** What the portal loads after sign-in, and the preferences of the user among it (spec 1 §7). */
export function userRoutes(route: Router, database: Database) {
  route.withoutTransaction(session.preferences, async ({ input, caller }) => {
    // They belong to the user, whichever organisation a super administrator has selected.
    await database.inTenant(wholeOrganisation(caller.homeOrganisationId), (db) =>
      db
        .updateTable('portal_users')
        .set({ language: input.Language, date_format: input.DateFormat })
        .where('id', '=', caller.id)
        .execute(),
    )
    return { Message: t('MsgPreferencesSaved') }
  })

  route.withoutTransaction(session.colorScheme, async ({ input, caller }) => {
    await database.inTenant(wholeOrganisation(caller.homeOrganisationId), (db) =>
      db.updateTable('portal_users').set({ color_scheme: input.ColorScheme }).where('id', '=', caller.id).execute(),
    )
    return { Message: t('MsgPreferencesSaved') }
  })

  route.withoutTransaction(session.preload, async ({ caller, inTenant }) => {
    // The user belongs to the home organisation, the data to the selected one.
    const [user, views] = await database.inTenant(wholeOrganisation(caller.homeOrganisationId), (db) =>
      Promise.all([readUser(db, caller.id), readViews(db, ownerOf(caller))]),
    )
    const { organisation, properties, zones } = await inTenant(({ db, tenant }) => readPlaces(db, tenant))
    const organisations = caller.isSuperAdmin ? await organisationChoices(database, caller) : []
    return {
      User: {
        Id: user.id,
        FirstName: user.first_name,
        LastName: user.last_name,
        // Not the caller's, which is cached: a changed name is shown at once.
        Name: nameOf(user),
        Email: user.email,
        Language: user.language,
        DateFormat: user.date_format,
        ColorScheme: user.color_scheme as ColorScheme | null,
      },
      Language: user.language ?? firstLanguage([user.culture]),
      Roles: [...caller.roles],
      Permissions: [...caller.permissions],
      Organisation: {
        Id: organisation.id,
        Name: organisation.name,
        SystemName: organisation.system_name,
        Culture: organisation.culture,
        TimeZone: organisation.time_zone,
        IsSuperAdmin: organisation.is_super_admin,
      },
      Property: properties.length === 1 ? properties[0]! : null,
      TimeZone: zones.length === 1 ? zones[0]!.time_zone : organisation.time_zone,
      ZoneRules: Object.fromEntries([organisation, ...zones].map(({ time_zone }) => [time_zone, zoneRules(time_zone)])),
      Organisations: organisations,
      SavedViews: views,
    }
  })
}

const readUser = (db: Db, userId: string) =>
  db
    .selectFrom('portal_users')
    .innerJoin('organisations', 'organisations.id', 'portal_users.organisation_id')
    .select(['portal_users.id', 'first_name', 'last_name', 'email', 'language', 'date_format', 'color_scheme'])
    .select('organisations.culture')
    .where('portal_users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** Zones whose rules a browser gets. */
const MAX_ZONES = 50
/** The selected organisation, the zones of its properties, and of them one more than one: whether there are others. */
const readPlaces = async (db: Db, { organisationId }: Tenant) => ({
  organisation: await existing(
    db
      .selectFrom('organisations')
      .select(['id', 'name', 'system_name', 'culture', 'time_zone', 'is_super_admin'])
      .where('id', '=', organisationId),
  ),
  properties: await db
    .selectFrom('properties')
    .select(['id as Id', 'name as Name'])
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute(),
  zones: await db
    .selectFrom('properties')
    .select('time_zone')
    .distinct()
    .where('deleted_at', 'is', null)
    .limit(MAX_ZONES)
    .execute(),
})
