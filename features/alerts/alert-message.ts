import { sizeLabel } from '#features/layout/model.ts'
import type { Message } from '#platform/define-messages.ts'
import type { Alert } from './contract.ts'
import { t } from './messages.ts'

/** The text of an alert; `Reason` is a text in the portal and a message at the server. */
export function alertMessage({
  Kind,
  Subject,
  LockerName,
  UserName,
  Reason,
  IsFull,
}: Pick<Alert, 'Kind' | 'Subject' | 'LockerName' | 'UserName' | 'IsFull'> & {
  readonly Reason: string | Message | null
}): Message {
  const reason = Reason ?? t('ReasonFailed')
  switch (Kind) {
    case 'offline':
      return t('AlertOffline')
    case 'door-open':
      return LockerName ? t('AlertDoorOpen', { locker: LockerName }) : t('AlertDeviceOpen', { device: Subject })
    case 'nearly-full':
      return t(IsFull ? 'AlertFull' : 'AlertNearlyFull', { size: sizeLabel('locker', Number(Subject)) ?? Subject })
    case 'drop-off-refused':
      return t(LockerName ? 'AlertDropOffRefused' : 'AlertDropOffRefusedNowhere', { locker: LockerName ?? '', reason })
    case 'event-refused':
      return t(LockerName ? 'AlertEventRefused' : 'AlertEventRefusedNowhere', { locker: LockerName ?? '', reason })
    case 'codes-tried':
      return t('AlertCodesTried')
    case 'pins-tried':
      return t('AlertPinsTried')
    case 'login-locked':
      return UserName ? t('AlertLoginLocked', { userName: UserName }) : t('AlertLoginLockedGone')
    case 'openings-limited':
      return UserName ? t('AlertOpeningsLimited', { userName: UserName }) : t('AlertOpeningsLimitedUnknown')
  }
}
