import { adviceTags } from '#features/advice-tags/contract.ts'
import { buildings } from '#features/buildings/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { MailroomDraft, mailrooms } from '#features/mailrooms/contract.ts'
import { OrganisationFields, organisations } from '#features/organisations/contract.ts'
import { LOGO_URL } from '#features/organisations/testing/logo.ts'
import { properties } from '#features/properties/contract.ts'
import { regions } from '#features/regions/contract.ts'
import type { AuditAction } from '#platform/audit.ts'
import type { Operation } from '#platform/operation.ts'
import type { OrganisationFixtures } from './fixtures.ts'
import type { Fixtures } from './seed-fixtures.ts'
import type { TestServer } from './server.ts'

/** What the kinds need of a server with the fixtures of two organisations. */
export type There = {
  readonly server: TestServer
  readonly token: string
  readonly own: Fixtures
  readonly other: OrganisationFixtures
  /** Saves a record; returns its id. */
  readonly idOf: (op: Operation, input: unknown) => Promise<string>
  /** Creates a building in the first property; returns its id. */
  readonly newBuilding: (name: string) => Promise<string>
}

export type Values = Readonly<Record<string, unknown>>
export type Kind = {
  readonly action: AuditAction
  readonly op: Operation
  /** The fields of the form; each is in `before` and `after`, or in `fixed`. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly params?: (there: There) => Values
  /** The record and what cannot change in it; a kind whose fixtures are in use creates a record of its own. */
  readonly fixed?: (there: There) => Values | Promise<Values>
  readonly before: (there: There) => Values
  /** Another value for each field. */
  readonly after: (there: There) => Values
  /** What a field is called in the entry, and its value there. */
  readonly inEntry?: Readonly<Record<string, readonly [name: string, of?: (value: never) => unknown]>>
  /** Fields whose values must not be in the entry: personal ones, secrets and pictures. What the entry has instead. */
  readonly hidden?: Readonly<Record<string, Values>>
  /** The organisation of the entry, where it is not the own one. */
  readonly organisation?: (there: There) => string
}

const created = { building: '' }

/** Kinds of places, and what belongs to the organisation, whose changes are audited with their values. */
export const AUDITED_PLACES: Readonly<Record<string, Kind>> = {
  courier: {
    action: 'courier changed',
    op: couriers.save,
    fields: couriers.save.input.shape,
    fixed: async ({ idOf }) => ({ Id: await idOf(couriers.save, { Name: 'Fresh courier', SortOrder: 1 }) }),
    before: () => ({ Name: 'Old', Description: 'Old words', SortOrder: 1, IsDryCleaning: false }),
    after: () => ({ Name: 'New', Description: 'New words', SortOrder: 2, IsDryCleaning: true }),
  },
  'advice tag': {
    action: 'advice tag changed',
    op: adviceTags.save,
    fields: adviceTags.save.input.shape,
    fixed: ({ own }) => ({ Id: own.first.ids.adviceTag }),
    before: () => ({ Name: 'Old', SortOrder: 1 }),
    after: () => ({ Name: 'New', SortOrder: 2 }),
  },
  region: {
    action: 'region changed',
    op: regions.save,
    fields: regions.save.input.shape,
    fixed: ({ own }) => ({ Id: own.first.ids.region }),
    before: () => ({ Name: 'Old', Description: 'Old words' }),
    after: () => ({ Name: 'New', Description: 'New words' }),
  },
  property: {
    action: 'property changed',
    op: properties.save,
    fields: properties.save.input.shape,
    fixed: ({ own }) => ({ Id: own.first.ids.property, ExternalCode: 'P1' }),
    before: () => ({
      ...{ Name: 'Old', Description: 'Old words', Region: null, TimeZoneId: 'Europe/London', Address: 'Old Quay' },
      Settings: [{ Name: 'PackageExpiryPeriod', Value: '4' }],
    }),
    after: ({ own }) => ({
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
    fixed: async ({ newBuilding }) => ({ Id: await newBuilding('Fresh building') }),
    before: ({ own }) => ({ PropertyId: own.first.ids.property, Name: 'Old', Address: 'Old Quay', Description: 'Old words' }),
    after: ({ own }) => ({ PropertyId: own.second.ids.property, Name: 'New', Address: 'New Quay', Description: 'New words' }),
  },
  mailroom: {
    action: 'mailroom changed',
    op: mailrooms.save,
    fields: MailroomDraft.shape,
    fixed: async ({ own, idOf, newBuilding }) => {
      created.building = await newBuilding('Building of a mailroom')
      const place = { PropertyId: own.first.ids.property, BuildingId: own.first.ids.building }
      return { Id: await idOf(mailrooms.save, { ...place, Name: 'Fresh mailroom' }), PropertyId: place.PropertyId }
    },
    before: ({ own }) => ({
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
    fixed: ({ other }) => ({ Id: other.organisationId, SystemName: null }),
    before: () => ({ Name: 'Old', Description: 'Old words', TimezoneId: 'Europe/London', Logo: LOGO_URL, IsActive: true }),
    after: () => ({ Name: 'New', Description: 'New words', TimezoneId: 'Europe/Berlin', Logo: LOGO_URL, IsActive: false }),
    hidden: { Logo: { logo: 'changed' } },
    organisation: ({ other }) => other.organisationId,
  },
}
