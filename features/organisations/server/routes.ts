import { refuseUnknownTimeZone } from '#features/properties/server/api.ts'
import { endAllSignIns, organisationChoices } from '#features/session/server/api.ts'
import { newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import { existing, refuseStale, saved } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { badInput, forbidden, refuseIf, refuseWrong } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readChanges, writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { organisationBySystemName, showAllOrganisations } from '#platform/server/postgres/untenanted.ts'
import { organisationStatus, organisations } from '../contract.ts'
import { t } from '../messages.ts'
import { settled, whyNotChange } from '../rules.ts'
import { encodedLogo, logoAddress, readImage, saveImage, sendImage } from './images.ts'
import { mobileRoutes } from './mobile.ts'
import { type SmsDeps, smsRoutes } from './sms.ts'
import { insertOrganisation, organisationOf, organisationRows, recordOf, SORTS, updateOrganisation } from './store.ts'

export type OrganisationDeps = SmsDeps
type Save = { readonly input: InputOf<typeof organisations.save>; readonly caller: Caller; readonly now: Date }

/** Organisations (spec 3 §2, §5, §7). A super administrator works on any of them, whichever is selected in the header. */
export function organisationsRoutes(route: Router, deps: OrganisationDeps) {
  const { database } = deps
  route.withoutTransaction(organisations.all, ({ caller, query: { SearchText } }) =>
    organisationChoices(database, caller, SearchText),
  )

  route(organisations.page, async ({ db, caller, input: { SearchText, ...input } }) => {
    if (caller.isSuperAdmin) await showAllOrganisations(db)
    let matching = organisationRows(db)
    if (SearchText) matching = matching.where(matchesWords('o.search_text', SearchText))
    return readPage(db, matching, input, { sorts: SORTS, id: 'o.id', row: (row) => row })
  })

  route.withoutTransaction(organisations.get, async ({ caller, params: { id } }) => {
    const organisation = await database.readInTenant(organisationOf(caller, id), async (db) => ({
      ...(await existing(recordOf(db, id))),
      Logo: await logoAddress(db, id),
    }))
    const { TimezoneId: TimeZone, IsActive } = organisation
    const same = { TimeZone, Status: organisationStatus(IsActive) }
    return { ...organisation, ...same, AllOrganisations: await organisationChoices(database, caller) }
  })

  route.withoutTransaction(organisations.changes, ({ caller, params: { id } }) =>
    database.readInTenant(organisationOf(caller, id), async (db) => {
      await existing(recordOf(db, id))
      const changes = await readChanges(db, id)
      // Entries and people of another organisation are opened after it was selected.
      return id === caller.tenant.organisationId ? changes : changes.map((one) => ({ ...one, EntryId: null, Actor: null }))
    }),
  )

  route.stream(organisations.logo, ({ params: { id }, request, reply }) =>
    database.readInTenant(wholeOrganisation(id), async (db) => sendImage(request, reply, await readImage(db, 'organisation'))),
  )

  mobileRoutes(route, database)
  smsRoutes(route, deps)

  route.withoutTransaction(organisations.save, (context) =>
    context.input.Id ? change(database, context, context.input.Id) : create(database, context),
  )
}

async function create(database: Database, { input: given, caller, now }: Save) {
  if (!caller.isSuperAdmin) throw forbidden()
  const input = settledInput(given, null)
  const { SystemName } = input
  if (!SystemName) throw badInput(t('MsgSystemNameEmpty'), 'SystemName')
  refuseIf((await organisationBySystemName(database, SystemName)) ? t('MsgSystemNameTaken') : null, 'SystemName')
  const logo = await encodedLogo(database, caller, input.Logo)
  if (!logo) throw badInput(t('MsgLogoMissing'), 'Logo')
  const id = newId()
  await database.inTenant(wholeOrganisation(id), async (db) => {
    refuseUnknownTimeZone('TimezoneId', input.TimezoneId)
    await insertOrganisation(db, id, SystemName, input)
    await saveImage(db, id, 'organisation', logo)
    const after = valuesOf(input)
    await writeAudit(db, {
      organisationId: id,
      at: now,
      actor: caller,
      action: 'organisation created',
      subjectId: id,
      detail: { after },
    })
  })
  return saved(t('MsgOrganisationSaved'), id)
}

async function change(database: Database, { input: given, caller, now }: Save, id: string) {
  const tenant = organisationOf(caller, id)
  const logo = await encodedLogo(database, caller, given.Logo)
  return database.inTenant(tenant, async (db) => {
    const { Version, ...before } = await existing(recordOf(db, id).forUpdate('o'))
    refuseStale({ Version }, given)
    const input = settledInput(given, before)
    const whyNot = whyNotChange(before, input, caller.isSuperAdmin)
    refuseIf(whyNot?.reason, whyNot?.field)
    refuseUnknownTimeZone('TimezoneId', input.TimezoneId, before.TimezoneId)
    if (!logo && !(await logoAddress(db, id))) throw badInput(t('MsgLogoMissing'), 'Logo')
    await updateOrganisation(db, id, input)
    if (logo) await saveImage(db, id, 'organisation', logo)
    if (before.IsActive && input.IsActive === false) await endAllSignIns(db, now)
    const after = Object.fromEntries(Object.entries(valuesOf(input)).filter(([, value]) => value !== null && value !== undefined))
    const detail = { before, after: { ...before, ...after }, ...(logo && { logo: 'changed' }) }
    await writeAudit(db, { organisationId: id, at: now, actor: caller, action: 'organisation changed', subjectId: id, detail })
    return saved(t('MsgOrganisationSaved'), id)
  })
}

/** What the audit trail has of a save. */
const valuesOf = ({ Name, SystemName, Description, TimezoneId, IsActive }: Save['input']) => ({
  ...{ Name, SystemName, Description, TimezoneId, IsActive },
})

/** The input with one value of those that may be given twice; refuses (400) what contradicts itself. */
function settledInput(input: Save['input'], before: Parameters<typeof settled>[1]): Save['input'] {
  const { wrong, ...values } = settled(input, before)
  refuseWrong(wrong)
  return { ...input, ...values }
}
