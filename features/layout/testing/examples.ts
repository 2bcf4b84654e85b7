import { examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { layouts } from '../contract.ts'

const lockerBank = ({ ids }: Place) => ({ params: { lockerBankId: ids.lockerBank } })

export const layoutsExamples = examplesOf(layouts, {
  read: lockerBank,
  save: lockerBank,
  lockerTypes: none,
})
