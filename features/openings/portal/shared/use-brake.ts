import { useCall } from '#platform/portal/api/queries.ts'
import { openings } from '../../contract.ts'

/** Refresh interval in ms when no live updates arrive. */
const REFRESH_MS = 60_000

/** Whether remote opening is stopped; updated live by the banner of every page. */
export const useBrake = () => useCall(openings.brake, {}, { every: REFRESH_MS })
