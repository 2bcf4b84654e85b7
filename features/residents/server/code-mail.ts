import { textIn } from '#features/resources/server/api.ts'
import { existing } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { ResidentInfo } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotSendCode } from '../rules.ts'
import { readCode } from './access-code.ts'
import { lockedResident, type Writing } from './store.ts'

/** A property's name and time zone, and the language of its people. */
export const placeOf = (db: Db, propertyId: string): Promise<{ name: string; timeZone: string; culture: string }> =>
  existing(
    db
      .selectFrom('properties as p')
      .innerJoin('organisations as o', 'o.id', 'p.organisation_id')
      .select(['p.name', 'p.time_zone as timeZone', 'o.culture'])
      .where('p.id', '=', propertyId),
  )

/** Queues an e-mail with the access code; 422 with the reason when it cannot be sent. */
export async function sendCode(
  db: Db,
  { keys, tenant, audit, mailer }: Pick<Writing, 'keys' | 'tenant' | 'audit'> & { readonly mailer: Mailer },
  residentId: string,
): Promise<void> {
  const resident = await lockedResident(db, residentId)
  const code = readCode(keys, residentId, resident.access_code_encrypted)
  const { is_active: isActive, has_opted_out: hasOptedOut, email } = resident
  refuseIf(whyNotSendCode({ isActive, hasOptedOut, accessCode: code, email }), 'SendLockerAccessCode')
  const { name: property, culture } = await placeOf(db, resident.property_id)
  await mailer.queue(db, tenant.organisationId, {
    to: email,
    about: residentId,
    subject: textIn(culture, t('MailCodeSubject')),
    body: textIn(culture, t('MailCodeBody', { name: resident.first_name, property, code })),
  })
  await audit('access code sent', residentId)
}

type Former = Pick<ResidentInfo, 'Id' | 'FirstName' | 'EmailId' | 'PropertyId'>

/** Notifies a resident's former address, if any, that the address has changed, without the new one. */
export async function notifyFormerAddress(
  db: Db,
  { tenant, mailer }: Pick<Writing, 'tenant'> & { readonly mailer: Mailer },
  { Id: id, FirstName: name, EmailId: former, PropertyId: propertyId }: Former,
): Promise<void> {
  if (former === '') return
  const { name: property, culture } = await placeOf(db, propertyId)
  await mailer.queue(db, tenant.organisationId, {
    to: former,
    about: id,
    subject: textIn(culture, t('MailEmailChangedSubject', { property })),
    body: textIn(culture, t('MailEmailChangedBody', { name, property })),
  })
}
