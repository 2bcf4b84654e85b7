import { sql } from 'kysely'
import type { z } from 'zod'
import { generalSettings } from '#features/general-settings/server/api.ts'
import { altcha, takeCaptcha } from '#features/registrations/server/api.ts'
import { textIn } from '#features/resources/server/api.ts'
import { newId } from '#platform/ids.ts'
import { DEFAULT_LANGUAGE } from '#platform/language.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { matchesPerson } from '#platform/server/postgres/text-search.ts'
import { operator } from '#platform/server/postgres/untenanted.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { CABINETS } from '../cabinets.ts'
import { type Enquiry, enquiries, REPLIES } from '../contract.ts'
import { kindMessage, t } from '../messages.ts'
import { replyToForm } from './api.ts'
import { readForm, type Sent } from './form.ts'

export type EnquiryDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly mailer: Mailer
  readonly publicUrl: string
}

/** Enquiries of a network in an hour with the answer of a captcha; and in a day without one, for browsers without scripts. */
const CHECKED_PER_HOUR = 20
const UNCHECKED_PER_DAY = 3

/** The forms of the public site: kept by the operator's organisation, and mailed to its address for help. */
export function enquiryRoutes(route: Router, { database, keys, mailer, publicUrl }: EnquiryDeps) {
  const captcha = altcha(keys)
  const checked = limit(database.pool, 'enquiries', CHECKED_PER_HOUR, 3600)
  const unchecked = limit(database.pool, 'enquiries without captcha', UNCHECKED_PER_DAY, 86_400)

  route.withoutTransaction(enquiries.captcha, async ({ now }) => {
    const { organisationId } = orNotFound(await operator(database))
    return { Challenge: (await captcha.offer(organisationId, now)).Challenge }
  })

  route.stream(enquiries.send, async ({ input, address, now, log, reply }) => {
    await replyToForm(input, { reply, publicUrl, sent: '/contact/sent/' }, async () => {
      const sent = readForm(input)
      if (typeof sent === 'string') return sent
      const tenant = orNotFound(await operator(database))
      await (input.captcha ? checked : unchecked).spend(address)
      if (input.captcha) {
        const inTenant = <T>(work: (context: { db: Db }) => Promise<T>) => database.inTenant(tenant, (db) => work({ db }))
        await takeCaptcha({ captcha, keys }, { tenant, now, log, inTenant }, input.captcha)
      }
      await database.inTenant(tenant, (db) => store(db, tenant, mailer, sent))
      return REPLIES.ok
    })
  })

  route(enquiries.page, ({ db, input }) => {
    let rows = db.selectFrom('enquiries as e').selectAll('e')
    if (input.SearchText) rows = rows.where(matchesPerson('e.search_text', input.SearchText))
    if (input.Kind) rows = rows.where('e.kind', '=', input.Kind)
    return readPage(db, rows, input, { sorts: { CreatedAt: sql`e.created_at` }, id: 'e.id', row: rowOf })
  })
}

async function store(db: Db, { organisationId }: Tenant, mailer: Mailer, { cabinets, ...sent }: Sent): Promise<void> {
  const values = { organisation_id: organisationId, id: newId(), ...sent, cabinets: JSON.stringify(cabinets) }
  await db.insertInto('enquiries').values(values).execute()
  const { SupportEmail } = await generalSettings(db)
  if (!SupportEmail) return
  const order = Object.entries(cabinets).map(([name, count]) => `${count} × ${name}`)
  const contact = [sent.name, sent.company, sent.email, sent.phone]
  const details = [sent.from_day && `${sent.from_day} – ${sent.until_day}`, ...order, sent.total > 0 && `€ ${sent.total}`]
  const kind = textIn(DEFAULT_LANGUAGE, kindMessage(sent.kind))
  await mailer.queue(db, organisationId, {
    to: SupportEmail,
    language: DEFAULT_LANGUAGE,
    subject: textIn(DEFAULT_LANGUAGE, t('MailEnquirySubject', { kind, name: sent.name })),
    body: `${[contact, details, [sent.message]].map((lines) => lines.filter(Boolean).join('\n')).join('\n\n')}\n`,
  })
}

type Row = {
  id: string
  kind: Enquiry['Kind']
  created_at: string
  name: string
  email: string
  company: string
  phone: string
  message: string
  from_day: string | null
  until_day: string | null
  cabinets: Record<string, number>
  total: number
}
const rowOf = (row: Row): z.input<typeof Enquiry> => ({
  Id: row.id,
  Kind: row.kind,
  CreatedAt: row.created_at,
  Name: row.name,
  Email: row.email,
  Company: row.company,
  Phone: row.phone,
  Message: row.message,
  FromDay: row.from_day,
  UntilDay: row.until_day,
  Cabinets: CABINETS.flatMap(({ name }) => (row.cabinets[name] ? [{ Name: name, Count: row.cabinets[name] }] : [])),
  Total: row.total,
})

/** How long enquiries are kept, in days. */
const KEPT_DAYS = 730
/** Deletes an organisation's enquiries after `KEPT_DAYS`. */
export async function purgeEnquiries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()
  await db.deleteFrom('enquiries').where('created_at', '<', before).execute()
}
