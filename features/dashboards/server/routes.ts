import type { LiveFeed } from '#platform/server/live.ts'
import type { Serve } from '#platform/server/serve.ts'
import { dashboards } from '../contract.ts'
import { bankOf, lockerSummary, packageSummary } from './bank.ts'
import { liveRoute } from './live-stream.ts'
import { summary } from './summary.ts'

export type DashboardNeeds = { readonly live: LiveFeed }

/** The dashboards (spec 1 §2, §7): every bank in numbers, one bank drawn, its lockers opened, and all of it live. */
export function dashboardsRoutes(serve: Serve, { live }: DashboardNeeds) {
  serve(dashboards.summary, ({ db, input, now }) => summary(db, input, now))
  serve(dashboards.lockerSummary, async ({ db, params }) => lockerSummary(db, (await bankOf(db, params.lockerBankId)).id))
  serve(dashboards.packageSummary, async ({ db, params }) => packageSummary(db, (await bankOf(db, params.lockerBankId)).id))
  liveRoute(serve, live)
}
