import { examplesOf, none } from '#apps/server/testing/example.ts'
import { alerts } from '../contract.ts'

export const alertsExamples = examplesOf(alerts, {
  open: none,
  ended: none,
  // No alert is open: ending one that does not exist is 404.
  done: ({ ids }) => ({ params: { alertId: ids.package } }),
})
