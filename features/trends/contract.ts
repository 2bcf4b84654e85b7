import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { AnyId, Time } from '#platform/wire.ts'

/** Periods that a user can choose, in days. */
export const PERIODS = [7, 30, 90] as const
export const DEFAULT_PERIOD = 30
/** Upper limits of the time to collection, in hours; longer times are one more group. */
export const WAITED_HOURS = [4, 24, 48, 72, 168] as const
/** Lower limits of the age of packages in the building, in days. */
export const AGES = [0, 1, 3, 7, 14] as const

/** Days of the small chart, the last one today. */
export const RECENT_DAYS = 14

const Count = z.int()
const Days = z.array(z.object({ Day: z.string(), DroppedOff: Count, Collected: Count, Recovered: Count, Expired: Count }))
/** When the days and hours were counted last; null before the first time. */
const AsOf = Time.nullable()
const permission = ['ViewPackage', 'ViewLockerBankDashboard', 'EditProperty'] as const

/** Kept numbers of a property, or of all that the caller sees (decision "Trends"). */
export const trends = {
  read: operation('POST', '/trends', {
    reads: true,
    permission,
    summary: 'Drop-offs and collections per day, time to collection, age of packages, and occupied lockers by hour and size',
    input: z.object({ PropertyId: AnyId, Days: z.literal(PERIODS).default(DEFAULT_PERIOD) }),
    output: z.object({
      AsOf,
      /** Every local day of the period, the last one today. */
      Days,
      /** By `WAITED_HOURS`, and longer. */
      Waited: z.array(Count),
      /** Packages in the building now, by `AGES`. */
      Ages: z.array(Count),
      /** The average share of occupied lockers in the hours of a local day, in %; null where none was counted. */
      Hours: z.array(z.object({ Hour: z.int(), Sizes: z.array(z.object({ Size: z.string(), Share: z.number().nullable() })) })),
    }),
  }),
  recent: operation('POST', '/trends/recent', {
    reads: true,
    permission,
    summary: 'Drop-offs and collections of the last two weeks, for the small picture beside a list',
    input: z.object({ PropertyId: AnyId }),
    output: z.object({ AsOf, Days }),
  }),
}
