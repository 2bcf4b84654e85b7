import { z } from 'zod'
import { LOCKER_CARE } from '#features/kiosks/access.ts'
import { ALERT_KINDS } from '#features/kiosks/alert-kinds.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, MessageText, NullableTime, Time } from '#platform/wire.ts'
import { SEES_ALERTS } from './access.ts'

/** Open alerts in one reply. More than this is one large outage, for which the newest suffice. */
export const MAX_OPEN_ALERTS = 500
export const MAX_ENDED_ALERTS = 100
/** Retention time of ended alerts in days. */
export const ALERTS_KEPT_DAYS = 30

/** A problem at a locker bank that staff should know of before residents report it. */
export const Alert = z.object({
  Id: z.string(),
  Kind: z.enum(ALERT_KINDS),
  /**
   * By kind: serial number of the device with the open door, layout value of the nearly full size, id of the locker of an
   * unrecorded drop-off, id of another unrecorded event, id of the locked login, id of the user who opened too many lockers;
   * empty for the bank itself.
   */
  Subject: z.string(),
  /** Locker of the door or the event; null when none is mapped to the device or it no longer exists. */
  LockerName: z.string().nullable(),
  /** User name of the locked login, name of the user who opened too many lockers; null for other alerts and unknown users. */
  UserName: z.string().nullable(),
  /** The agent of the locked login; null for other alerts, and for callers who may not see the agent. */
  AgentId: z.string().nullable(),
  /** The refusal of an unrecorded event, or null. */
  Reason: MessageText.nullable(),
  PropertyId: z.string(),
  PropertyName: z.string(),
  PropertyTimezoneId: z.string(),
  LockerBankId: z.string(),
  LockerBankName: z.string(),
  BeganAt: Time,
  /** Since when the bank is back; the alert ends if it stays so. */
  BackAt: NullableTime,
  EndedAt: NullableTime,
  /** Name of the user who ended it; null while it is open and for alerts that ended by themselves. */
  EndedBy: z.string().nullable(),
  /** Of an open alert of a nearly full size: whether all its lockers are taken now. */
  IsFull: z.boolean(),
  /**
   * Whether the caller can end the alert: no state shows that it is settled, and it is not about the caller. It also ends after
   * its display time.
   */
  IsEndedByStaff: z.boolean(),
})
export type Alert = z.infer<typeof Alert>

export const alerts = {
  open: operation('GET', '/alerts', {
    permission: SEES_ALERTS,
    summary: `Open alerts, the newest first, at most ${MAX_OPEN_ALERTS}`,
    output: z.array(Alert),
  }),
  ended: operation('GET', '/alerts/ended', {
    permission: SEES_ALERTS,
    summary: `Alerts that ended in the last ${ALERTS_KEPT_DAYS} days, the last ended first, at most ${MAX_ENDED_ALERTS}`,
    output: z.array(Alert),
  }),
  done: operation('POST', '/alerts/{alertId}/done', {
    permission: LOCKER_CARE,
    summary: 'Ends an alert that does not end by itself',
    params: z.object({ alertId: Id }),
    output: Done,
  }),
}
