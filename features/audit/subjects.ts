import { AUDIT_ACTIONS, type AuditAction } from '#platform/audit-actions.ts'

/** The kinds of record that entries of the audit trail are about. */
export const SUBJECT_KINDS = [
  'adviceTag',
  'agent',
  'agentRegistration',
  'alert',
  'auditTrail',
  'building',
  'courier',
  'import',
  'locker',
  'lockerBank',
  'login',
  'mailroom',
  'organisation',
  'package',
  'portalUser',
  'property',
  'region',
  'reportSchedule',
  'resident',
  'residentRegistration',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** How actions about a kind of record begin; the longest that fits counts. */
const BEGINNINGS: readonly (readonly [string, SubjectKind])[] = [
  ['access code', 'resident'],
  ['advice tag', 'adviceTag'],
  ['agent registration', 'agentRegistration'],
  ['agent', 'agent'],
  ['alert', 'alert'],
  ['audit trail', 'auditTrail'],
  ['building', 'building'],
  ['courier', 'courier'],
  ['delegate', 'resident'],
  ['device opening', 'lockerBank'],
  ['device', 'locker'],
  ['drop-off', 'locker'],
  ['general settings', 'organisation'],
  ['import source', 'organisation'],
  ['layout', 'lockerBank'],
  ['limits of remote opening', 'organisation'],
  ['locker bank', 'lockerBank'],
  ['locker', 'locker'],
  ['mailroom', 'mailroom'],
  ['mobile app', 'organisation'],
  ['newsletter', 'organisation'],
  ['notice', 'package'],
  ['notification template', 'organisation'],
  ['organisation', 'organisation'],
  ['package', 'package'],
  ['passkey', 'portalUser'],
  ['password', 'portalUser'],
  ['personal data', 'resident'],
  ['portal user', 'portalUser'],
  ['profile', 'portalUser'],
  ['property', 'property'],
  ['recovery code', 'portalUser'],
  ['refresh token', 'portalUser'],
  ['single sign-on', 'organisation'],
  ['region', 'region'],
  ['report schedule', 'reportSchedule'],
  ['registration verified', 'residentRegistration'],
  ['remote opening refused', 'lockerBank'],
  ['remote opening', 'organisation'],
  ['resident registration', 'residentRegistration'],
  ['residents', 'import'],
  ['resident', 'resident'],
  ['second step required', 'organisation'],
  ['second step', 'portalUser'],
  ['sign-in', 'portalUser'],
  ['signed in at the terminal', 'login'],
  ['signed', 'portalUser'],
  ['terminal login', 'login'],
  ['theme', 'property'],
  ['SMS gateway', 'organisation'],
  ['verification', 'residentRegistration'],
  ['wrong', 'lockerBank'],
]

/** The kind of record that an action is about; null for an action about several kinds, or of an older version. */
export const kindOf = (action: string): SubjectKind | null =>
  LONGEST_FIRST.find(([beginning]) => action.startsWith(beginning))?.[1] ?? null
const LONGEST_FIRST = [...BEGINNINGS].sort(([a], [b]) => b.length - a.length)

/** Every action, with what it is about. */
export const ACTIONS = Object.keys(AUDIT_ACTIONS) as readonly AuditAction[]
