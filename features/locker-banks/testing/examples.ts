import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { lockerBanks } from '../contract.ts'

const lockerBank = ({ ids }: Place) => ({ params: { lockerBankId: ids.lockerBank } })

export const lockerBanksExamples = examplesOf(lockerBanks, {
  page: none,
  ofBuilding: ({ ids }) => ({ params: { buildingId: ids.building } }),
  status: none,
  name: lockerBank,
  get: lockerBank,
  changes: lockerBank,
  create: lockerBank,
  update: lockerBank,
  remove: none,
  authorisation: lockerBank,
  authorise: lockerBank,
  deauthorise: lockerBank,
  canPublish: lockerBank,
  publish: lockerBank,
  settings: lockerBank,
  saveSettings: lockerBank,
})
