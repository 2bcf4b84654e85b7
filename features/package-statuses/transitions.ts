import { ROLES } from '#platform/permissions.ts'
import type { ActionName } from './action-messages.ts'
import type { Place, StatusName } from './statuses.ts'

/** Where a status change comes from. The number of an agent channel is the id of the agent's role. */
export type Channel =
  | 'dashboard'
  | 'detail'
  | 'kiosk-resident'
  | 'kiosk-agent6'
  | 'kiosk-agent7'
  | 'kiosk-agent9'
  | 'kiosk-staff'
  | 'job'

const CHANNEL_OF_ROLE: Readonly<Record<number, Channel>> = {
  [ROLES.deliveryagent.id]: 'kiosk-agent6',
  [ROLES.deliveryrecoveryagent.id]: 'kiosk-agent7',
  [ROLES.drycleaningagent.id]: 'kiosk-agent9',
}
/** The channel of an agent with this role; null when agents do not have the role. */
export const channelOfAgent = (roleId: number): Channel | null => CHANNEL_OF_ROLE[roleId] ?? null

/** 'new': the package has not been added yet. */
export type StatusNow = StatusName | 'new'

/** The key of the status table: the status and the place of the package. */
export type Situation = { readonly status: StatusNow; readonly place: Place }

/** Whether a change takes a detail: not at all, if given, or only with it. */
export type Ask = 'no' | 'optional' | 'required'

type Asks = {
  readonly mailroom?: Ask
  /** Where there is no mailroom to choose, the package stays instead; otherwise a required mailroom rules the action out. */
  readonly staysWithoutMailroom?: true
  readonly recipient?: Ask
  readonly locker?: Ask
  /**
   * 'new': computed for the new place. 'open': unchanged unless package detail gives another. 'cleared': none afterwards.
   * Undefined: unchanged.
   */
  readonly expiry?: 'new' | 'open' | 'cleared'
  /** Only the agent who dropped the package off. */
  readonly droppingAgentOnly?: true
}

/** A row of the status table: in these statuses at this place, these channels may take the action. */
export type Transition = Asks & {
  readonly from: readonly StatusNow[]
  readonly at: Place
  readonly by: readonly Channel[]
  readonly action: ActionName
  /** The new status; null (Verify) only opens the locker. */
  readonly to: StatusName | null
}

const staff: readonly Channel[] = ['dashboard', 'detail']
const dashboard: readonly Channel[] = ['dashboard']
const detail: readonly Channel[] = ['detail']
const resident: readonly Channel[] = ['kiosk-resident']
const agents: readonly Channel[] = ['kiosk-agent6', 'kiosk-agent7']
const recoveryAgent: readonly Channel[] = ['kiosk-agent7']
const dryCleaningAgent: readonly Channel[] = ['kiosk-agent9']
const kioskStaff: readonly Channel[] = ['kiosk-staff']
const job: readonly Channel[] = ['job']

const lying = (place: Place, ...from: StatusNow[]) => ({
  may: (by: readonly Channel[], action: ActionName, to: StatusName | null, asks: Asks = {}): Transition => ({
    from,
    at: place,
    by,
    action,
    to,
    ...asks,
  }),
})

const inLocker = lying('locker', 'InLocker', 'Found', 'TransferredtoLocker')
const expiredInLocker = lying('locker', 'ExpiredInlocker')
const missingInLocker = lying('locker', 'Missing')
const unconfirmed = lying('locker', 'Unconfirmed')
const wrongInLocker = lying('locker', 'WrongRecipient')
const pending = lying('locker', 'Pending')
const dryCleaning = lying('locker', 'DroppedOffForDryCleaning')
const heldInLocker = lying('locker', 'OnHold')
const serviceRecoverable = lying('locker', 'WrongRecipient', 'Unconfirmed', 'Pending')
const inMailroom = lying('mailroom', 'InMailroom', 'TransferredtoMailroom', 'ServiceRecoveredtoMailroom', 'Found')
const expiredInMailroom = lying('mailroom', 'ExpiredInMailroom')
const missingInMailroom = lying('mailroom', 'Missing')
const wrongInMailroom = lying('mailroom', 'WrongRecipient')
const heldInMailroom = lying('mailroom', 'OnHold')
const lost = lying('none', 'Lost')
const arriving = lying('none', 'new')

