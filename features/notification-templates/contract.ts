import { z } from 'zod'
import { CONTACT } from '#platform/contact-fields.ts'
import { operation } from '#platform/operation.ts'
import { RecordChange } from '#platform/record.ts'
import { AnyId, Done, Id, MessageText, optionalText, requiredText, Saved } from '#platform/wire.ts'
import { TEMPLATE_LANGUAGES } from './default-templates.ts'
import { t } from './messages.ts'
import { MAX_BODY, MAX_SUBJECT } from './templates.ts'
import { MEDIA, NOTICE_TYPES } from './types.ts'

const typeIds = Object.values(NOTICE_TYPES).map(({ id }) => id)
const mediumIds = Object.values(MEDIA)
const Language = z.enum(TEMPLATE_LANGUAGES as readonly [string, ...string[]])
/** A number in a path or query. */
const oneOf = (ids: readonly number[]) =>
  z.coerce.number().refine((id) => ids.includes(id), { error: 'There is no such template.' })

const ofTemplate = z.object({ organisationId: Id, typeId: oneOf(typeIds), mediumId: oneOf(mediumIds) })

/** A text of one type of notice by one medium. */
export const TemplateRow = z.object({
  MessageTemplateTypeId: z.int(),
  MessageTemplateTypeName: MessageText,
  MessageSendingMediumTypeId: z.int(),
  MediumName: MessageText,
  /** The languages in which the organisation has changed it. */
  ChangedIn: z.array(z.string()),
})
export type TemplateRow = z.infer<typeof TemplateRow>

/** A template in one language, as it is sent now. */
export const TemplateRecord = TemplateRow.extend({
  Language: z.string(),
  Subject: z.string(),
  Body: z.string(),
  /** The product's own texts. */
  DefaultSubject: z.string(),
  DefaultBody: z.string(),
  /** What `save` expects of a form that shows this text. */
  Version: z.string(),
})
export type TemplateRecord = z.infer<typeof TemplateRecord>

const texts = (medium: 'email' | 'sms') => ({
  Subject: requiredText(
    MAX_SUBJECT,
    t(medium === 'sms' ? 'MsgSmsEmpty' : 'MsgSubjectEmpty'),
    t(medium === 'sms' ? 'MsgSmsTooLong' : 'MsgSubjectTooLong', { max: MAX_SUBJECT }),
  ),
  Body: medium === 'sms' ? optionalText(MAX_BODY) : requiredText(MAX_BODY, t('MsgBodyEmpty')),
})
const named = {
  MessageTemplateTypeId: z.literal(typeIds),
  Language: Language.default('en-US'),
  Version: z.string().max(40).nullish(),
}
/** An e-mail's template (spec 3 §5): subject and body. */
export const EmailTemplateDraft = z.object({ ...named, MessageSendingMediumTypeId: z.literal(MEDIA.email), ...texts('email') })
/** An SMS's template: its subject is its text. */
export const SmsTemplateDraft = z.object({ ...named, MessageSendingMediumTypeId: z.literal(MEDIA.sms), ...texts('sms') })
const TemplateDraft = z.discriminatedUnion('MessageSendingMediumTypeId', [EmailTemplateDraft, SmsTemplateDraft])
export type TemplateDraft = z.output<typeof TemplateDraft>

export const notificationTemplates = {
  all: operation('POST', '/notificationtemplate/getalltypes/', {
    reads: true,
    permission: 'ViewNotificationTemplate',
    summary: 'The templates by type and medium',
    output: z.array(TemplateRow),
  }),
  get: operation('GET', '/notificationtemplate/getbytype/{organisationId}/{typeId}/{mediumId}', {
    permission: 'ViewNotificationTemplate',
    summary: 'A template in a language, as it is sent now',
    params: ofTemplate,
    query: z.object({ Language: Language.default('en-US') }),
    output: TemplateRecord,
  }),
  changes: operation('GET', '/notificationtemplate/{organisationId}/{typeId}/{mediumId}/{language}/changes', {
    permission: 'ViewNotificationTemplate',
    summary: 'The changes of a template in a language by whom and when, latest first',
    params: ofTemplate.extend({ language: Language }),
    output: z.array(RecordChange),
  }),
  variables: operation('GET', '/notificationtemplate/getvariablesbytype/{typeId}', {
    permission: 'ViewNotificationTemplate',
    summary: 'The tokens that a type of template can contain, with a sample value of each',
    params: z.object({ typeId: oneOf(typeIds) }),
    output: z.array(z.object({ Name: z.string(), Sample: z.string() })),
  }),
  save: operation('POST', '/notificationtemplate/savetemplate', {
    permission: 'EditNotificationTemplate',
    summary: 'Changes a template in a language; the product’s own text resets it',
    input: TemplateDraft,
    output: Saved,
  }),
  preview: operation('POST', '/notificationtemplate/preview', {
    reads: true,
    permission: 'ViewNotificationTemplate',
    summary: 'A text with sample values, or with those of a package',
    input: TemplateDraft.and(z.object({ PackageId: AnyId })),
    output: z.object({
      Subject: z.string(),
      /** The e-mail as HTML; null for an SMS. */
      Html: z.string().nullable(),
      Text: z.string(),
      /** How an SMS is charged; null for an e-mail. */
      Sms: z.object({ Encoding: z.enum(['GSM-7', 'UCS-2']), Units: z.int(), Parts: z.int() }).nullable(),
    }),
  }),
  sendTest: operation('POST', '/notificationtemplate/sendtest', {
    permission: 'EditNotificationTemplate',
    summary: 'Sends a text with sample values to the caller’s e-mail address, or by SMS to a number',
    input: TemplateDraft.and(z.object({ PackageId: AnyId, Phone: optionalText(CONTACT.phoneMax) })),
    output: Done,
  }),
}
