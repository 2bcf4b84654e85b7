import { say as sayOfKiosk } from '#features/kiosks/messages.ts'
import { Refused } from '#platform/server/refusal.ts'

const { code: REFUSED_BY_KIOSK } = sayOfKiosk('MsgCommandRefused')

/** The kiosk's own words where it has said no, which is an answer (decisions "Wire"); any other error is thrown on. */
export function refusedByKiosk(error: unknown): string {
  if (error instanceof Refused && error.said.code === REFUSED_BY_KIOSK) return error.said.text
  throw error
}