const verify = (lies: typeof inLocker) => lies.may(dashboard, 'ActionVerify', null)
const toMailroom = { mailroom: 'required', expiry: 'new' } as const
const found = { ...toMailroom, staysWithoutMailroom: true } as const
const stayOrMove = { mailroom: 'optional', expiry: 'new' } as const
const intoLocker = { locker: 'required', expiry: 'new' } as const
const newRecipient = { recipient: 'required', expiry: 'new' } as const

/**
 * All status changes (decisions "Package status → group"; labels of the dashboard from spec 1 §4), in the order in which screens
 * offer them; the first is preselected.
 */
export const TRANSITIONS: readonly Transition[] = [
  verify(inLocker),
  inLocker.may(staff, 'ActionTransferToMailroom', 'TransferredtoMailroom', toMailroom),
  inLocker.may(staff, 'ActionRecoveryByAgent', 'CollectedbyAgent'),
  inLocker.may(staff, 'ActionCollectByRecipient', 'CollectedbyRecipient'),
  inLocker.may(resident, 'ActionCollect', 'CollectedbyRecipient'),
  inLocker.may(resident, 'ActionReportAbsent', 'Pending'),
  inLocker.may(resident, 'ActionReportNotMine', 'WrongRecipient'),
  inLocker.may(recoveryAgent, 'ActionRecover', 'CollectedbyAgent'),
  inLocker.may(job, 'ActionExpire', 'ExpiredInlocker'),

  verify(expiredInLocker),
  expiredInLocker.may(staff, 'ActionTransferToMailroom', 'ExpiredInMailroom', { mailroom: 'required' }),
  expiredInLocker.may(staff, 'ActionExpiredRecoveryByAgent', 'ExpiredCollectedbyAgent'),
  expiredInLocker.may(staff, 'ActionExpiredCollectByRecipient', 'ExpiredCollectedbyRecipient'),
  expiredInLocker.may(resident, 'ActionCollect', 'ExpiredCollectedbyRecipient'),
  expiredInLocker.may(recoveryAgent, 'ActionRecover', 'ExpiredCollectedbyAgent'),

  verify(missingInLocker),
  missingInLocker.may(dashboard, 'ActionMarkAsFound', 'Found', stayOrMove),
  missingInLocker.may(detail, 'ActionMarkAsFound', 'Found', found),
  missingInLocker.may(staff, 'ActionMarkAsLost', 'Lost', { expiry: 'cleared' }),
  missingInMailroom.may(detail, 'ActionMarkAsFound', 'Found', found),
  missingInMailroom.may(detail, 'ActionMarkAsLost', 'Lost', { expiry: 'cleared' }),

  verify(unconfirmed),
  unconfirmed.may(staff, 'ActionRecoveryByAgent', 'CollectedbyAgent'),
  unconfirmed.may(staff, 'ActionMarkAsConfirmed', 'InLocker'),
  unconfirmed.may(staff, 'ActionTransferToMailroom', 'TransferredtoMailroom', toMailroom),
  unconfirmed.may(agents, 'ActionConfirmDropOff', 'InLocker', { droppingAgentOnly: true }),

  verify(wrongInLocker),
  wrongInLocker.may(dashboard, 'ActionRecoveryByAgent', 'CollectedbyAgent'),
  wrongInLocker.may(dashboard, 'ActionTransferToMailroom', 'TransferredtoMailroom', toMailroom),
  wrongInLocker.may(detail, 'ActionGiveToRecipient', 'InLocker', newRecipient),
  wrongInLocker.may(detail, 'ActionGiveToRecipientInMailroom', 'InMailroom', { ...newRecipient, mailroom: 'required' }),
  wrongInMailroom.may(detail, 'ActionGiveToRecipient', 'InMailroom', { ...newRecipient, mailroom: 'optional' }),

  verify(pending),
  pending.may(dashboard, 'ActionServiceRecoveredForRecipient', 'ServiceRecoveredforRecipient'),
  pending.may(dashboard, 'ActionServiceRecoveredToMailroom', 'ServiceRecoveredtoMailroom', toMailroom),
  pending.may(dashboard, 'ActionMarkAsMissing', 'Missing'),
  pending.may(detail, 'ActionMarkAsMissing', 'Missing', { mailroom: 'optional', expiry: 'open' }),
  pending.may(detail, 'ActionServiceRecoveredForRecipient', 'ServiceRecoveredforRecipient', { recipient: 'optional' }),
  pending.may(detail, 'ActionServiceRecoveredToMailroom', 'ServiceRecoveredtoMailroom', { ...toMailroom, recipient: 'optional' }),

  serviceRecoverable.may(recoveryAgent, 'ActionServiceRecover', 'ServiceRecoveredtoAgent'),

  verify(dryCleaning),
  dryCleaning.may(dashboard, 'ActionRecoveryByAgent', 'DryCleaningRecoveredbyAgent'),
  dryCleaning.may(dryCleaningAgent, 'ActionRecover', 'DryCleaningRecoveredbyAgent'),

  inMailroom.may(detail, 'ActionCollectByRecipient', 'CollectedbyRecipient'),
  inMailroom.may(detail, 'ActionServiceRecoveredForRecipient', 'ServiceRecoveredforRecipient'),
  inMailroom.may(detail, 'ActionRecoveryByAgent', 'CollectedbyAgent'),
  inMailroom.may(detail, 'ActionDispose', 'Disposed'),
  inMailroom.may(detail, 'ActionForward', 'Forwardedtoamailingaddress'),
  inMailroom.may(detail, 'ActionReturnToSender', 'ReturnedtoSender'),
  inMailroom.may(detail, 'ActionMarkAsMissing', 'Missing'),
  inMailroom.may(detail, 'ActionMarkAsWrongRecipient', 'WrongRecipient'),
  inMailroom.may(detail, 'ActionPutOnHold', 'OnHold'),
  inMailroom.may(kioskStaff, 'ActionLoadIntoLocker', 'TransferredtoLocker', intoLocker),
  inMailroom.may(job, 'ActionExpire', 'ExpiredInMailroom'),

  expiredInMailroom.may(detail, 'ActionExpiredCollectByRecipient', 'ExpiredCollectedbyRecipient'),
  expiredInMailroom.may(detail, 'ActionServiceRecoveredForRecipient', 'ServiceRecoveredforRecipient'),
  expiredInMailroom.may(detail, 'ActionExpiredRecoveryByAgent', 'ExpiredCollectedbyAgent'),
  expiredInMailroom.may(detail, 'ActionDispose', 'Disposed'),
  expiredInMailroom.may(detail, 'ActionForward', 'Forwardedtoamailingaddress'),
  expiredInMailroom.may(detail, 'ActionReturnToSender', 'ReturnedtoSender'),
  expiredInMailroom.may(detail, 'ActionMarkAsMissing', 'Missing'),

  verify(heldInLocker),
  heldInLocker.may(detail, 'ActionBackToMailroom', 'InMailroom', toMailroom),
  heldInMailroom.may(detail, 'ActionBackToMailroom', 'InMailroom', stayOrMove),

  lost.may(detail, 'ActionMarkAsFound', 'Found', toMailroom),

  arriving.may(detail, 'ActionReceiveInMailroom', 'InMailroom', toMailroom),
  arriving.may(agents, 'ActionDropOff', 'InLocker', intoLocker),
  arriving.may(agents, 'ActionDropOffUnconfirmed', 'Unconfirmed', intoLocker),
  arriving.may(resident, 'ActionDropOffForDryCleaning', 'DroppedOffForDryCleaning', { locker: 'required', expiry: 'cleared' }),
]

/** The transitions of a package in its situation through a channel, in the order of the table. */
export const transitionsFrom = (now: Situation, channel: Channel): readonly Transition[] =>
  TRANSITIONS.filter((line) => line.at === now.place && line.by.includes(channel) && line.from.includes(now.status))
