import { afterAll, beforeAll, expect, test } from 'vitest'
import { adviceTags } from '#features/advice-tags/contract.ts'
import { AgentDraft, agents } from '#features/agents/contract.ts'
import { buildings } from '#features/buildings/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { COLORS, DEFAULT_VALUES, IMAGES, TEXTS } from '#features/kiosks/theme.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { lockerBankFields } from '#features/locker-banks/fields.ts'
import { MailroomDraft, mailrooms } from '#features/mailrooms/contract.ts'
import { EmailTemplateDraft, notificationTemplates } from '#features/notification-templates/contract.ts'
import { openings } from '#features/openings/contract.ts'
import { OrganisationFields, organisations } from '#features/organisations/contract.ts'
import { LOGO_URL } from '#features/organisations/testing/logo.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { PortalUserDraft } from '#features/portal-users/fields.ts'
import { profile } from '#features/profile/contract.ts'
import { properties } from '#features/properties/contract.ts'
import { regions } from '#features/regions/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { residentFields } from '#features/residents/fields.ts'
import { SettingsDraft, singleSignOn } from '#features/single-sign-on/contract.ts'
import { ThemeDraft, themes } from '#features/themes/contract.ts'
import type { AuditAction } from '#platform/audit-actions.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { ROLES } from '#platform/permissions.ts'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from './testing/fixtures.ts'
import { type Fixtures, seedFixtures } from './testing/seed-fixtures.ts'
import { type TestServer, testServer } from './testing/server.ts'

let server: TestServer
let own: Fixtures
let other: OrganisationFixtures
let token: string
beforeAll(async () => {
  server = await testServer()
  own = await seedFixtures(server, 'riverside', { isSuperAdmin: true })
  other = await seedOrganisation(server, 'quay')
  token = await tokenOf(server, 'superadmin', 'riverside')
})
afterAll(() => server.stop())

type Values = Readonly<Record<string, unknown>>
type Kind = {
  readonly action: AuditAction
  readonly op: Operation
  /** The fields of the form; each is in `before` and `after`, or in `fixed`. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly params?: () => Values
  /** The record and what cannot change in it; a kind whose fixtures are in use creates a record of its own. */
  readonly fixed?: () => Values | Promise<Values>
  readonly before: () => Values
  /** Another value for each field. */
  readonly after: () => Values
  /** What a field is called in the entry, and its value there. */
  readonly inEntry?: Readonly<Record<string, readonly [name: string, of?: (value: never) => unknown]>>
  /** Fields whose values must not be in the entry: personal ones, secrets and pictures. What the entry has instead. */
  readonly hidden?: Readonly<Record<string, Values>>
  /** The organisation of the entry, where it is not the own one. */
  readonly organisation?: () => string
}

const idOf = async (op: Operation, input: unknown): Promise<string> => {
  const { status, body } = await server.ask(op, { token, input })
  expect([status, body]).toMatchObject([200, { Id: expect.any(String) }])
  return body.Id
}
const newBuilding = (Name: string) => idOf(buildings.save, { PropertyId: own.first.ids.property, Name })
const columnOf = (...columns: string[]) => ({ changed: expect.arrayContaining(columns) })
const person = { FirstName: 'Olga', LastName: 'Olsen', PhoneNumber: '0441111' }
const otherPerson = { FirstName: 'Nina', LastName: 'Nilsson', PhoneNumber: '0442222' }
const created = { resident: newId(), building: '' }

