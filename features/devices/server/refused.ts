import { t as sayOfKiosk } from '#features/kiosks/messages.ts'
import { Refusal } from '#platform/server/http/refusal.ts'

const { code: REFUSED_BY_KIOSK } = sayOfKiosk('MsgCommandRefused')

/** The kiosk's own words where it has said no, which is an answer (decisions "Wire"); any other error is thrown on. */
export function refusedByKiosk(error: unknown): string {
  if (error instanceof Refusal && error.reason.code === REFUSED_BY_KIOSK) return error.reason.text
  throw error
}
