import { defineMessages, type Message } from '#platform/define-messages.ts'
import type { EnquiryKind } from './contract.ts'

/** Texts of enquiries: the e-mail to the operator, and the list. */
export const t = defineMessages('Enquiry', {
  KindContact: 'Message',
  KindQuote: 'Quote',
  KindDemo: 'Demonstration',
  LabelReceived: 'Received',
  LabelKind: 'About',
  LabelCompany: 'Company',
  LabelMessage: 'In their words',
  LabelOrder: 'Cabinets',
  FilterEnquiries: 'Name, e-mail, company, phone or text',
  NoEnquiries: 'Nobody has sent a form of the public site yet.',
  TextDays: '{from} to {until}',
  MailEnquirySubject: '{kind} from the public site: {name}',
})

const NAMES = { contact: 'KindContact', quote: 'KindQuote', demo: 'KindDemo' } as const
export const kindMessage = (kind: EnquiryKind): Message => t(NAMES[kind])
