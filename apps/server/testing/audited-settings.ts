import { expect } from 'vitest'
import { AgentDraft, agents } from '#features/agents/contract.ts'
import { COLORS, DEFAULT_VALUES, IMAGES, TEXTS } from '#features/kiosks/theme.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { lockerBankFields } from '#features/locker-banks/fields.ts'
import { EmailTemplateDraft, notificationTemplates } from '#features/notification-templates/contract.ts'
import { openings } from '#features/openings/contract.ts'
import { organisations } from '#features/organisations/contract.ts'
import { LOGO_URL } from '#features/organisations/testing/logo.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { PortalUserDraft } from '#features/portal-users/fields.ts'
import { profile } from '#features/profile/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { residentFields } from '#features/residents/fields.ts'
import { SettingsDraft, singleSignOn } from '#features/single-sign-on/contract.ts'
import { ThemeDraft, themes } from '#features/themes/contract.ts'
import { newId } from '#platform/ids.ts'
import { ROLES } from '#platform/permissions.ts'
import type { Kind } from './audited-places.ts'

const columnOf = (...columns: string[]) => ({ changed: expect.arrayContaining(columns) })
const person = { FirstName: 'Olga', LastName: 'Olsen', PhoneNumber: '0441111' }
const otherPerson = { FirstName: 'Nina', LastName: 'Nilsson', PhoneNumber: '0442222' }
const created = { resident: newId(), building: '' }

