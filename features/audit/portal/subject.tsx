import { t as adviceTag } from '#features/advice-tags/screens.ts'
import { t as agent } from '#features/agents/screens.ts'
import { t as portalUser } from '#features/portal-users/screens.ts'
import { t as session } from '#features/session/messages.ts'
import type { Message } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import type { RecordRef } from '#platform/portal/record/record-kinds.ts'
import type { AuditRow } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import type { SubjectKind } from '../subjects.ts'

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
  resident: label('LabelResident'),
  residentRegistration: t('KindResidentRegistration'),
}
/** The name of a kind of record; empty for null. */
export const kindText = (kind: SubjectKind | null): string => (kind ? KINDS[kind].text : '')

/** The kinds that are no records with a screen. */
const WITHOUT_SCREEN: readonly SubjectKind[] = ['alert', 'auditTrail', 'login']
const DELETED = / deleted$/

/** The record of an entry, as a link where it has a screen. */
export function Subject({ row }: { row: AuditRow }) {
  const { SubjectKind: kind, SubjectId, SubjectName } = row
  const name = SubjectName ?? SubjectId
  if (!kind || !name || WITHOUT_SCREEN.includes(kind) || DELETED.test(row.ActionKey)) return name
  const record =
    kind === 'locker'
      ? { kind, id: SubjectName, of: row.LockerBankId }
      : ({ kind, id: SubjectId } as Pick<RecordRef, 'kind' | 'id'>)
  return <RecordLink {...record}>{name}</RecordLink>
}

/** Who did it, as a link to a portal user or an agent. */
export const Person = ({ row: { Actor, UserName } }: { row: Pick<AuditRow, 'Actor' | 'UserName'> }) =>
  Actor ? (
    <RecordLink kind={Actor.Kind} id={Actor.Id}>
      {UserName}
    </RecordLink>
  ) : (
    UserName
  )

const CLIENTS = {
  browser: t('AuditBrowser'),
  kiosk: t('AuditKiosk'),
  program: t('AuditProgram'),
  job: t('AuditJob'),
} as const
/** From where a change was made: '192.0.2.1, browser'. */
export const originText = ({ Address, Client }: AuditRow): string =>
  [Address, Client && CLIENTS[Client].text].filter(Boolean).join(', ')
