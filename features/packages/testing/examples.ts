import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { newId } from '#platform/ids.ts'
import { packages } from '../contract.ts'

const onePackage = ({ ids }: Place) => ({ params: { packageId: ids.package } })

const draft = ({ ids, mark }: Place) => ({
  BuildingId: ids.building,
  CourierId: ids.courier,
  StatusId: 2,
  Name: mark('Name'),
  UnitNumber: '1',
  DropOffTime: '2026-01-05T10:00:00Z',
  MailRoomId: ids.mailroom,
  TrackingNumber: mark('TN'),
})

export const packagesExamples = examplesOf(packages, {
  pageByGet: none,
  transactions: none,
  save: (place) => ({ input: draft(place) }),
  create: (place) => ({ params: { packageId: newId() }, input: draft(place) }),
  update: (place) => ({ ...onePackage(place), input: draft(place) }),
  resend: ({ ids }) => ({ input: { Id: ids.package } }),
  resendMany: ({ ids }) => ({ input: { Ids: [ids.package] } }),
  extendExpiry: ({ ids }) => ({ input: { Ids: [ids.package] } }),
  page: none,
  get: onePackage,
  getPlural: onePackage,
  history: onePackage,
  statusTypes: none,
  resolveTrackingNumber: ({ mark }) => ({ params: { trackingNumber: mark('TN') } }),
  ofLockerBank: ({ ids }) => ({ params: { lockerBankId: ids.lockerBank } }),
})
