import type { z } from 'zod'
import { mailSender, refuseUnsent, smsAccount } from '#features/organisations/server/api.ts'
import { t as tSms } from '#features/organisations/sms-messages.ts'
import { newId } from '#platform/ids.ts'
import type { Language } from '#platform/language.ts'
import { lockNames, saved } from '#platform/server/entities.ts'
import { badInput, changedElsewhere, orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import { readChangesOf } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { cleanHtml } from '#platform/server/rich-text.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { sendSms } from '#platform/server/sms.ts'
import { notificationTemplates, type TemplateDraft, type TemplateRow } from '../contract.ts'
import { defaultTemplate } from '../default-templates.ts'
import { t } from '../messages.ts'
import { linkOfToken, smsParts, unknownTokens } from '../templates.ts'
import {
  MEDIA,
  MEDIUM_NAMES,
  type Medium,
  mediumById,
  mediumMessage,
  NOTICE_TYPE_NAMES,
  NOTICE_TYPES,
  type NoticeType,
  noticeTypeById,
  noticeTypeMessage,
} from '../types.ts'
import { compose, SAMPLE, tokensOfPackage } from './compose.ts'
import { type ChangedTemplate, changedTemplates, templateOf } from './store.ts'

export type TemplateDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly mailer: Mailer
  readonly smsApiUrl: string
  readonly publicUrl: string
}

/** Tests of a person in ten minutes: an SMS costs money. */
const TESTS = 10
const TEST_SECONDS = 600

/** Notification templates (spec 3 §2, §5, §7): the organisation's own texts of notices. */
export function templatesRoutes(route: Router, { database, keys, mailer, smsApiUrl, publicUrl }: TemplateDeps): void {
  const tests = limit(database.pool, 'template tests', TESTS, TEST_SECONDS)

  route(notificationTemplates.all, async ({ db }) => {
    const changed = await changedTemplates(db)
    return NOTICE_TYPE_NAMES.flatMap((type) => MEDIUM_NAMES.map((medium) => rowOf(changed, type, medium)))
  })

  route(notificationTemplates.get, async ({ db, params, query }) => {
    const [type, medium] = [typeOf(params.typeId), mediumById(params.mediumId)!]
    const language = query.Language as Language
    const changed = await changedTemplates(db)
    const own = templateOf(changed, type, medium, language)
    const original = defaultTemplate(type, medium, language)
    return {
      ...rowOf(changed, type, medium),
      Language: language,
      Subject: (own ?? original).subject,
      Body: (own ?? original).body,
      DefaultSubject: original.subject,
      DefaultBody: original.body,
      Version: own?.version ?? '',
    }
  })

  route(notificationTemplates.changes, ({ db, params: { typeId, mediumId, language } }) =>
    readChangesOf(db, 'notification template changed', { name: typeOf(typeId), medium: mediumById(mediumId)!, language }),
  )

  route(notificationTemplates.variables, ({ params }) =>
    NOTICE_TYPES[typeOf(params.typeId)].tokens.map((Name) => ({ Name, Sample: SAMPLE[Name] })),
  )

  route(notificationTemplates.save, async ({ db, tenant, input, audit }) => {
    const { type, medium, template } = checked(input)
    const language = input.Language as Language
    await lockNames(db, tenant, `notification template ${type} ${medium} ${language}`)
    const own = templateOf(await changedTemplates(db), type, medium, language)
    if (typeof input.Version === 'string' && input.Version !== (own?.version ?? '')) throw changedElsewhere()
    const key = { type_id: input.MessageTemplateTypeId, medium_id: input.MessageSendingMediumTypeId, language }
    const original = defaultTemplate(type, medium, language)
    const isOriginal = template.subject === original.subject && template.body === cleanHtml(original.body)
    const id = own?.id ?? newId()
    if (isOriginal && own) await db.deleteFrom('notification_templates').where('id', '=', own.id).execute()
    if (!isOriginal)
      await db
        .insertInto('notification_templates')
        .values({ organisation_id: tenant.organisationId, id, ...key, ...template })
        .onConflict((c) => c.columns(['organisation_id', 'type_id', 'medium_id', 'language']).doUpdateSet(template))
        .execute()
    const before = { Subject: (own ?? original).subject, Body: (own ?? original).body }
    const after = { Subject: template.subject, Body: template.body }
    await audit('notification template changed', null, { name: type, medium, language, before, after })
    return saved(t(isOriginal ? 'MsgTemplateReset' : 'MsgTemplateSaved'), id)
  })

  const composed = async (db: Db, input: TemplateDraft & { readonly PackageId?: string | undefined }) => {
    const { medium, template } = checked(input)
    const values = input.PackageId ? orNotFound(await tokensOfPackage(db, input.PackageId)) : SAMPLE
    return compose(medium, template, values, input.Language, await mailSender(db, publicUrl))
  }

  route(notificationTemplates.preview, async ({ db, input }) => {
    const { subject, body, html } = await composed(db, input)
    const { encoding, units, parts } = smsParts(body)
    const isSms = input.MessageSendingMediumTypeId === MEDIA.sms
    return { Subject: subject, Html: html, Text: body, Sms: isSms ? { Encoding: encoding, Units: units, Parts: parts } : null }
  })

  route.withoutTransaction(notificationTemplates.sendTest, async ({ caller, tenant, input, inTenant }) => {
    await tests.spend(caller.id ?? '')
    const text = await inTenant(({ db }) => composed(db, input))
    if (input.MessageSendingMediumTypeId === MEDIA.email) {
      // A super administrator is a user of another organisation.
      const { email: address } = await database.inTenant(wholeOrganisation(caller.homeOrganisationId), async (db) =>
        orNotFound(await db.selectFrom('portal_users').select('email').where('id', '=', caller.id!).executeTakeFirst()),
      )
      await inTenant(({ db }) => mailer.queue(db, tenant.organisationId, { to: address, ...text, language: input.Language }))
      return { Message: t('MsgTestMailSent', { address }) }
    }
    const account = await inTenant(({ db }) => smsAccount(db, keys, tenant.organisationId))
    refuseIf(account ? null : tSms('MsgSaveBeforeTest'))
    if (!/^\+?\d{8,15}$/.test(input.Phone)) throw badInput(t('MsgTestNeedsPhone'), 'Phone')
    const to = `+${input.Phone.replace('+', '')}`
    refuseUnsent(await sendSms(smsApiUrl, account!, { to, body: text.body }))
    return { Message: tSms('MsgTestSent', { phone: to }) }
  })
}

