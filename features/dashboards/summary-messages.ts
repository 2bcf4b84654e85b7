import { defineMessages } from '#platform/define-messages.ts'

/** The daily summary, an e-mail. */
export const t = defineMessages('Summary', {
  MailSummarySubject: 'Daily summary of {organisation}',
  MailSummaryBank:
    '{property}, {bank}: {status}. {occupied} of {capacity} lockers occupied ({percent} %), {expired} expired, {flagged} flagged. In its mailroom: {mailroom}.',
  MailSummaryRegistrations: 'Registrations to review: {count}.',
  MailSummaryFooter: 'Sent daily to the e-mails for alerts: {link}',
})
