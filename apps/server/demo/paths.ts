import type { StatusName } from '#features/packages/statuses.ts'
import type { Door } from '#features/packages/transitions.ts'

/** Who takes a step; `agent` with the role that the door names. */
type Who = 'agent' | 'resident' | 'staff' | 'job'
export type Step = {
  readonly door: Door
  readonly to: StatusName
  readonly who: Who
  /** Hours until somebody does it: at least, and on average beyond that. The job waits for the expiry instead. */
  readonly after: readonly [least: number, more: number]
  /** Into a mailroom; without it the package stays, where the step leaves that open. */
  readonly toMailroom?: true
  readonly toLocker?: true
  readonly newRecipient?: true
}
/** What happens to a package, from its arrival to the status that it has today. */
export type Path = readonly Step[]

const step = (door: Door, to: StatusName, who: Who, after: Step['after'], more: Partial<Step> = {}): Step => ({
  door,
  to,
  who,
  after,
  ...more,
})
const NOW = [0, 0] as const
const SOON = [0.2, 3] as const
const NEXT_VISIT = [3, 20] as const
const IN_DAYS = [20, 40] as const

const toMailroom = { toMailroom: true } as const
const toLocker = { toLocker: true } as const
const dropOff = step('kiosk-agent6', 'InLocker', 'agent', NOW, toLocker)
const dropOffByRecoverer = step('kiosk-agent7', 'InLocker', 'agent', NOW, toLocker)
const doorLeftOpen = step('kiosk-agent6', 'Unconfirmed', 'agent', NOW, toLocker)
const sendsToCleaning = step('kiosk-resident', 'DroppedOffForDryCleaning', 'resident', NOW, toLocker)
const receive = step('detail', 'InMailroom', 'staff', NOW, toMailroom)
const expire = (place: 'ExpiredInlocker' | 'ExpiredInMailroom') => step('job', place, 'job', NOW)
const inLockerExpired = expire('ExpiredInlocker')
const inMailroomExpired = expire('ExpiredInMailroom')
const collect = step('kiosk-resident', 'CollectedbyRecipient', 'resident', [0.5, 14])
const collectAtDesk = step('detail', 'CollectedbyRecipient', 'staff', [2, 30])
const notThere = step('kiosk-resident', 'Pending', 'resident', NEXT_VISIT)
const notMine = step('kiosk-resident', 'WrongRecipient', 'resident', NEXT_VISIT)
const missing = step('dashboard', 'Missing', 'staff', SOON)
const missingInMailroom = step('detail', 'Missing', 'staff', IN_DAYS)
const transfer = step('dashboard', 'TransferredtoMailroom', 'staff', NEXT_VISIT, toMailroom)
const transferExpired = step('dashboard', 'ExpiredInMailroom', 'staff', NEXT_VISIT, toMailroom)
const hold = step('detail', 'OnHold', 'staff', NEXT_VISIT)

/** How many packages end in each status, and the ways there; a way that is named twice is taken twice as often. */
type Ending = { readonly count: number; readonly paths: readonly Path[] }

