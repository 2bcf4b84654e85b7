import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { MEDIA } from '#features/notification-templates/types.ts'
import { savedSmsAccount } from '#features/organisations/server/api.ts'
import { packMessage } from '#platform/define-messages.ts'
import { smsNumber } from '#platform/phone-number.ts'
import { forbidden } from '#platform/server/http/refusal.ts'
import { API, type Router } from '#platform/server/http/route.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { notices } from '../contract.ts'
import { t } from '../messages.ts'
import { wishOf } from '../opt-out.ts'
import { keepReply } from './replies.ts'

export type SmsCallbackDeps = { readonly database: Database; readonly keys: Keys; readonly publicUrl: string }

const pathOf = (path: string, params: Readonly<Record<string, string>>) =>
  API + path.replace(/\{(\w+)\}/g, (_, name) => params[name]!)
/** The path at which the SMS service reports what became of a notice. */
export const statusPath = (organisationId: string, noticeId: string) =>
  pathOf(notices.smsStatus.path, { organisationId, noticeId })

/** Longest number with its country, with room. */
const MAX_NUMBER = 30
const EMPTY_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'
const MAX_REASON = 200
const SMS_SENDER = { id: null, name: 'SMS' }

/** The calls of the SMS service (decisions "Sending of notices"): each is signed with the organisation's token, else it is forbidden. */
export function smsCallbackRoutes(route: Router, { database, keys, publicUrl }: SmsCallbackDeps): void {
  /** Refuses a call that the organisation's SMS account did not sign. An unknown organisation looks like a wrong signature. */
  async function verified(organisationId: string, path: string, form: Readonly<Record<string, string>>, signature: unknown) {
    const tenant = wholeOrganisation(organisationId)
    const account = await database.readInTenant(tenant, (db) => savedSmsAccount(db, keys, organisationId))
    if (!account || !isSigned(account.authToken, publicUrl + path, form, String(signature))) throw forbidden()
    return tenant
  }

  route.withoutTransaction(notices.smsStatus, async ({ params, input, request, now }) => {
    const path = statusPath(params.organisationId, params.noticeId)
    const tenant = await verified(params.organisationId, path, input, request.headers['x-twilio-signature'])
    const status = input.MessageStatus
    const isFailed = status === 'failed' || status === 'undelivered'
    const sid = input.MessageSid?.slice(0, 100) ?? null
    if (isFailed || status === 'delivered' || status === 'sent')
      await database.inTenant(tenant, async (db) => {
        const code = (input.ErrorCode ?? status).slice(0, MAX_REASON)
        const outcome = isFailed
          ? { status: 'Failed' as const, reason: packMessage(t('ReasonNotDelivered', { reason: code })) }
          : {
              status: status === 'sent' ? ('Sent' as const) : ('Delivered' as const),
              reason: null,
              sent_at: sql<string>`coalesce(sent_at, ${now})`,
            }
        // Reports come in any order. One that waits to be sent again has arrived after all, but another attempt follows a failure.
        let notice = db
          .updateTable('notices')
          .set({ ...outcome, provider_id: sid })
          .where('id', '=', params.noticeId)
          .where('medium_id', '=', MEDIA.sms)
          .where('status', 'in', isFailed ? ['Sending', 'Sent', 'Failed'] : ['Waiting', 'Sending', 'Sent', 'Failed'])
        // Of a message whose end is known, 'sent' is old.
        if (status === 'sent')
          notice = notice.where((eb) => eb.or([eb('status', '=', 'Sending'), eb('provider_id', 'is distinct from', sid)]))
        await notice.execute()
      })
    return ''
  })

  route.withoutTransaction(notices.smsIncoming, async ({ params, input, request, reply, now }) => {
    const { organisationId } = params
    const path = pathOf(notices.smsIncoming.path, { organisationId })
    const tenant = await verified(organisationId, path, input, request.headers['x-twilio-signature'])
    const text = input.Body ?? ''
    const wish = wishOf(text, input.OptOutType)
    if (input.From)
      await database.inTenant(tenant, async (db) => {
        const number = await numberOf(db, input.From!)
        if (wish === null) return keepReply(db, organisationId, { number, text, id: input.MessageSid?.slice(0, 100), now })
        const ids = await (wish === 'stop' ? optOut(db, organisationId, number, now) : optIn(db, number))
        // "Yes" of somebody who has not opted out answers something else.
        if (ids === null && /yes/i.test(text))
          return keepReply(db, organisationId, { number, text, id: input.MessageSid?.slice(0, 100), now })
        const action = wish === 'stop' ? 'resident opted out by SMS' : 'resident opted in by SMS'
        for (const subjectId of ids ?? []) await writeAudit(db, { organisationId, at: now, actor: SMS_SENDER, action, subjectId })
      })
    reply.type('text/xml')
    return EMPTY_REPLY
  })
}

/** The sender of a message as notices have the address: in the present form of the number. */
async function numberOf(db: Db, from: string): Promise<string> {
  const { culture } = await db.selectFrom('organisations').select('culture').executeTakeFirstOrThrow()
  return smsNumber(from, culture) ?? from.slice(0, MAX_NUMBER)
}

/** No SMS goes to the number any more, and no notice to the residents who were written to at it; returns their ids. */
async function optOut(db: Db, organisation_id: string, number: string, now: Date): Promise<readonly string[]> {
  const optedOut = await db
    .updateTable('residents as r')
    .set({ has_opted_out: true })
    .where('r.id', 'in', (query) =>
      query
        .selectFrom('notices as n')
        .select('n.resident_id')
        .where('n.address', '=', number)
        .where('n.medium_id', '=', sql.lit(MEDIA.sms))
        .where('n.resident_id', 'is not', null),
    )
    .where('r.has_opted_out', '=', false)
    .where('r.deleted_at', 'is', null)
    .returning('r.id')
    .execute()
  const ids = optedOut.map(({ id }) => id)
  await db
    .insertInto('sms_stops')
    .values({ organisation_id, number, resident_ids: ids, stopped_at: now })
    .onConflict((stop) =>
      stop
        .columns(['organisation_id', 'number'])
        .doUpdateSet({ resident_ids: sql`sms_stops.resident_ids || excluded.resident_ids`, stopped_at: now }),
    )
    .execute()
  return ids
}

/** Ends what STOP of the number did; returns the residents who get notices again, null where it had not said STOP. */
async function optIn(db: Db, number: string): Promise<readonly string[] | null> {
  const stop = await db.deleteFrom('sms_stops').where('number', '=', number).returning('resident_ids').executeTakeFirst()
  if (!stop) return null
  const optedIn = await db
    .updateTable('residents')
    .set({ has_opted_out: false })
    .where('id', '=', anyOf(stop.resident_ids))
    .where('has_opted_out', '=', true)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return optedIn.map(({ id }) => id)
}

/** Twilio's signature: HMAC-SHA1 of the address and the sorted fields (its documentation "Validating signatures"). */
export const signatureOf = (authToken: string, url: string, form: Readonly<Record<string, string>>): string =>
  createHmac('sha1', authToken)
    .update(
      url +
        Object.keys(form)
          .sort()
          .map((name) => name + form[name])
          .join(''),
    )
    .digest('base64')

function isSigned(authToken: string, url: string, form: Readonly<Record<string, string>>, signature: string): boolean {
  const expected = Buffer.from(signatureOf(authToken, url, form))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
