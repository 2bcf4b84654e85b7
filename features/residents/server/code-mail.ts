import { textIn } from '#features/resources/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import type { BulkContext, BulkOutcome } from '#platform/server/bulk/action.ts'
import { existing } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { qrPicture } from '#platform/server/qr-code.ts'
import type { ResidentInfo } from '../contract.ts'
import { t } from '../messages.ts'
import { isAccessCode, whyNotSendCode } from '../rules.ts'
import { readCode } from './access-code.ts'
import { lockedResident, visibleResidents, type Writing } from './store.ts'

/** A property's name and time zone, and the language of its people. */
export const placeOf = (db: Db, propertyId: string): Promise<{ name: string; timeZone: string; culture: string }> =>
  existing(
    db
      .selectFrom('properties as p')
      .innerJoin('organisations as o', 'o.id', 'p.organisation_id')
      .select(['p.name', 'p.time_zone as timeZone', 'o.culture'])
      .where('p.id', '=', propertyId),
  )

type Recipient = {
  readonly id: string
  readonly first_name: string
  readonly email: string
  readonly language: string
  readonly is_active: boolean
  readonly has_opted_out: boolean
  readonly access_code_encrypted: Buffer | null
}

/** Queues the e-mail with a resident's access code, or returns why it cannot be sent. */
async function mailCode(
  db: Db,
  { keys, tenant, mailer }: Pick<Writing, 'keys' | 'tenant'> & { readonly mailer: Mailer },
  resident: Recipient,
  { name: property, culture }: { readonly name: string; readonly culture: string },
): Promise<Message | null> {
  const language = resident.language || culture
  const { id, is_active: isActive, has_opted_out: hasOptedOut, email } = resident
  const code = readCode(keys, id, resident.access_code_encrypted)
  const whyNot = whyNotSendCode({ isActive, hasOptedOut, hasCode: isAccessCode(code), email })
  if (whyNot) return whyNot
  await mailer.queue(db, tenant.organisationId, {
    to: email,
    about: id,
    language,
    subject: textIn(language, t('MailCodeSubject')),
    body: textIn(language, t('MailCodeBody', { name: resident.first_name, property, code })),
    attachment: await qrPicture(code),
  })
  return null
}

/** Queues an e-mail with the access code; 422 with the reason when it cannot be sent. */
export async function sendCode(
  db: Db,
  context: Pick<Writing, 'keys' | 'tenant' | 'audit'> & { readonly mailer: Mailer },
  residentId: string,
): Promise<void> {
  const resident = await lockedResident(db, residentId)
  const whyNot = await mailCode(db, context, resident, await placeOf(db, resident.property_id))
  refuseIf(whyNot, 'SendLockerAccessCode')
  await context.audit('access code sent', residentId)
}

/** Queues the e-mails with the access codes of many residents. */
export async function sendCodes(
  { db, tenant, auditEach }: BulkContext,
  deps: Pick<Writing, 'keys'> & { readonly mailer: Mailer },
  ids: readonly string[],
): Promise<BulkOutcome> {
  const rows = await visibleResidents(db)
    .innerJoin('properties as p', 'p.id', 'r.property_id')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .select(['r.id', 'r.first_name', 'r.email', 'r.is_active', 'r.has_opted_out', 'r.access_code_encrypted'])
    .select(['r.language', 'p.name', 'o.culture'])
    .where('r.id', '=', anyOf(ids))
    .orderBy('r.id')
    .forUpdate('r')
    .execute()
  const refused = new Map<string, Message>()
  for (const row of rows) {
    const whyNot = await mailCode(db, { ...deps, tenant }, row, row)
    if (whyNot) refused.set(row.id, whyNot)
  }
  const changed = rows.map(({ id }) => id).filter((id) => !refused.has(id))
  await auditEach('access code sent', changed)
  return { changed, refused }
}

type Former = Pick<ResidentInfo, 'Id' | 'FirstName' | 'EmailId' | 'PropertyId' | 'Language'>

/** Notifies a resident's former address, if any, that the address has changed, without the new one. */
export async function notifyFormerAddress(
  db: Db,
  { tenant, mailer }: Pick<Writing, 'tenant'> & { readonly mailer: Mailer },
  { Id: id, FirstName: name, EmailId: former, PropertyId: propertyId, Language }: Former,
): Promise<void> {
  if (former === '') return
  const { name: property, culture } = await placeOf(db, propertyId)
  const language = Language || culture
  await mailer.queue(db, tenant.organisationId, {
    to: former,
    about: id,
    language,
    subject: textIn(language, t('MailEmailChangedSubject', { property })),
    body: textIn(language, t('MailEmailChangedBody', { name, property })),
  })
}
