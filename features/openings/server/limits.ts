import { LOCKER_BANK_SETTINGS } from '#features/kiosks/bank-settings.ts'
import { isAnyRaised, OPENING_CEILINGS, OPENINGS_SETTING } from '#features/kiosks/ceilings.ts'
import { notifyManagers } from '#features/portal-users/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { openings } from '../contract.ts'
import { t as tLimit } from '../limit-messages.ts'
import { t } from '../messages.ts'
import { whyNotLimits } from '../rules.ts'

export async function readLimits(db: Db) {
  const row = await db
    .selectFrom('opening_controls')
    .select(['person_per_minute', 'person_per_hour', 'organisation_per_minute', 'organisation_per_hour'])
    .executeTakeFirstOrThrow()
  const { person, organisation } = OPENING_CEILINGS
  return {
    PersonPerMinute: Math.min(row.person_per_minute, person.minute),
    PersonPerHour: Math.min(row.person_per_hour, person.hour),
    OrganisationPerMinute: Math.min(row.organisation_per_minute, organisation.minute),
    OrganisationPerHour: Math.min(row.organisation_per_hour, organisation.hour),
  }
}

export async function saveLimits(
  { db, tenant, caller, input, audit }: RequestContext<typeof openings.setLimits> & TransactionContext,
  mailer: Mailer,
): Promise<void> {
  const before = await readLimits(db)
  await db
    .updateTable('opening_controls')
    .set({
      person_per_minute: input.PersonPerMinute,
      person_per_hour: input.PersonPerHour,
      organisation_per_minute: input.OrganisationPerMinute,
      organisation_per_hour: input.OrganisationPerHour,
    })
    .execute()
  await audit('limits of remote opening changed', tenant.organisationId, { before, after: input })
  await notifyRaised({ db, tenant, caller }, mailer, { before, after: input })
}

/** Changes how often a person may open lockers remotely within a minute; refuses a number above that of an hour. */
export async function changePersonPerMinute(by: ChangedBy, mailer: Mailer, count: number): Promise<void> {
  const { db } = by
  const before = await readLimits(db)
  const after = { ...before, PersonPerMinute: count }
  refuseIf(whyNotLimits(after), OPENINGS_SETTING)
  await db.updateTable('opening_controls').set({ person_per_minute: count }).execute()
  await notifyRaised(by, mailer, { before, after })
}

type ChangedBy = { readonly db: Db; readonly tenant: Tenant; readonly caller: Caller }
type Limits = Readonly<Record<string, number>>

type Raise = {
  readonly before: Limits
  readonly after: Limits
  /** The locker bank whose limits they are; without one those of the organisation. */
  readonly bank?: string
  readonly isPublished?: boolean
}

/** Mails the managers when limits were raised, or published as raised ones, with from and to. */
export async function notifyRaised({ db, tenant, caller }: ChangedBy, mailer: Mailer, raise: Raise): Promise<void> {
  const { before, after, bank, isPublished = false } = raise
  if (!isAnyRaised(before, after)) return
  const actor = caller.name
  const ofBank = isPublished ? 'MailOpeningLimitsPublished' : 'MailOpeningLimitsOfBankRaised'
  const what = bank === undefined ? t('MailOpeningLimitsRaised', { actor }) : t(ofBank, { actor, bank })
  const lines = Object.entries(after)
    .filter(([name, count]) => count > before[name]!)
    .map(([name, count]) => t('MailLimitRaised', { limit: labelOf(name), before: before[name]!, after: count }))
  await notifyManagers(db, mailer, tenant, what, ...lines)
}

const ORGANISATION_LIMITS: Readonly<Record<string, Message>> = {
  PersonPerMinute: tLimit('AuditFieldPersonPerMinute'),
  PersonPerHour: tLimit('AuditFieldPersonPerHour'),
  OrganisationPerMinute: tLimit('AuditFieldOrganisationPerMinute'),
  OrganisationPerHour: tLimit('AuditFieldOrganisationPerHour'),
}
const labelOf = (name: string): Message =>
  ORGANISATION_LIMITS[name] ?? LOCKER_BANK_SETTINGS.find(({ Name }) => Name === name)!.Label
