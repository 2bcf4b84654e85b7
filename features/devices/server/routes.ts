import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { ReplyOf } from '#platform/operation.ts'
import type { Live } from '#platform/server/live.ts'
import type { Apart, Asked, Serve } from '#platform/server/serve.ts'
import { devices } from '../contract.ts'
import { mapDevice, unmapDevice } from './map.ts'
import { mappedLockers } from './mapped.ts'
import { openDevice } from './open.ts'
import { devicesOf, keepDevices } from './store.ts'

export type DeviceNeeds = { readonly kiosks: Pick<KioskLink, 'sendCommand' | 'onEvent'>; readonly live: Live }

/** How long a cabinet may take to look for its devices, in ms: it asks one after the other. */
const LOOK_MS = 30_000

/** Mapping lockers to devices (spec 1 §2, §4, §5, §7). */
export function devicesRoutes(serve: Serve, { kiosks, live }: DeviceNeeds) {
  serve.apart(devices.list, (asked) => listDevices(asked, kiosks))
  serve.apart(devices.open, (asked) => openDevice(asked, kiosks))
  serve.apart(devices.map, (asked) => mapDevice(asked, kiosks))
  serve.apart(devices.unmap, (asked) => unmapDevice(asked, kiosks))
  mappedLockers(kiosks, live)
}

type List = typeof devices.list

async function listDevices(asked: Asked<List> & Apart, kiosks: Pick<KioskLink, 'sendCommand'>): Promise<ReplyOf<List>> {
  const { lockerBankId, rediscover } = asked.params
  if (rediscover) {
    const { Devices = [] } = await kiosks.sendCommand(
      asked,
      lockerBankId,
      async () => ({ command: { Kind: 'discover', Rediscover: true } }),
      { timeout: LOOK_MS },
    )
    const serialNumbers = Devices.map(({ SerialNumber }) => SerialNumber)
    await asked.inTenant(({ db, tenant }) => keepDevices(db, tenant, lockerBankId, serialNumbers, new Date()))
  }
  return asked.inTenant(({ db }) => devicesOf(db, lockerBankId))
}
