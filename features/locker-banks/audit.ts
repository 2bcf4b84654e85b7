import { LOCKER_BANK_SETTINGS } from '#features/kiosks/bank-settings.ts'
import { actionsOn, t as common, defineAudit, savingActions } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { settingLabels, settingWords } from '#platform/typed-settings.ts'
import { t as bank } from './messages.ts'
import { t as screens } from './screens.ts'

export const t = defineMessages('LockerBankAudit', {
  AuditAuthorised: 'Authorised',
  AuditDeauthorised: 'Deauthorised',
  AuditKeyRead: 'API key read',
  AuditPublished: 'Published',
})

export const lockerBankAudit = defineAudit({
  kinds: { lockerBank: label('LabelLockerBank') },
  actions: {
    ...savingActions('locker bank', 'lockerBank'),
    ...actionsOn('lockerBank', {
      'locker bank authorised': t('AuditAuthorised'),
      'locker bank deauthorised': t('AuditDeauthorised'),
      'locker bank key read': t('AuditKeyRead'),
      'locker bank published': t('AuditPublished'),
      'locker bank settings changed': common('AuditSettingsChanged'),
    }),
  },
  fields: {
    ...settingLabels(LOCKER_BANK_SETTINGS),
    BeaconDeviceMajor: bank('LabelBeaconMajor'),
    BeaconDeviceMinor: bank('LabelBeaconMinor'),
    Code: bank('LabelCode'),
    Key: bank('LabelKeyId'),
    LockerBankCode: bank('LabelCode'),
    LockerBankId: label('LabelLockerBank'),
    LockerBankIds: screens('ScreenLockerBanks'),
    RelayEndPointName: bank('LabelRelayEndPoint'),
  },
  values: {
    ...settingWords(LOCKER_BANK_SETTINGS),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly 'locker-banks': typeof lockerBankAudit
  }
}
