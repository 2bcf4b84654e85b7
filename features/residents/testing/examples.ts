import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { residents } from '../contract.ts'

const resident = ({ ids }: Place) => ({ params: { residentId: ids.resident } })
const draft = ({ ids, unit, name }: Place) => ({
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
  Language: 'de',
  IsOutofTown: true,
  HoldFrom: '2099-01-01',
  HoldUntil: '2099-01-31',
  LockerAccessCode: '12345678',
  SendLockerAccessCode: false,
})

const rows = ({ ids }: Place) => ({ input: { Ids: [ids.resident] } })

export const residentsExamples = examplesOf(residents, {
  page: ({ ids, unit, name }) => ({
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
  get: resident,
  info: resident,
  create: (place) => ({ ...resident(place), input: draft(place) }),
  update: (place) => ({ ...resident(place), input: draft(place) }),
  remove: ({ ids }) => ({ input: [ids.resident] }),
  removeMany: rows,
  sendCodes: rows,
  outOfTown: rows,
  moveOut: rows,
  generateCode: ({ ids }) => ({ input: { PropertyId: ids.property } }),
  sendCode: ({ ids }) => ({ input: [ids.resident] }),
  history: resident,
  changes: resident,
  delegates: resident,
  addDelegate: (place) => ({
    ...resident(place),
    input: {
      Name: 'Grace Neighbour',
      EmailId: 'grace@example.test',
      FromDay: '2099-01-01',
      UntilDay: '2099-01-31',
      SendLockerAccessCode: true,
    },
  }),
  removeDelegate: ({ ids, delegateId }) => ({ params: { residentId: ids.resident, delegateId } }),
  personalData: resident,
  erase: resident,
  occupancyStatusTypes: none,
})
