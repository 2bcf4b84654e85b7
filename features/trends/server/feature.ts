import type { ServerFeature } from '#platform/server/feature.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { trends } from '../contract.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { keepTrends, purgeHours } from './keep.ts'
import { readRecent, readTrends } from './read.ts'

export const trendsFeature: ServerFeature<{ readonly database: Database }> = {
  texts: [t, screens, help],
  routes: (route) => {
    route(trends.read, ({ db, now, input }) => readTrends(db, { propertyId: input.PropertyId, days: input.Days, now }))
    route(trends.recent, ({ db, now, input }) => readRecent(db, { propertyId: input.PropertyId, now }))
  },
  schedules: ({ database }) => [
    { cron: '*/15 * * * *', retries: 0, retryAfter: 1, name: 'keep-trends', run: () => keepTrends(database, new Date()) },
  ],
  retention: [purgeHours],
}
