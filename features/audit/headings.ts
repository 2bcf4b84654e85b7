import { type Message, plainMessage } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import type { AuditRow } from './contract.ts'
import { t } from './messages.ts'

const CLIENTS = {
  browser: t('AuditBrowser'),
  kiosk: t('AuditKiosk'),
  program: t('AuditProgram'),
  job: t('AuditJob'),
} as const
/** From where a change was made: '192.0.2.1, browser'. */
export const originMessage = ({ Address, Client }: Pick<AuditRow, 'Address' | 'Client'>): Message =>
  t('AuditItems', { items: [...(Address ? [plainMessage(Address)] : []), ...(Client ? [CLIENTS[Client]] : [])] })

/** The columns of the list and of its export. */
export const HEADINGS = {
  At: t('LabelAuditTime'),
  UserName: label('SectionPerson'),
  Action: label('LabelAction'),
  SubjectKind: t('LabelAuditKind'),
  SubjectName: t('LabelAuditSubject'),
  Origin: t('LabelAuditOrigin'),
} as const
