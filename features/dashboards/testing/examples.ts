import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { dashboards } from '../contract.ts'

const lockerBank = ({ ids }: Place) => ({ params: { lockerBankId: ids.lockerBank } })
const locker = ({ ids }: Place) => ({ params: { lockerBankId: ids.lockerBank, locker: ids.locker } })

export const dashboardsExamples = examplesOf(dashboards, {
  summary: none,
  findDoors: ({ mark }) => ({ query: { Q: mark('L') } }),
  lockerSummary: lockerBank,
  packageSummary: lockerBank,
  layout: lockerBank,
  locker: ({ ids, mark }) => ({ params: { lockerBankId: ids.lockerBank, name: mark('L') } }),
  choices: locker,
  open: locker,
  lockerChanges: locker,
  setCondition: locker,
})