/** Kinds of people and settings whose changes are audited with their values. */
export const AUDITED_PEOPLE_AND_SETTINGS: Readonly<Record<string, Kind>> = {
  'mobile app': {
    action: 'mobile app settings changed',
    op: organisations.saveMobile,
    fields: organisations.saveMobile.input.shape,
    params: ({ own }) => ({ id: own.organisationId }),
    before: () => ({
      ...{ TermsAndConditions: '<p>Old</p>', HelpText: '<p>Old</p>', ContactUs: '<p>Old</p>', BackgroundColor: '#111111' },
      ...{ EnableRemoteUnlock: false, Logo: null },
    }),
    after: () => ({
      ...{ TermsAndConditions: '<p>New</p>', HelpText: '<p>New</p>', ContactUs: '<p>New</p>', BackgroundColor: '#222222' },
      ...{ EnableRemoteUnlock: true, Logo: LOGO_URL },
    }),
    hidden: { Logo: { after: expect.objectContaining({ Logo: expect.stringContaining('/') }) } },
  },
  'SMS gateway': {
    action: 'SMS gateway changed',
    op: organisations.saveSms,
    fields: organisations.saveSms.input.shape,
    params: ({ own }) => ({ id: own.organisationId }),
    before: () => ({ AccountSid: 'AC1', AuthToken: 'secret-old', SenderPhoneNumber: '+15550100', IsEnabled: false }),
    after: () => ({ AccountSid: 'AC2', AuthToken: 'secret-new', SenderPhoneNumber: '+15550101', IsEnabled: true }),
    hidden: { AuthToken: { authToken: 'changed' } },
  },
  'portal user': {
    action: 'portal user changed',
    op: portalUsers.save,
    fields: PortalUserDraft.shape,
    fixed: ({ own }) => ({ Id: own.first.ids.portalUser, Password: null }),
    before: ({ own }) => ({
      ...{ ...person, Email: 'old@users.test', UserRole: 'mailroomstaff', IsActive: true },
      ...{ KioskUserName: 'old-desk', KioskPin: '483926', PropertyIds: [own.first.ids.property] },
    }),
    after: ({ own }) => ({
      ...{ ...otherPerson, Email: 'new@users.test', UserRole: 'propertymanager', IsActive: false },
      ...{ KioskUserName: 'new-desk', KioskPin: '719354', PropertyIds: [own.second.ids.property] },
    }),
    inEntry: { UserRole: ['role'], IsActive: ['active'], PropertyIds: ['properties'] },
    hidden: { KioskPin: { KioskPin: 'changed' } },
  },
  profile: {
    action: 'profile changed',
    op: profile.save,
    fields: profile.save.input.shape,
    before: () => person,
    after: () => otherPerson,
  },
  agent: {
    action: 'agent changed',
    op: agents.update,
    fields: AgentDraft.shape,
    params: ({ own }) => ({ agentId: own.first.ids.agent }),
    before: ({ own }) => ({
      ...{ FirstName: 'Olga', LastName: 'Olsen', EmailId: 'old@courier.test', MobilePhone: '+44 7700 900111' },
      ...{ CourierId: own.first.ids.courier, RoleTypeId: ROLES.deliveryagent.id, UserName: 'old-agent', IsActive: true },
      ...{ Pin: '483926', PropertyIds: [own.first.ids.property] },
    }),
    after: ({ own }) => ({
      ...{ FirstName: 'Nina', LastName: 'Nilsson', EmailId: 'new@courier.test', MobilePhone: '+44 7700 900222' },
      ...{
        CourierId: own.second.ids.courier,
        RoleTypeId: ROLES.deliveryrecoveryagent.id,
        UserName: 'new-agent',
        IsActive: false,
      },
      ...{ Pin: '719354', PropertyIds: [own.second.ids.property] },
    }),
    inEntry: { CourierId: ['courier'], RoleTypeId: ['role'], IsActive: ['active'], PropertyIds: ['properties'] },
    hidden: { FirstName: {}, LastName: {}, EmailId: {}, MobilePhone: {}, UserName: {}, Pin: { newPin: true } },
  },
  resident: {
    action: 'resident changed',
    op: residents.update,
    fields: residentFields,
    params: () => ({ residentId: created.resident }),
    // Sending the code is an entry of its own.
    fixed: async (there) => {
      const { own, newBuilding, server, token } = there
      created.building = await newBuilding('Building of a resident')
      const place = { PropertyId: own.first.ids.property, SendLockerAccessCode: false }
      const input = { ...AUDITED_PEOPLE_AND_SETTINGS.resident!.before(there), ...place }
      expect((await server.ask(residents.create, { token, params: { residentId: created.resident }, input })).status).toBe(200)
      return place
    },
    before: ({ own }) => ({
      ...{ FirstName: 'Olga', LastName: 'Olsen', EmailId: 'old@example.test', MobilePhone: '+44 7700 900111' },
      ...{ Phone1: '020 7946 0111', Phone2: '020 7946 0222', BuildingId: own.first.ids.building, UnitNumber: 'U-old' },
      ...{ Address: '1 Old Road', OccupancyStatus: 1, IsActive: true, IsDisabled: false, HasOptedOut: false },
      ...{ IsEmailNotificationEnabled: true, IsSmsNotificationEnabled: true, Language: 'de', IsOutofTown: true },
      ...{ HoldFrom: '2099-01-01', HoldUntil: '2099-01-31', LockerAccessCode: '48392617' },
    }),
    after: () => ({
      ...{ FirstName: 'Nina', LastName: 'Nilsson', EmailId: 'new@example.test', MobilePhone: '+44 7700 900222' },
      ...{ Phone1: '020 7946 0333', Phone2: '020 7946 0444', BuildingId: created.building, UnitNumber: 'U-new' },
      ...{ Address: '2 New Road', OccupancyStatus: 2, IsActive: false, IsDisabled: true, HasOptedOut: true },
      ...{ IsEmailNotificationEnabled: false, IsSmsNotificationEnabled: false, Language: 'es', IsOutofTown: false },
      ...{ HoldFrom: '2099-01-02', HoldUntil: '2099-02-01', LockerAccessCode: '71935428' },
    }),
    hidden: {
      ...{ FirstName: columnOf('first_name'), LastName: columnOf('last_name'), EmailId: columnOf('email') },
      ...{ MobilePhone: columnOf('mobile_phone'), Phone1: columnOf('phone1'), Phone2: columnOf('phone2') },
      ...{ BuildingId: columnOf('building_id'), UnitNumber: columnOf('unit_number'), Address: columnOf('address') },
      ...{ OccupancyStatus: columnOf('occupancy_status'), IsActive: columnOf('is_active'), IsDisabled: columnOf('is_disabled') },
      ...{ HasOptedOut: columnOf('has_opted_out'), IsEmailNotificationEnabled: columnOf('is_email_notification_enabled') },
      ...{ IsSmsNotificationEnabled: columnOf('is_sms_notification_enabled'), Language: columnOf('language') },
      ...{ IsOutofTown: columnOf('is_out_of_town'), HoldFrom: columnOf('hold_from'), HoldUntil: columnOf('hold_until') },
      LockerAccessCode: { isCodeChanged: true },
    },
  },
  'locker bank': {
    action: 'locker bank changed',
    op: lockerBanks.update,
    fields: lockerBankFields,
    params: ({ own }) => ({ lockerBankId: own.first.ids.lockerBank }),
    fixed: ({ own }) => ({
      ...{ PropertyId: own.first.ids.property, BuildingId: own.first.ids.building, LockerBankCode: own.first.mark('B') },
    }),
    before: ({ own }) => ({
      ...{ Name: 'Old', Description: 'Old words', Address: 'Old lobby', BeaconDeviceMajor: '1', BeaconDeviceMinor: '2' },
      ...{ MailRoomId: own.first.ids.mailroom, IsActive: true, RelayEndPointName: 'https://old.example.test' },
    }),
    after: () => ({
      ...{ Name: 'New', Description: 'New words', Address: 'New lobby', BeaconDeviceMajor: '3', BeaconDeviceMinor: '4' },
      ...{ MailRoomId: null, IsActive: false, RelayEndPointName: 'https://new.example.test' },
    }),
  },
  theme: {
    action: 'theme changed',
    op: themes.save,
    fields: ThemeDraft.shape,
    fixed: ({ own }) => ({ PropertyId: own.second.ids.property, OrganisationId: own.organisationId }),
    before: () => ({ ...DEFAULT_VALUES, LogoImg: '', MenuBgImg: '', ScreensaverImg: '' }),
    after: () => ({
      ...Object.fromEntries(COLORS.map((field) => [field, '#123456'])),
      ...Object.fromEntries(TEXTS.map((field) => [field, 'New words'])),
      ...Object.fromEntries(IMAGES.map((field) => [field, LOGO_URL])),
      ...{ Font: 'Arial', ScreensaverTextSize: 24 },
    }),
    hidden: Object.fromEntries(IMAGES.map((field) => [field, { after: expect.objectContaining({ [field]: 'changed' }) }])),
  },
  'notification template': {
    action: 'notification template changed',
    op: notificationTemplates.save,
    fields: EmailTemplateDraft.shape,
    fixed: () => ({ MessageTemplateTypeId: 1, MessageSendingMediumTypeId: 1, Language: 'en-US' }),
    before: () => ({ Subject: 'Old', Body: '<p>Old</p>' }),
    after: () => ({ Subject: 'New', Body: '<p>New</p>' }),
  },
  'limits of remote opening': {
    action: 'limits of remote opening changed',
    op: openings.setLimits,
    fields: openings.setLimits.input.shape,
    before: () => ({ PersonPerMinute: 5, PersonPerHour: 50, OrganisationPerMinute: 20, OrganisationPerHour: 200 }),
    after: () => ({ PersonPerMinute: 6, PersonPerHour: 60, OrganisationPerMinute: 30, OrganisationPerHour: 300 }),
  },
  'single sign-on': {
    action: 'single sign-on changed',
    op: singleSignOn.save,
    fields: SettingsDraft.shape,
    before: () => ({
      ...{
        IsActive: false,
        Issuer: 'https://old.example.test',
        ClientId: 'old',
        ClientSecret: 'secret-old',
        ButtonName: 'Old',
        TrustsAddresses: false,
      },
      ...{ RoleClaim: 'old', RoleMapping: [{ Value: 'old', Role: 'mailroomstaff' }], DefaultRole: null },
    }),
    after: () => ({
      ...{
        IsActive: true,
        Issuer: 'https://new.example.test',
        ClientId: 'new',
        ClientSecret: 'secret-new',
        ButtonName: 'New',
        TrustsAddresses: true,
      },
      ...{ RoleClaim: 'new', RoleMapping: [{ Value: 'new', Role: 'mailroomstaff' }], DefaultRole: 'mailroomstaff' },
    }),
    hidden: { ClientSecret: { clientSecret: 'changed' } },
  },
}
