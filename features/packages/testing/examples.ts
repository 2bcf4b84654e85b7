import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { packages } from '../contract.ts'

const onePackage = ({ ids }: Place) => ({ params: { packageId: ids.package } })

export const packagesExamples = examplesOf(packages, {
  page: none,
  get: onePackage,
  getPlural: onePackage,
  history: onePackage,
  statusTypes: none,
  resolveTrackingNumber: ({ mark }) => ({ params: { trackingNumber: mark('TN') } }),
  ofLockerBank: ({ ids }) => ({ params: { lockerBankId: ids.lockerBank } }),
})
