import type { InputOf } from '#platform/operation.ts'
import { existing, refuseStale, saved } from '#platform/server/entities.ts'
import type { Router } from '#platform/server/http/route.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import { cleanHtml } from '#platform/server/rich-text.ts'
import { type MobileSettings, organisations } from '../contract.ts'
import { t } from '../mobile-messages.ts'
import { encodedLogo, imageAddress, readImage, saveImage, sendImage } from './images.ts'
import { lockSettings, NOT_SAVED, organisationOf, recordOf } from './store.ts'

/** The settings of the mobile app (spec 3 §3, §7). */
export function mobileRoutes(route: Router, database: Database) {
  route.withoutTransaction(organisations.mobile, ({ caller, params: { id } }) =>
    database.readInTenant(organisationOf(caller, id), (db) => readSettings(db, id)),
  )

  route.withoutTransaction(organisations.saveMobile, async ({ caller, params: { id }, input, now }) => {
    const tenant = organisationOf(caller, id)
    const logo = await encodedLogo(database, caller, input.Logo)
    const given = columnsOf(input)
    await database.inTenant(tenant, async (db) => {
      await lockSettings(db, id)
      const before = await readSettings(db, id)
      refuseStale(before, input)
      const columns = {
        terms_and_conditions: before.TermsAndConditions,
        help_text: before.HelpText,
        contact_us: before.ContactUs,
        background_color: before.BackgroundColor,
        enable_remote_unlock: before.EnableRemoteUnlock,
        ...given,
      }
      await db
        .insertInto('mobile_app_settings')
        .values({ organisation_id: id, ...columns })
        .onConflict((c) => c.column('organisation_id').doUpdateSet(columns))
        .execute()
      if (logo) await saveImage(db, id, 'mobile app', logo)
      const detail = { before, after: await readSettings(db, id) }
      await writeAudit(db, {
        organisationId: id,
        at: now,
        actor: caller,
        action: 'mobile app settings changed',
        subjectId: id,
        detail,
      })
    })
    return saved(t('MsgMobileSaved'), id)
  })

  route.stream(organisations.mobileLogo, ({ params: { id }, request, reply }) =>
    database.readInTenant(wholeOrganisation(id), async (db) => sendImage(request, reply, await readImage(db, 'mobile app'))),
  )
}

/** The texts as they may be shown; values that are left out have no column. */
const columnsOf = (draft: InputOf<typeof organisations.saveMobile>) => ({
  ...(typeof draft.TermsAndConditions === 'string' && { terms_and_conditions: cleanHtml(draft.TermsAndConditions) }),
  ...(typeof draft.HelpText === 'string' && { help_text: cleanHtml(draft.HelpText) }),
  ...(typeof draft.ContactUs === 'string' && { contact_us: cleanHtml(draft.ContactUs) }),
  ...(draft.BackgroundColor && { background_color: draft.BackgroundColor.toLowerCase() }),
  ...(typeof draft.EnableRemoteUnlock === 'boolean' && { enable_remote_unlock: draft.EnableRemoteUnlock }),
})

/** The settings, or the defaults of an organisation that has saved none; 404 for a missing organisation. */
async function readSettings(db: Db, id: string): Promise<MobileSettings> {
  await existing(recordOf(db, id))
  const row = await db.selectFrom('mobile_app_settings as m').selectAll().select(rowVersion('m').as('version')).executeTakeFirst()
  return {
    TermsAndConditions: row?.terms_and_conditions ?? '',
    HelpText: row?.help_text ?? '',
    ContactUs: row?.contact_us ?? '',
    BackgroundColor: row?.background_color ?? '#ffffff',
    EnableRemoteUnlock: row?.enable_remote_unlock ?? false,
    Logo: await imageAddress(db, id, 'mobile app', 'mobileapplogo'),
    Version: row?.version ?? NOT_SAVED,
  }
}
