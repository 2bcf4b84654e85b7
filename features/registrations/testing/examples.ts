import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { newId } from '#platform/ids.ts'
import { registrations, registrationsOf } from '../contract.ts'

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
const filters = ({ ids, name }: Place) => ({
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
/** An id that nobody has: an approval would change the registrations of other examples. */
const rows = () => ({ input: { Ids: [newId()] } })

/** The operations on one registration, which the requests of a place name by their parameters. */
const onOne = (of: (place: Place) => { readonly params: { readonly registrationId: string } }) => ({
  get: of,
  changes: of,
  approve: rows,
  sendVerification: of,
  takeBack: of,
})
const ofResident = ({ ids }: Place) => ({ params: { registrationId: ids.residentRegistration } })
const ofAgent = ({ ids }: Place) => ({ params: { registrationId: ids.agentRegistration } })

export const registrationsExamples = [
  ...examplesOf(registrations, {
    captcha: none,
    properties: ({ organisationId }) => ({ params: { organisationId } }),
    verify: () => ({ params: { registrationType: 'resident' } }),
    statusTypes: none,
  }),
  ...examplesOf(registrationsOf.resident, {
    ...onOne(ofResident),
    submit: (place) => ({ input: { ...newResident(place), ReCaptchaToken: 'none' } }),
    page: (place) => ({
      input: { ...filters(place), BuildingId: place.ids.building, UnitNumber: place.unit, ResidentFlag: 3 },
    }),
    review: (place) => ({
      ...ofResident(place),
      input: { ...newResident(place), ResidentId: place.ids.resident, SendLockerAccessCode: true, ...undecided },
    }),
  }),
  ...examplesOf(registrationsOf.agent, {
    ...onOne(ofAgent),
    submit: (place) => ({ input: { ...newAgent(place), ReCaptchaToken: 'none' } }),
    page: (place) => ({ input: { ...filters(place), CourierId: place.ids.courier } }),
    review: (place) => ({ ...ofAgent(place), input: { ...newAgent(place), RoleTypeId: 6, ...undecided } }),
  }),
]
