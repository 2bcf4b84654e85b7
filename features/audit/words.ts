import { t as adviceTag } from '#features/advice-tags/screens.ts'
import { t as agent } from '#features/agents/screens.ts'
import { t as portalUser } from '#features/portal-users/screens.ts'
import { t as report } from '#features/reports/screens.ts'
import { t as session } from '#features/session/messages.ts'
import { type Message, plainMessage } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import type { AuditRow } from './contract.ts'
import { t } from './messages.ts'
import { t as screens } from './screens.ts'
import type { SubjectKind } from './subjects.ts'

const KINDS: Readonly<Record<SubjectKind, Message>> = {
  adviceTag: adviceTag('ScreenAdviceTag'),
  agent: agent('ScreenAgent'),
  agentRegistration: t('KindAgentRegistration'),
  alert: t('KindAlert'),
  auditTrail: screens('ScreenAudit'),
  building: label('LabelBuilding'),
  courier: label('LabelCourier'),
  import: t('KindImport'),
  locker: label('LabelLocker'),
  lockerBank: label('LabelLockerBank'),
  login: t('KindLogin'),
  mailroom: label('LabelMailroom'),
  organisation: session('LabelOrganisation'),
  package: label('LabelPackage'),
  portalUser: portalUser('ScreenUser'),
  property: label('LabelProperty'),
  region: label('LabelRegion'),
  reportSchedule: report('ScreenReportSchedule'),
  resident: label('LabelResident'),
  residentRegistration: t('KindResidentRegistration'),
}
/** The name of a kind of record; empty for null. */
export const kindMessage = (kind: SubjectKind | null): Message => (kind ? KINDS[kind] : plainMessage(''))

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