/** Every status of the spec, with a share that a real house would have. */
export const ENDINGS: Readonly<Record<StatusName, Ending>> = {
  InLocker: {
    count: 58,
    paths: [
      [dropOff],
      [dropOff],
      [dropOffByRecoverer],
      [doorLeftOpen, step('kiosk-agent6', 'InLocker', 'agent', [0.02, 0.1])],
      [dropOff, notMine, step('detail', 'InLocker', 'staff', SOON, { newRecipient: true })],
    ],
  },
  InMailroom: { count: 22, paths: [[receive], [receive], [receive, hold, step('detail', 'InMailroom', 'staff', NEXT_VISIT)]] },
  TransferredtoMailroom: { count: 6, paths: [[dropOff, transfer]] },
  TransferredtoLocker: { count: 8, paths: [[receive, step('kiosk-staff', 'TransferredtoLocker', 'staff', SOON, toLocker)]] },
  ServiceRecoveredtoMailroom: {
    count: 3,
    paths: [[dropOff, notThere, step('dashboard', 'ServiceRecoveredtoMailroom', 'staff', SOON, toMailroom)]],
  },
  Found: {
    count: 3,
    paths: [
      [dropOff, notThere, missing, step('dashboard', 'Found', 'staff', SOON)],
      [receive, missingInMailroom, step('detail', 'Found', 'staff', SOON)],
    ],
  },
  ExpiredInlocker: { count: 11, paths: [[dropOff, inLockerExpired]] },
  ExpiredInMailroom: {
    count: 6,
    paths: [
      [receive, inMailroomExpired],
      [dropOff, inLockerExpired, transferExpired],
    ],
  },
  Missing: {
    count: 3,
    paths: [
      [dropOff, notThere, missing],
      [receive, missingInMailroom],
    ],
  },
  WrongRecipient: { count: 3, paths: [[dropOff, notMine]] },
  Unconfirmed: { count: 3, paths: [[doorLeftOpen]] },
  Pending: { count: 3, paths: [[dropOff, notThere]] },
  OnHold: { count: 3, paths: [[receive, hold]] },
  DroppedOffForDryCleaning: { count: 4, paths: [[sendsToCleaning]] },
  ExpiredCollectedbyRecipient: {
    count: 60,
    paths: [
      [dropOff, inLockerExpired, step('kiosk-resident', 'ExpiredCollectedbyRecipient', 'resident', NEXT_VISIT)],
      [dropOff, inLockerExpired, step('kiosk-resident', 'ExpiredCollectedbyRecipient', 'resident', NEXT_VISIT)],
      [dropOff, inLockerExpired, transferExpired, step('detail', 'ExpiredCollectedbyRecipient', 'staff', NEXT_VISIT)],
    ],
  },
  CollectedbyRecipient: {
    count: 1109,
    paths: [
      [dropOff, collect],
      [dropOff, collect],
      [dropOff, collect],
      [dropOffByRecoverer, collect],
      [receive, collectAtDesk],
      [receive, collectAtDesk],
      [dropOff, transfer, collectAtDesk],
    ],
  },
  ServiceRecoveredforRecipient: {
    count: 12,
    paths: [
      [dropOff, notThere, step('dashboard', 'ServiceRecoveredforRecipient', 'staff', SOON)],
      [receive, step('detail', 'ServiceRecoveredforRecipient', 'staff', NEXT_VISIT)],
    ],
  },
  CollectedbyAgent: {
    count: 40,
    paths: [
      [dropOff, step('kiosk-agent7', 'CollectedbyAgent', 'agent', NEXT_VISIT)],
      [receive, step('detail', 'CollectedbyAgent', 'staff', IN_DAYS)],
    ],
  },
  ExpiredCollectedbyAgent: {
    count: 22,
    paths: [
      [dropOff, inLockerExpired, step('kiosk-agent7', 'ExpiredCollectedbyAgent', 'agent', NEXT_VISIT)],
      [receive, inMailroomExpired, step('detail', 'ExpiredCollectedbyAgent', 'staff', NEXT_VISIT)],
    ],
  },
  ServiceRecoveredtoAgent: {
    count: 6,
    paths: [
      [dropOff, notThere, step('kiosk-agent7', 'ServiceRecoveredtoAgent', 'agent', NEXT_VISIT)],
      [doorLeftOpen, step('kiosk-agent7', 'ServiceRecoveredtoAgent', 'agent', NEXT_VISIT)],
    ],
  },
  Disposed: { count: 6, paths: [[receive, inMailroomExpired, step('detail', 'Disposed', 'staff', IN_DAYS)]] },
  Forwardedtoamailingaddress: { count: 9, paths: [[receive, step('detail', 'Forwardedtoamailingaddress', 'staff', IN_DAYS)]] },
  ReturnedtoSender: {
    count: 16,
    paths: [
      [receive, step('detail', 'ReturnedtoSender', 'staff', IN_DAYS)],
      [receive, inMailroomExpired, step('detail', 'ReturnedtoSender', 'staff', NEXT_VISIT)],
    ],
  },
  Lost: { count: 4, paths: [[dropOff, notThere, missing, step('dashboard', 'Lost', 'staff', IN_DAYS)]] },
  DryCleaningRecoveredbyAgent: {
    count: 30,
    paths: [[sendsToCleaning, step('kiosk-agent9', 'DryCleaningRecoveredbyAgent', 'agent', NEXT_VISIT)]],
  },
}

/** The endings of a house without lockers. */
export const MAILROOM_ENDINGS: readonly (readonly [StatusName, number])[] = [
  ['InMailroom', 8],
  ['OnHold', 1],
  ['CollectedbyRecipient', 36],
  ['Forwardedtoamailingaddress', 2],
  ['ReturnedtoSender', 3],
]
