import { sizeLabel } from '#features/layout/model.ts'
import type { Alert } from './contract.ts'
import { say } from './messages.ts'

/** What an alert says of its locker bank, in a few words. */
export function wordsOf({
  Kind,
  Subject,
  LockerName,
  UserName,
  Reason,
}: Pick<Alert, 'Kind' | 'Subject' | 'LockerName' | 'UserName' | 'Reason'>): string {
  const reason = Reason ?? say('ReasonFailed').text
  switch (Kind) {
    case 'offline':
      return say('AlertOffline').text
    case 'door-open':
      return (LockerName ? say('AlertDoorOpen', { locker: LockerName }) : say('AlertDeviceOpen', { device: Subject })).text
    case 'nearly-full':
      return say('AlertNearlyFull', { size: sizeLabel('locker', Number(Subject)) ?? Subject }).text
    case 'drop-off-refused':
      return say(LockerName ? 'AlertDropOffRefused' : 'AlertDropOffRefusedNowhere', { locker: LockerName ?? '', reason }).text
    case 'event-refused':
      return say(LockerName ? 'AlertEventRefused' : 'AlertEventRefusedNowhere', { locker: LockerName ?? '', reason }).text
    case 'codes-tried':
      return say('AlertCodesTried').text
    case 'pins-tried':
      return say('AlertPinsTried').text
    case 'login-locked':
      return (UserName ? say('AlertLoginLocked', { userName: UserName }) : say('AlertLoginLockedGone')).text
  }
}

/** Where an alert leads: its locker bank's dashboard, and there to the locker. */
export const placeOf = ({ LockerBankId, LockerName }: Pick<Alert, 'LockerBankId' | 'LockerName'>): string =>
  `/dashboard/lockerbank/${LockerBankId}${LockerName ? `?${new URLSearchParams({ locker: LockerName })}` : ''}`