const typeOf = (id: number): NoticeType => noticeTypeById(id) as NoticeType

function rowOf(changed: readonly ChangedTemplate[], type: NoticeType, medium: Medium): ReplyRow {
  const own = changed.filter((row) => row.type_id === NOTICE_TYPES[type].id && row.medium_id === MEDIA[medium])
  return {
    MessageTemplateTypeId: NOTICE_TYPES[type].id,
    MessageTemplateTypeName: noticeTypeMessage(type),
    MessageSendingMediumTypeId: MEDIA[medium],
    MediumName: mediumMessage(medium),
    ChangedIn: own.map(({ language }) => language).sort(),
  }
}
type ReplyRow = z.input<typeof TemplateRow>

/** A draft as it is stored: its HTML sanitised. Refuses unknown tokens with the nearest known one. */
function checked(draft: TemplateDraft) {
  const type = typeOf(draft.MessageTemplateTypeId)
  const medium = mediumById(draft.MessageSendingMediumTypeId)!
  const template = { subject: draft.Subject, body: medium === 'email' ? cleanHtml(draft.Body) : '' }
  if (medium === 'email' && !template.body) throw badInput(t('MsgBodyEmpty'), 'Body')
  for (const [field, text] of [
    ['Subject', template.subject],
    ['Body', template.body],
  ] as const) {
    const [unknown] = unknownTokens(text, NOTICE_TYPES[type].tokens)
    if (!unknown) continue
    const name = unknown.token
    const nearest = `{{${unknown.nearest}}}`
    throw badInput(unknown.nearest ? t('MsgTokenUnknownNearest', { name, nearest }) : t('MsgTokenUnknown', { name }), field)
  }
  const link = linkOfToken(template.body)
  if (link !== undefined) throw badInput(t('MsgLinkBeginsWithField', { link }), 'Body')
  return { type, medium, template }
}
