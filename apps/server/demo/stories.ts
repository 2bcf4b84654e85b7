import type { StatusName } from '#features/package-statuses/statuses.ts'
import type { Channel } from '#features/package-statuses/transitions.ts'

/** A number of packages, and every change of each of them from its arrival until today: where it was made, and the new status. */
type Line = readonly [count: number, ...changes: `${Channel} ${StatusName}`[]]

/** Every status is the last one of a story. Packages that are still in lockers come first, because their lockers must be free. */
const WITH_LOCKERS: readonly Line[] = [
  [34, 'kiosk-agent6 InLocker'],
  [12, 'kiosk-agent7 InLocker'],
  [6, 'kiosk-agent6 Unconfirmed', 'kiosk-agent6 InLocker'],
  [6, 'kiosk-agent6 InLocker', 'kiosk-resident WrongRecipient', 'detail InLocker'],
  [8, 'detail InMailroom', 'kiosk-staff TransferredtoLocker'],
  [11, 'kiosk-agent6 InLocker', 'job ExpiredInlocker'],
  [3, 'kiosk-agent6 InLocker', 'kiosk-resident WrongRecipient'],
  [3, 'kiosk-agent6 Unconfirmed'],
  [3, 'kiosk-agent6 InLocker', 'kiosk-resident Pending'],
  [2, 'kiosk-agent6 InLocker', 'kiosk-resident Pending', 'dashboard Missing'],
  [2, 'kiosk-agent6 InLocker', 'kiosk-resident Pending', 'dashboard Missing', 'dashboard Found'],
  [4, 'kiosk-resident DroppedOffForDryCleaning'],
  // In a mailroom.
  [15, 'detail InMailroom'],
  [7, 'detail InMailroom', 'detail OnHold', 'detail InMailroom'],
  [6, 'kiosk-agent6 InLocker', 'dashboard TransferredtoMailroom'],
  [3, 'kiosk-agent6 InLocker', 'kiosk-resident Pending', 'dashboard ServiceRecoveredtoMailroom'],
  [1, 'detail InMailroom', 'detail Missing'],
  [1, 'detail InMailroom', 'detail Missing', 'detail Found'],
  [3, 'detail InMailroom', 'job ExpiredInMailroom'],
  [3, 'kiosk-agent6 InLocker', 'job ExpiredInlocker', 'dashboard ExpiredInMailroom'],
  [3, 'detail InMailroom', 'detail OnHold'],
  // Gone.
  [480, 'kiosk-agent6 InLocker', 'kiosk-resident CollectedbyRecipient'],
  [150, 'kiosk-agent7 InLocker', 'kiosk-resident CollectedbyRecipient'],
  [320, 'detail InMailroom', 'detail CollectedbyRecipient'],
  [159, 'kiosk-agent6 InLocker', 'dashboard TransferredtoMailroom', 'detail CollectedbyRecipient'],
  [40, 'kiosk-agent6 InLocker', 'job ExpiredInlocker', 'kiosk-resident ExpiredCollectedbyRecipient'],
  [20, 'kiosk-agent6 InLocker', 'job ExpiredInlocker', 'dashboard ExpiredInMailroom', 'detail ExpiredCollectedbyRecipient'],
  [6, 'kiosk-agent6 InLocker', 'kiosk-resident Pending', 'dashboard ServiceRecoveredforRecipient'],
  [6, 'detail InMailroom', 'detail ServiceRecoveredforRecipient'],
  [20, 'kiosk-agent6 InLocker', 'kiosk-agent7 CollectedbyAgent'],
  [20, 'detail InMailroom', 'detail CollectedbyAgent'],
  [11, 'kiosk-agent6 InLocker', 'job ExpiredInlocker', 'kiosk-agent7 ExpiredCollectedbyAgent'],
  [11, 'detail InMailroom', 'job ExpiredInMailroom', 'detail ExpiredCollectedbyAgent'],
  [3, 'kiosk-agent6 InLocker', 'kiosk-resident Pending', 'kiosk-agent7 ServiceRecoveredtoAgent'],
  [3, 'kiosk-agent6 Unconfirmed', 'kiosk-agent7 ServiceRecoveredtoAgent'],
  [30, 'kiosk-resident DroppedOffForDryCleaning', 'kiosk-agent9 DryCleaningRecoveredbyAgent'],
  [6, 'detail InMailroom', 'job ExpiredInMailroom', 'detail Disposed'],
  [9, 'detail InMailroom', 'detail Forwardedtoamailingaddress'],
  [8, 'detail InMailroom', 'detail ReturnedtoSender'],
  [8, 'detail InMailroom', 'job ExpiredInMailroom', 'detail ReturnedtoSender'],
  [4, 'kiosk-agent6 InLocker', 'kiosk-resident Pending', 'dashboard Missing', 'dashboard Lost'],
]
const WITHOUT_LOCKERS: readonly Line[] = [
  [8, 'detail InMailroom'],
  [1, 'detail InMailroom', 'detail OnHold'],
  [36, 'detail InMailroom', 'detail CollectedbyRecipient'],
  [2, 'detail InMailroom', 'detail Forwardedtoamailingaddress'],
  [3, 'detail InMailroom', 'detail ReturnedtoSender'],
]

/** The changes of one package, in order. */
export type Story = readonly { readonly channel: Channel; readonly to: StatusName }[]

/** One story per package. */
export const storiesFor = (hasLockers: boolean): readonly Story[] =>
  (hasLockers ? WITH_LOCKERS : WITHOUT_LOCKERS).flatMap(([count, ...changes]) => {
    const story = changes.map((change) => {
      const [channel, to] = change.split(' ') as [Channel, StatusName]
      return { channel, to }
    })
    return Array.from({ length: count }, () => story)
  })
