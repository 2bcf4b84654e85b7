import { z } from 'zod'
import { LOCKER_CARE } from '#features/dashboards/access.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, NullableTime, Time, Words } from '#platform/wire.ts'
import { SEES_ALERTS } from './access.ts'

export const ALERT_KINDS = [
  'offline',
  'door-open',
  'nearly-full',
  'drop-off-refused',
  'event-refused',
  'codes-tried',
  'pins-tried',
  'login-locked',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Open alerts in one reply; so many are one big outage, and the newest tell it. */
export const MAX_OPEN_ALERTS = 500
export const MAX_ENDED_ALERTS = 100
/** For so long an alert that is over is kept and shown. */
export const ALERTS_KEPT_DAYS = 30

/** Something at a locker bank that staff should hear of before residents tell them. */
export const Alert = z.object({
  Id: z.string(),
  Kind: z.enum(ALERT_KINDS),
  /**
   * Serial number of the device whose door stands open, layout value of the size that is nearly full, id of the locker of a
   * drop-off that could not be recorded, of another event its own id, id of the login that is locked; empty where it is the bank.
   */
  Subject: z.string(),
  /** Locker of the door or the event, null where no locker is mapped to the device or there is none any more. */
  LockerName: z.string().nullable(),
  /** User name of the login that is locked, null of other alerts and where the login is gone. */
  UserName: z.string().nullable(),
  /** Why what happened could not be recorded, where a rule says so. */
  Reason: Words.nullable(),
  PropertyId: z.string(),
  PropertyName: z.string(),
  LockerBankId: z.string(),
  LockerBankName: z.string(),
  BeganAt: Time,
  /** The bank is back since, and the alert ends if it stays. */
  BackAt: NullableTime,
  EndedAt: NullableTime,
  /** Nothing tells that it is settled: it stands until somebody says so, or for so long as its kind is shown. */
  IsEndedByStaff: z.boolean(),
})
export type Alert = z.infer<typeof Alert>

export const alerts = {
  open: operation('GET', '/alerts', {
    permission: SEES_ALERTS,
    summary: `What needs somebody now, the newest first, at most ${MAX_OPEN_ALERTS}`,
    output: z.array(Alert),
  }),
  ended: operation('GET', '/alerts/ended', {
    permission: SEES_ALERTS,
    summary: `What has ended in the last ${ALERTS_KEPT_DAYS} days, the last first, at most ${MAX_ENDED_ALERTS}`,
    output: z.array(Alert),
  }),
  done: operation('POST', '/alerts/{alertId}/done', {
    permission: LOCKER_CARE,
    summary: 'Says that what an alert tells of is settled, where nothing else tells it',
    params: z.object({ alertId: Id }),
    output: Done,
  }),
}
