import { actionsOn, t as common, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as organisation } from './messages.ts'
import { t as mobile } from './mobile-messages.ts'
import { t as sms } from './sms-messages.ts'

export const t = defineMessages('OrganisationAudit', {
  KindOrganisation: 'Organisation',
  AuditFieldGateway: 'Gateway',
  AuditMobileAppChanged: 'Mobile app settings changed',
  AuditSmsGatewayChanged: 'SMS gateway changed',
  AuditSmsGatewayTested: 'SMS gateway tested',
})

export const organisationAudit = defineAudit({
  kinds: { organisation: t('KindOrganisation') },
  actions: actionsOn('organisation', {
    'organisation changed': common('AuditChanged'),
    'organisation created': common('AuditCreated'),
    'mobile app settings changed': t('AuditMobileAppChanged'),
    'SMS gateway changed': t('AuditSmsGatewayChanged'),
    'SMS gateway tested': t('AuditSmsGatewayTested'),
  }),
  fields: {
    AccountSid: sms('LabelAccountSid'),
    AuthToken: sms('LabelAuthToken'),
    BackgroundColor: mobile('LabelBackgroundColor'),
    ContactUs: mobile('LabelContactUs'),
    EnableRemoteUnlock: mobile('LabelRemoteUnlock'),
    HasAuthToken: sms('LabelAuthToken'),
    HelpText: mobile('LabelHelpText'),
    IsEnabled: sms('LabelEnable'),
    Logo: organisation('LabelLogo'),
    OrgName: t('KindOrganisation'),
    SenderPhoneNumber: sms('LabelSender'),
    SenderType: t('AuditFieldGateway'),
    SystemName: organisation('LabelSystemName'),
    TermsAndConditions: mobile('LabelTerms'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly organisations: typeof organisationAudit
  }
}
