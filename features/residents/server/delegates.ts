import { textIn } from '#features/resources/server/api.ts'
import { dayText, localDay } from '#platform/date-format.ts'
import { newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import { personName } from '#platform/person-name.ts'
import { existing } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { qrPicture } from '#platform/server/qr-code.ts'
import type { residents } from '../contract.ts'
import type { Delegate } from '../delegate-contract.ts'
import { t } from '../messages.ts'
import { whyNotDelegate, whyNotLend } from '../rules.ts'
import { freeCode, keptCode, lockCodes } from './access-code.ts'
import { placeOf } from './code-mail.ts'
import { newAuditKey, sealValues } from './personal-data/audit-values.ts'
import { lockedResident, visibleResidents, type Writing } from './store.ts'

type Draft = InputOf<typeof residents.addDelegate>

/** A resident's delegates by first day; 404 when the tenant does not see the resident. */
export async function delegatesOf(db: Db, residentId: string): Promise<Delegate[]> {
  await existing(visibleResidents(db).select('r.id').where('r.id', '=', residentId))
  return db
    .selectFrom('resident_delegates')
    .select(['id as Id', 'name as Name', 'email as EmailId', 'from_day as FromDay', 'until_day as UntilDay'])
    .where('resident_id', '=', residentId)
    .orderBy('from_day')
    .orderBy('id')
    .execute()
}

/** Adds a delegate with a code of their own, and e-mails it when requested. */
export async function addDelegate(
  db: Db,
  { mailer, ...writing }: Writing & { readonly mailer: Mailer },
  residentId: string,
  draft: Draft,
) {
  const { keys, tenant, now, audit } = writing
  const resident = await lockedResident(db, residentId)
  const place = await placeOf(db, resident.property_id)
  const days = { from: draft.FromDay, until: draft.UntilDay }
  const today = localDay(now, place.timeZone)
  const delegates = (await delegatesOf(db, residentId)).length
  refuseIf(whyNotLend({ isActive: resident.is_active, delegates }))
  refuseIf(whyNotDelegate(days, today), 'UntilDay')
  refuseIf(draft.SendLockerAccessCode && draft.EmailId === '' ? t('MsgDelegateNoEmail') : null, 'EmailId')
  await lockCodes(db, resident.property_id)
  const code = await freeCode(db, keys, resident.property_id)
  const id = newId()
  await db
    .insertInto('resident_delegates')
    .values({
      organisation_id: tenant.organisationId,
      id,
      property_id: resident.property_id,
      resident_id: residentId,
      name: draft.Name,
      email: draft.EmailId,
      from_day: days.from,
      until_day: days.until,
      ...keptCode(keys, id, code),
    })
    .execute()
  const audit_key = resident.audit_key ?? newAuditKey(keys, residentId)
  await db.updateTable('residents').set({ audit_key }).where('id', '=', residentId).execute()
  const values = sealValues(keys, residentId, audit_key, { delegate: draft.Name })
  await audit('delegate added', residentId, { delegateId: id, ...days, values })
  if (draft.SendLockerAccessCode) {
    const language = resident.language || place.culture
    const written = { from: dayText(days.from, language), until: dayText(days.until, language) }
    const name = personName(resident.first_name, resident.last_name)
    await mailer.queue(db, tenant.organisationId, {
      to: draft.EmailId,
      about: residentId,
      language,
      subject: textIn(language, t('MailDelegateSubject', { resident: name })),
      body: textIn(
        language,
        t('MailDelegateBody', {
          name: draft.Name,
          resident: name,
          property: place.name,
          code,
          ...written,
        }),
      ),
      attachment: await qrPicture(code),
    })
  }
  const message =
    days.from > today
      ? t('MsgDelegateSavedLater', { name: draft.Name, day: dayText(days.from, place.culture) })
      : t('MsgDelegateSaved', { name: draft.Name })
  return { Message: message, Id: id, LockerAccessCode: code }
}

/** Removes a delegate and their code. */
export async function removeDelegate(db: Db, { audit }: Pick<Writing, 'audit'>, residentId: string, delegateId: string) {
  await lockedResident(db, residentId)
  const removed = await existing(
    db.deleteFrom('resident_delegates').where('resident_id', '=', residentId).where('id', '=', delegateId).returning('name'),
  )
  await audit('delegate removed', residentId, { delegateId })
  return { Message: t('MsgDelegateRemoved', { name: removed.name }) }
}