const KINDS: Readonly<Record<string, Kind>> = {
  courier: {
    action: 'courier changed',
    op: couriers.save,
    fields: couriers.save.input.shape,
    fixed: async () => ({ Id: await idOf(couriers.save, { Name: 'Fresh courier', SortOrder: 1 }) }),
    before: () => ({ Name: 'Old', Description: 'Old words', SortOrder: 1, IsDryCleaning: false }),
    after: () => ({ Name: 'New', Description: 'New words', SortOrder: 2, IsDryCleaning: true }),
  },
  'advice tag': {
    action: 'advice tag changed',
    op: adviceTags.save,
    fields: adviceTags.save.input.shape,
    fixed: () => ({ Id: own.first.ids.adviceTag }),
    before: () => ({ Name: 'Old', SortOrder: 1 }),
    after: () => ({ Name: 'New', SortOrder: 2 }),
  },
  region: {
    action: 'region changed',
    op: regions.save,
    fields: regions.save.input.shape,
    fixed: () => ({ Id: own.first.ids.region }),
    before: () => ({ Name: 'Old', Description: 'Old words' }),
    after: () => ({ Name: 'New', Description: 'New words' }),
  },
  property: {
    action: 'property changed',
    op: properties.save,
    fields: properties.save.input.shape,
    fixed: () => ({ Id: own.first.ids.property, ExternalCode: 'P1' }),
    before: () => ({
      ...{ Name: 'Old', Description: 'Old words', Region: null, TimeZoneId: 'Europe/London', Address: 'Old Quay' },
      Settings: [{ Name: 'PackageExpiryPeriod', Value: '4' }],
    }),
    after: () => ({
      ...{ Name: 'New', Description: 'New words', Region: { Id: own.second.ids.region }, TimeZoneId: 'Europe/Berlin' },
      ...{ Address: 'New Quay', Settings: [{ Name: 'PackageExpiryPeriod', Value: '5' }] },
    }),
    inEntry: {
      Region: ['RegionId', (region: { Id: string } | null) => region?.Id ?? null],
      Settings: ['PackageExpiryPeriod', ([setting]: [{ Value: string }]) => setting.Value],
    },
  },
  building: {
    action: 'building changed',
    op: buildings.save,
    fields: buildings.save.input.shape,
    fixed: async () => ({ Id: await newBuilding('Fresh building') }),
    before: () => ({ PropertyId: own.first.ids.property, Name: 'Old', Address: 'Old Quay', Description: 'Old words' }),
    after: () => ({ PropertyId: own.second.ids.property, Name: 'New', Address: 'New Quay', Description: 'New words' }),
  },
  mailroom: {
    action: 'mailroom changed',
    op: mailrooms.save,
    fields: MailroomDraft.shape,
    fixed: async () => {
      created.building = await newBuilding('Building of a mailroom')
      const place = { PropertyId: own.first.ids.property, BuildingId: own.first.ids.building }
      return { Id: await idOf(mailrooms.save, { ...place, Name: 'Fresh mailroom' }), PropertyId: place.PropertyId }
    },
    before: () => ({
      ...{ BuildingId: own.first.ids.building, Name: 'Old', Address: 'Old Quay', Description: 'Old words', IsActive: true },
    }),
    after: () => ({
      ...{ BuildingId: created.building, Name: 'New', Address: 'New Quay', Description: 'New words', IsActive: false },
    }),
  },
  organisation: {
    action: 'organisation changed',
    op: organisations.save,
    fields: OrganisationFields.shape,
    fixed: () => ({ Id: other.organisationId, SystemName: null }),
    before: () => ({ Name: 'Old', Description: 'Old words', TimezoneId: 'Europe/London', Logo: LOGO_URL, IsActive: true }),
    after: () => ({ Name: 'New', Description: 'New words', TimezoneId: 'Europe/Berlin', Logo: LOGO_URL, IsActive: false }),
    hidden: { Logo: { logo: 'changed' } },
    organisation: () => other.organisationId,
  },
  'mobile app': {
    action: 'mobile app settings changed',
    op: organisations.saveMobile,
    fields: organisations.saveMobile.input.shape,
    params: () => ({ id: own.organisationId }),
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
    params: () => ({ id: own.organisationId }),
    before: () => ({ AccountSid: 'AC1', AuthToken: 'secret-old', SenderPhoneNumber: '+15550100', IsEnabled: false }),
    after: () => ({ AccountSid: 'AC2', AuthToken: 'secret-new', SenderPhoneNumber: '+15550101', IsEnabled: true }),
    hidden: { AuthToken: { authToken: 'changed' } },
  },
  'portal user': {
    action: 'portal user changed',
    op: portalUsers.save,
    fields: PortalUserDraft.shape,
    fixed: () => ({ Id: own.first.ids.portalUser, Password: null }),
    before: () => ({
      ...{ ...person, Email: 'old@users.test', UserRole: 'mailroomstaff', IsActive: true },
      ...{ KioskUserName: 'old-desk', KioskPin: '483926', PropertyIds: [own.first.ids.property] },
    }),
    after: () => ({
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
    params: () => ({ agentId: own.first.ids.agent }),
    before: () => ({
      ...{ FirstName: 'Olga', LastName: 'Olsen', EmailId: 'old@courier.test', MobilePhone: '+44 7700 900111' },
      ...{ CourierId: own.first.ids.courier, RoleTypeId: ROLES.deliveryagent.id, UserName: 'old-agent', IsActive: true },
      ...{ Pin: '483926', PropertyIds: [own.first.ids.property] },
    }),
    after: () => ({
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
    fixed: async () => {
      created.building = await newBuilding('Building of a resident')
      const place = { PropertyId: own.first.ids.property, SendLockerAccessCode: false }
      const input = { ...KINDS.resident!.before(), ...place }
      expect((await server.ask(residents.create, { token, params: { residentId: created.resident }, input })).status).toBe(200)
      return place
    },
    before: () => ({
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
    params: () => ({ lockerBankId: own.first.ids.lockerBank }),
    fixed: () => ({
      ...{ PropertyId: own.first.ids.property, BuildingId: own.first.ids.building, LockerBankCode: own.first.mark('B') },
    }),
    before: () => ({
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
    fixed: () => ({ PropertyId: own.second.ids.property, OrganisationId: own.organisationId }),
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
      ...{ IsActive: false, Issuer: 'https://old.example.test', ClientId: 'old', ClientSecret: 'secret-old', ButtonName: 'Old' },
      ...{ RoleClaim: 'old', RoleMapping: [{ Value: 'old', Role: 'mailroomstaff' }], DefaultRole: null },
    }),
    after: () => ({
      ...{ IsActive: true, Issuer: 'https://new.example.test', ClientId: 'new', ClientSecret: 'secret-new', ButtonName: 'New' },
      ...{ RoleClaim: 'new', RoleMapping: [{ Value: 'new', Role: 'mailroomstaff' }], DefaultRole: 'mailroomstaff' },
    }),
    hidden: { ClientSecret: { clientSecret: 'changed' } },
  },
}

const lastEntry = (organisationId: string, action: AuditAction) =>
  inOrganisation(server, organisationId, (db) =>
    db.selectFrom('audit').select(['id', 'detail']).where('action', '=', action).orderBy('id', 'desc').executeTakeFirst(),
  )

test.each(Object.entries(KINDS))(
  '%s › an entry has the old and the new value of each field, and no secret or personal value',
  async (_, kind) => {
    const { op, action, params = () => ({}), inEntry = {}, hidden = {}, organisation = () => own.organisationId } = kind
    const fixed = (await kind.fixed?.()) ?? {}
    const [before, after] = [kind.before(), kind.after()]
    const listed = [...Object.keys(before), ...Object.keys(fixed)]
    expect(Object.keys(kind.fields).filter((field) => !['Id', 'Version', ...listed].includes(field))).toEqual([])
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())

    const save = async (change: Values) => {
      const { status, body } = await server.ask(op, { token, params: params(), input: { ...fixed, ...before, ...change } })
      expect([status, body]).toMatchObject([200, {}])
    }
    for (const field of Object.keys(before)) {
      await save({})
      const earlier = await lastEntry(organisation(), action)
      await save({ [field]: after[field] })
      const entry = await lastEntry(organisation(), action)
      expect(entry?.id, field).not.toBe(earlier?.id)
      const instead = hidden[field]
      const [name, of = (value: unknown) => value] = inEntry[field] ?? [field]
      const inDetail = of as (value: unknown) => unknown
      if (instead) {
        expect({ field, ...(entry!.detail as object) }).toMatchObject({ field, ...instead })
        if (typeof after[field] === 'string') expect(JSON.stringify(entry!.detail)).not.toContain(JSON.stringify(after[field]))
      } else
        expect({ field, ...(entry!.detail as object) }).toMatchObject({
          field,
          before: { [name]: inDetail(before[field]) },
          after: { [name]: inDetail(after[field]) },
        })
    }
  },
)
