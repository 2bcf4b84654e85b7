import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { pageOf, pageQuery, searchText, Time } from '#platform/wire.ts'

/** What a visitor of the public site asks for. */
export const ENQUIRY_KINDS = ['contact', 'quote', 'demo'] as const
export type EnquiryKind = (typeof ENQUIRY_KINDS)[number]

/** The plain replies to the forms of the public site (spec 3 §5). */
export const REPLIES = { required: '_required_', invalidEmail: '_invalid_email_', ok: '_ok_' } as const

/** Longest texts, in characters; longer ones are refused. */
export const ENQUIRY_MAX = { name: 100, email: 254, company: 100, phone: 50, message: 4000 } as const

/** The fields of the forms. Cabinets arrive as `cabinet-<name>` with their number. Without `ajax` the reply leads to a page. */
const Form = z.record(z.string().max(100), z.string().max(20_000))

export const Enquiry = z.object({
  Id: z.string(),
  Kind: z.enum(ENQUIRY_KINDS),
  CreatedAt: Time,
  Name: z.string(),
  Email: z.string(),
  Company: z.string(),
  Phone: z.string(),
  Message: z.string(),
  FromDay: z.string().nullable(),
  UntilDay: z.string().nullable(),
  Cabinets: z.array(z.object({ Name: z.string(), Count: z.int() })),
  /** List price in euros; 0 for what is no quote. */
  Total: z.int(),
})
export type Enquiry = z.infer<typeof Enquiry>

export const enquiries = {
  captcha: operation('GET', '/enquiry/captcha', {
    access: 'public',
    summary: 'A proof of work for the forms of the public site',
    output: z.object({ Challenge: z.record(z.string(), z.unknown()).nullable() }),
  }),
  send: operation('POST', '/enquiry', {
    access: 'public',
    form: true,
    summary: 'A message or a request from the public site; the reply is plain text',
    input: Form,
    output: z.string(),
  }),
  page: operation('POST', '/enquiry/getpaged', {
    reads: true,
    permission: 'AddOrganisation',
    summary: 'Enquiries by page, latest first, for super administrators of the operator',
    input: pageQuery(['CreatedAt'], 'desc').extend({
      SearchText: searchText(),
      Kind: z
        .enum(ENQUIRY_KINDS)
        .nullish()
        .transform((kind) => kind ?? undefined),
    }),
    output: pageOf(Enquiry),
  }),
}
