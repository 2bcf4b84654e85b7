import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the general settings: headings, names, descriptions and choices. */
export const t = defineMessages('GeneralSettings', {
  GroupOrganisation: 'Language and help',
  GroupEmails: 'E-mails to staff',
  GroupSafety: 'Safety and retention',
  LabelCulture: 'Language and dates',
  HelpCulture: 'For e-mails and exports, and for users who have not chosen their own.',
  CultureUs: 'English (United States)',
  CultureGb: 'English (United Kingdom)',
  CultureAu: 'English (Australia)',
  CultureDe: 'German (Germany)',
  CultureEs: 'Spanish (Spain)',
  LabelSupportEmail: 'Support e-mail',
  HelpSupportEmail: 'Where staff ask for help. The page About shows it.',
  LabelReviewEmails: 'E-mails for reviews',
  HelpReviewEmails:
    'Addresses that hear of each registration to review, separated by commas. Until it is set, everybody who may review it does. A user of the portal hears only of properties that he or she sees.',
  LabelAlertEmails: 'E-mails for alerts',
  HelpAlertEmails: 'Addresses that get the alerts of all locker banks, separated by commas. May be empty.',
  LabelSummaryHour: 'Daily summary',
  HelpSummaryHour: 'When the numbers of all locker banks go to the e-mails for alerts, in the time zone of the organisation.',
  SummaryOff: 'Not sent',
  SummaryAt: 'At {hour}',
  LabelOpeningsPerMinute: 'Remote openings per minute and person',
  HelpOpeningsPerMinute: 'More are refused.',
  LabelRequiresSecondStep: 'Two-step sign-in required',
  HelpRequiresSecondStep: 'Shown only. It is changed on the page Sign-in rules, because it affects everybody’s next sign-in.',
  LabelImportDays: 'Days until imports are deleted',
  HelpImportDays: 'After so many days the report of an applied import is deleted.',
})
