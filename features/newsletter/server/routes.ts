import { sql } from 'kysely'
import { REPLIES } from '#features/enquiries/contract.ts'
import { replyToForm } from '#features/enquiries/server/api.ts'
import { textIn } from '#features/resources/server/api.ts'
import { isEmail, mailboxOf } from '#platform/contact-fields.ts'
import { CSV_START, csvLine } from '#platform/csv.ts'
import { newId } from '#platform/ids.ts'
import { t as label } from '#platform/labels.ts'
import { DEFAULT_LANGUAGE } from '#platform/language.ts'
import { API, type Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { everyWord, matchesWord, searchTextOf } from '#platform/server/postgres/text-search.ts'
import { operator } from '#platform/server/postgres/untenanted.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { newsletter } from '../contract.ts'
import { t } from '../messages.ts'
import { subscriberOf, tokenOf } from './links.ts'

export type NewsletterDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly mailer: Mailer
  readonly publicUrl: string
}

/** How long the link of the e-mail is valid. */
const CONFIRM_HOURS = 72
/** Requests of a network in an hour, and e-mails to an address in a day. */
const NETWORK_REQUESTS = 20
const ADDRESS_MAILS = 3
const DAY = 86_400

/** The newsletter of the public site with double opt-in, kept by the operator's organisation (decisions "Public site"). */
export function newsletterRoutes(route: Router, { database, keys, mailer, publicUrl }: NewsletterDeps) {
  const requests = limit(database.pool, 'newsletter address', NETWORK_REQUESTS, 3600)
  const mails = limit(database.pool, 'newsletter mail', ADDRESS_MAILS, DAY)
  const linkOf = (purpose: 'confirm' | 'unsubscribe', id: string) =>
    `${publicUrl}${API}${newsletter[purpose].path}?token=${tokenOf(keys, purpose, id)}`

  async function subscribe(text: string, address: string): Promise<string> {
    const email = text.trim()
    if (email === '') return REPLIES.required
    if (!isEmail(email)) return REPLIES.invalidEmail
    await requests.spend(address)
    const tenant = await operator(database)
    // The reply is the same for an address that is known, and above the limit: it does not tell who has subscribed.
    if (!tenant || (await mails.take(mailboxOf(email))) > 0) return REPLIES.ok
    await database.inTenant(tenant, async (db) => {
      const organisation_id = tenant.organisationId
      const subscriber = await db
        .insertInto('newsletter_subscribers')
        .values({ organisation_id, id: newId(), email })
        .onConflict((c) =>
          c.expression(sql`organisation_id, lower(email)`).doUpdateSet((eb) => ({
            requested_at: sql`case when newsletter_subscribers.confirmed_at is null then now() else ${eb.ref('newsletter_subscribers.requested_at')} end`,
          })),
        )
        .returning(['id', 'confirmed_at'])
        .executeTakeFirstOrThrow()
      if (subscriber.confirmed_at) return
      const hours = String(CONFIRM_HOURS)
      const lines = [
        t('MailSubscribeText', { hours, link: linkOf('confirm', subscriber.id) }),
        t('MailSubscribeFooter', { link: linkOf('unsubscribe', subscriber.id) }),
      ]
      await mailer.queue(db, organisation_id, {
        to: email,
        language: DEFAULT_LANGUAGE,
        subject: textIn(DEFAULT_LANGUAGE, t('MailSubscribeSubject')),
        body: `${lines.map((line) => textIn(DEFAULT_LANGUAGE, line)).join('\n\n')}\n`,
      })
    })
    return REPLIES.ok
  }

  route.stream(newsletter.subscribe, async ({ input, address, reply }) => {
    await replyToForm(input, { reply, publicUrl, sent: '/newsletter/sent/' }, () => subscribe(input.email ?? '', address))
  })

  // A mail scanner that follows links confirms nothing for a stranger, and unsubscribes nobody: only the button of the page does.
  for (const purpose of ['confirm', 'unsubscribe'] as const)
    route.stream(newsletter[purpose === 'confirm' ? 'askConfirm' : 'askUnsubscribe'], async ({ query: { Token }, reply }) => {
      await reply.redirect(`${publicUrl}/newsletter/${purpose}/?token=${encodeURIComponent(Token)}`, 303)
    })

  route.stream(newsletter.confirm, async ({ query: { Token }, reply, now }) => {
    const [tenant, id] = [await operator(database), subscriberOf(keys, 'confirm', Token)]
    const since = new Date(now.getTime() - CONFIRM_HOURS * 3_600_000).toISOString()
    const isConfirmed =
      tenant !== null &&
      id !== null &&
      (await database.inTenant(tenant, async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('newsletter_subscribers')
          .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', sql<string>`now()`) }))
          .where('id', '=', id)
          .where((eb) => eb.or([eb('confirmed_at', 'is not', null), eb('requested_at', '>', since)]))
          .executeTakeFirstOrThrow()
        return numUpdatedRows > 0n
      }))
    await reply.redirect(`${publicUrl}${isConfirmed ? '/newsletter/confirmed/' : '/newsletter/expired/'}`, 303)
  })

  route.stream(newsletter.unsubscribe, async ({ query: { Token }, input, reply }) => {
    const [tenant, id] = [await operator(database), subscriberOf(keys, 'unsubscribe', Token)]
    if (tenant && id)
      await database.inTenant(tenant, (db) => db.deleteFrom('newsletter_subscribers').where('id', '=', id).execute())
    if (input['List-Unsubscribe']) await reply.type('text/plain; charset=utf-8').send(REPLIES.ok)
    else await reply.redirect(`${publicUrl}/newsletter/unsubscribed/`, 303)
  })

  route(newsletter.page, ({ db, input }) =>
    readPage(db, rows(db).where(everyWord(input.SearchText ?? '', (word) => matchesWord(SEARCH_TEXT, word))), input, {
      sorts: {
        RequestedAt: sql`s.requested_at`,
        Email: sql`lower(s.email)`,
        ConfirmedAt: sql`coalesce(s.confirmed_at, '-infinity')`,
      },
      id: 's.id',
      row: ({ id, email, requested_at, confirmed_at }) => ({
        Id: id,
        Email: email,
        RequestedAt: requested_at,
        ConfirmedAt: confirmed_at,
      }),
    }),
  )

  route.stream(newsletter.export, async ({ reply, inTenant }) => {
    const confirmed = await inTenant(async ({ db, audit, tenant }) => {
      const found = await rows(db).where('s.confirmed_at', 'is not', null).orderBy('s.email').limit(MAX_EXPORT).execute()
      await audit('newsletter exported', tenant.organisationId)
      return found
    })
    const heading = [label('LabelEmail'), t('LabelConfirmedAt'), t('LabelUnsubscribeLink')].map((one) => one.text)
    const lines = confirmed.map(({ id, email, confirmed_at }) => [email, confirmed_at ?? '', linkOf('unsubscribe', id)])
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="newsletter.csv"')
    await reply.send(CSV_START + [heading, ...lines].map(csvLine).join(''))
  })
}

/** Subscribers in one file. */
const MAX_EXPORT = 100_000
const SEARCH_TEXT = searchTextOf('s.email')
const rows = (db: Db) =>
  db.selectFrom('newsletter_subscribers as s').select(['s.id', 's.email', 's.requested_at', 's.confirmed_at'])
