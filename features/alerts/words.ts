import { sizeLabel } from '#features/layout/model.ts'
import type { Alert } from './contract.ts'
import { t } from './messages.ts'

/** The text of an alert. */
export function wordsOf({
  Kind,
  Subject,
  LockerName,
  UserName,
  Reason,
}: Pick<Alert, 'Kind' | 'Subject' | 'LockerName' | 'UserName' | 'Reason'>): string {
  const reason = Reason ?? t('ReasonFailed').text
  switch (Kind) {
    case 'offline':
      return t('AlertOffline').text
    case 'door-open':
      return (LockerName ? t('AlertDoorOpen', { locker: LockerName }) : t('AlertDeviceOpen', { device: Subject })).text
    case 'nearly-full':
      return t('AlertNearlyFull', { size: sizeLabel('locker', Number(Subject)) ?? Subject }).text
    case 'drop-off-refused':
      return t(LockerName ? 'AlertDropOffRefused' : 'AlertDropOffRefusedNowhere', { locker: LockerName ?? '', reason }).text
    case 'event-refused':
      return t(LockerName ? 'AlertEventRefused' : 'AlertEventRefusedNowhere', { locker: LockerName ?? '', reason }).text
    case 'codes-tried':
      return t('AlertCodesTried').text
    case 'pins-tried':
      return t('AlertPinsTried').text
    case 'login-locked':
      return (UserName ? t('AlertLoginLocked', { userName: UserName }) : t('AlertLoginLockedGone')).text
  }
}

/** The screen of an alert: its locker bank's dashboard, at the locker. */
export const placeOf = ({ LockerBankId, LockerName }: Pick<Alert, 'LockerBankId' | 'LockerName'>): string =>
  `/dashboard/lockerbank/${LockerBankId}${LockerName ? `?${new URLSearchParams({ locker: LockerName })}` : ''}`
