import type { Place } from './seed-fixtures.ts'

/** The input of an operation at a place, valid enough to reach the rows. */
export type Example = { readonly input?: unknown; readonly query?: Readonly<Record<string, string>> }

const resident = ({ ids, unit, name }: Place) => ({
  FirstName: name,
  LastName: 'Test',
  EmailId: 'resident@example.test',
  PropertyId: ids.property,
  BuildingId: ids.building,
  UnitNumber: unit,
  Address: '1 Quay Road',
  MobilePhone: '+44 7700 900123',
  Phone1: '020 7946 0001',
  Phone2: '020 7946 0002',
  OccupancyStatus: 1,
  IsActive: true,
  IsDisabled: false,
  HasOptedOut: false,
  IsEmailNotificationEnabled: true,
  IsSmsNotificationEnabled: true,
  IsOutofTown: true,
  HoldFrom: '2099-01-01',
  HoldUntil: '2099-01-31',
  LockerAccessCode: '12345678',
  SendLockerAccessCode: false,
})

const registrant = ({ name }: Place) => ({
  FirstName: name,
  LastName: 'Test',
  Email: 'newcomer@example.test',
  PhoneNumber: '+44 7700 900124',
})
const newResident = (place: Place) => ({
  ...registrant(place),
  PropertyId: place.ids.property,
  BuildingId: place.ids.building,
  UnitNumber: place.unit,
  PhoneNumber1: '020 7946 0001',
  PhoneNumber2: '020 7946 0002',
  IsDDA: true,
})
const newAgent = (place: Place) => ({
  ...registrant(place),
  CourierId: place.ids.courier,
  Pin: '135791',
  UserName: 'newcomer',
  PropertyIds: [place.ids.property],
})
const registrationsOf = ({ ids, name }: Place) => ({
  RegistrationStatusType: 0,
  PropertyId: ids.property,
  FirstName: name,
  LastName: 'Test',
  Email: '',
  PageIndex: 1,
  PageSize: 20,
  SortColumn: 'LastName',
  SortDirectionText: 'desc',
  After: null,
})
/** Saves without a decision, so that it can be repeated. */
const undecided = { Comments: 'Called', ApprovalStatus: 0 }

const inBuilding = ({ ids }: Place): Example => ({ query: { BuildingId: ids.building } })
const beginning = ({ ids, name }: Place): Example => ({ query: { BuildingId: ids.building, Q: name } })

const EXAMPLES: Readonly<Record<string, (place: Place) => Example>> = {
  'POST /resident/getallresidents': ({ ids, unit, name }) => ({
    input: {
      PropertyId: ids.property,
      BuildingId: ids.building,
      UnitNumber: unit,
      FirstName: name,
      LastName: 'Test',
      Email: '',
      OccupancyStatusType: 1,
      ResidentFlag: 0,
      PageIndex: 1,
      PageSize: 20,
      SortColumn: 'UnitNumber',
      SortDirectionText: 'desc',
      After: null,
    },
  }),
  'POST /resident/create/{residentId}': (place) => ({ input: resident(place) }),
  'PUT /resident/create/{residentId}': (place) => ({ input: resident(place) }),
  'POST /resident/deleteresidents': ({ ids }) => ({ input: [ids.resident] }),
  'POST /resident/generatelockeraccesscode': ({ ids }) => ({ input: { PropertyId: ids.property } }),
  'POST /resident/sendlockeraccesscode': ({ ids }) => ({ input: [ids.resident] }),
  'POST /resident/{residentId}/delegates': () => ({
    input: {
      Name: 'Grace Neighbour',
      EmailId: 'grace@example.test',
      FromDay: '2099-01-01',
      UntilDay: '2099-01-31',
      SendLockerAccessCode: true,
    },
  }),
  'POST /importfile/getpaged': () => ({
    input: { PageIndex: 1, PageSize: 5, SortColumn: 'CreatedAt', SortDirectionText: 'desc', After: null },
  }),
  'POST /importfile/getlines': ({ importId }) => ({
    input: {
      Id: importId,
      Verdict: 'Unchanged',
      PageIndex: 1,
      PageSize: 5,
      SortColumn: 'Line',
      SortDirectionText: 'asc',
      After: null,
    },
  }),
  'POST /importfile/save': ({ importId }) => ({
    input: {
      Id: importId,
      Apply: false,
      IsFullList: true,
      ConfirmMoveOut: false,
      Columns: [{ Heading: 'Unit', Column: 'UnitNumber' }],
    },
  }),
  'POST /importfile/delete': ({ importId }) => ({ input: [importId] }),
  'POST /register/resident': (place) => ({ input: { ...newResident(place), ReCaptchaToken: 'none' } }),
  'POST /register/agent': (place) => ({ input: { ...newAgent(place), ReCaptchaToken: 'none' } }),
  'POST /register/resident/getallregistrations': (place) => ({
    input: { ...registrationsOf(place), BuildingId: place.ids.building, UnitNumber: place.unit, ResidentFlag: 3 },
  }),
  'POST /register/agent/getallregistrations': (place) => ({
    input: { ...registrationsOf(place), CourierId: place.ids.courier },
  }),
  'PUT /register/resident/{registrationId}': (place) => ({
    input: { ...newResident(place), ResidentId: place.ids.resident, SendLockerAccessCode: true, ...undecided },
  }),
  'PUT /register/agent/{registrationId}': (place) => ({ input: { ...newAgent(place), RoleTypeId: 6, ...undecided } }),
  'GET /resident/getfirstresidentbyunitnumber/{unit}': inBuilding,
  'GET /resident/getfirstresidentbyfullname/{first}/{last}': inBuilding,
  'GET /resident/getallavailableunitnumbers/{organisationId}': beginning,
  'GET /resident/getallavailableresidentsnames/{organisationId}': beginning,
}

/** The example of an operation; empty when there is none here. */
export const exampleOf = ({ method, path }: { method: string; path: string }, place: Place): Example =>
  EXAMPLES[`${method} ${path}`]?.(place) ?? {}
