import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { NullableTime, pageOf, pageQuery, searchText, Time } from '#platform/wire.ts'

/** The form's fields (spec 3 §7); without `ajax` the reply leads to a page. */
const SubscribeForm = z.object({
  ajax: z.string().max(10).optional(),
  action: z.string().max(100).optional(),
  email: z.string().max(1000).optional(),
})
const Link = z.object({ Token: z.string().max(200) })
/** What a mail program sends to a `List-Unsubscribe` address (RFC 8058). */
const OneClick = z.object({ 'List-Unsubscribe': z.string().max(100).optional() })

export const Subscriber = z.object({ Id: z.string(), Email: z.string(), RequestedAt: Time, ConfirmedAt: NullableTime })
export type Subscriber = z.infer<typeof Subscriber>
export const SUBSCRIBER_SORTS = ['RequestedAt', 'Email', 'ConfirmedAt'] as const

export const newsletter = {
  subscribe: operation('POST', '/newsletter', {
    access: 'public',
    form: true,
    summary: 'Asks for the newsletter of the public site; the reply is plain text',
    input: SubscribeForm,
    output: z.string(),
  }),
  askConfirm: operation('GET', '/newsletter/confirm', {
    access: 'public',
    summary: 'The link of the e-mail: leads to a page of the site with a button. Changes nothing: programs follow links, too',
    query: Link,
    output: z.string(),
  }),
  confirm: operation('POST', '/newsletter/confirm', {
    access: 'public',
    form: true,
    summary: 'Confirms the subscription and leads to the site',
    query: Link,
    output: z.string(),
  }),
  askUnsubscribe: operation('GET', '/newsletter/unsubscribe', {
    access: 'public',
    summary: 'The link of each issue: leads to a page of the site with a button',
    query: Link,
    output: z.string(),
  }),
  unsubscribe: operation('POST', '/newsletter/unsubscribe', {
    access: 'public',
    form: true,
    summary: 'Deletes the subscription and leads to the site; the button of a mail program (RFC 8058) gets a plain reply',
    query: Link,
    input: OneClick,
    output: z.string(),
  }),
  page: operation('POST', '/newsletter/getpaged', {
    reads: true,
    permission: 'AddOrganisation',
    summary: 'Subscribers by page, for super administrators of the operator',
    input: pageQuery(SUBSCRIBER_SORTS, 'desc').extend({ SearchText: searchText() }),
    output: pageOf(Subscriber),
  }),
  export: operation('POST', '/newsletter/export', {
    permission: 'AddOrganisation',
    summary: 'Confirmed subscribers as CSV, each with the link to unsubscribe',
    output: z.string(),
  }),
}
