import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Time } from '#platform/wire.ts'
import { Config } from './protocol.ts'

export const Configuration = z.object({
  LockerBankId: z.string(),
  OrganisationId: z.string(),
  /** The server's clock, by which a kiosk checks the expiry of commands. */
  ServerTime: Time,
  HeartbeatSeconds: z.int(),
  /** The latest published configuration with the current devices; null when none was published. */
  Config: Config.nullable(),
})
export type Configuration = z.infer<typeof Configuration>

/** HTTP operations of kiosks, with the token of their API key (decisions "Kiosks"). Messages to kiosks go by MQTT, see protocol.ts. */
export const kiosks = {
  configuration: operation('GET', '/kiosk/configuration', {
    access: 'kiosk',
    summary: 'The kiosk’s locker bank, the server’s clock and the latest published configuration',
    output: Configuration,
  }),
}
