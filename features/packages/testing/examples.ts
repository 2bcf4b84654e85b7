import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { newId } from '#platform/ids.ts'
import { packages } from '../contract.ts'
import { packageForm } from '../editing-contract.ts'
import { intake } from '../intake-contract.ts'

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
  resendMany: ({ ids }) => ({ input: { Ids: [ids.package] } }),
  extendExpiry: ({ ids }) => ({ input: { Ids: [ids.package] } }),
  page: none,
  export: () => ({ input: { Columns: ['PackageNumber', 'ResidentName', 'TrackingNumber'] } }),
  get: onePackage,
  getPlural: onePackage,
  history: onePackage,
  statusTypes: none,
  resolveTrackingNumber: ({ mark }) => ({ params: { trackingNumber: mark('TN') } }),
  ofLockerBank: ({ ids }) => ({ params: { lockerBankId: ids.lockerBank } }),
})

export const packageFormExamples = examplesOf(packageForm, {
  save: (place) => ({ input: draft(place) }),
  create: (place) => ({ params: { packageId: newId() }, input: draft(place) }),
  update: (place) => ({ ...onePackage(place), input: draft(place) }),
  newExpiry: ({ ids }) => ({ params: { buildingId: ids.building, place: 'mailroom' }, query: { At: '2026-01-05T10:00:00Z' } }),
  pageByGet: none,
  transactions: none,
  resend: ({ ids }) => ({ input: { Id: ids.package } }),
})

/** The smallest picture that is a photo. */
export const PHOTO_EXAMPLE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

export const intakeExamples = examplesOf(intake, {
  held: none,
  notifyAll: none,
  savePhoto: (place) => ({ ...onePackage(place), input: { Image: PHOTO_EXAMPLE } }),
  photo: onePackage,
})
