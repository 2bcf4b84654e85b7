import { defineMessages } from '#platform/define-messages.ts'

/** Names of what is done with a package (spec 2 §5; own words where the spec gives none). */
export const t = defineMessages('PackageAction', {
  ActionVerify: 'Verify',
  ActionTransferToMailroom: 'Transfer to Mailroom',
  ActionRecoveryByAgent: 'Recovery by Delivery Agent',
  ActionCollectByRecipient: 'Collect by Recipient',
  ActionExpiredRecoveryByAgent: 'Expired Recovery by Delivery Agent',
  ActionExpiredCollectByRecipient: 'Expired Collect by Recipient',
  ActionMarkAsFound: 'Mark as Found',
  ActionMarkAsLost: 'Mark as Lost',
  ActionMarkAsConfirmed: 'Mark as Confirmed',
  ActionServiceRecoveredForRecipient: 'Service Recovered For Recipient',
  ActionServiceRecoveredToMailroom: 'Service Recovered to Mailroom',
  ActionMarkAsMissing: 'Mark as Missing',
  ActionMarkAsWrongRecipient: 'Mark as Wrong Recipient',
  ActionDispose: 'Dispose',
  ActionForward: 'Forward to a mailing address',
  ActionReturnToSender: 'Return to Sender',
  ActionPutOnHold: 'Put On Hold',
  ActionBackToMailroom: 'Back to Mailroom',
  ActionGiveToRecipient: 'Give to the correct Recipient',
  ActionGiveToRecipientInMailroom: 'Move to Mailroom for the correct Recipient',
  ActionReceiveInMailroom: 'Receive in Mailroom',
  ActionCollect: 'Collect',
  ActionReportAbsent: 'It is not in the locker',
  ActionReportNotMine: 'It is not mine',
  ActionRecover: 'Recover',
  ActionConfirmDropOff: 'Confirm drop-off',
  ActionServiceRecover: 'Service recovery',
  ActionLoadIntoLocker: 'Load into a locker',
  ActionDropOff: 'Drop off',
  ActionDropOffUnconfirmed: 'Drop off, door not closed',
  ActionDropOffForDryCleaning: 'Drop off for dry cleaning',
  ActionExpire: 'Expire',
})

export type ActionName = keyof typeof t.table
