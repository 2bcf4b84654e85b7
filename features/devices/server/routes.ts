import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import type { ReplyOf } from '#platform/operation.ts'
import type { RequestContext, Router, TenantTransactions } from '#platform/server/http/route.ts'
import { devices } from '../contract.ts'
import { mapDevice, unmapDevice } from './map.ts'
import { mappedLockers } from './mapped.ts'
import { openDevice } from './open.ts'
import { devicesOf, keepDevices } from './store.ts'

export type DeviceDeps = { readonly kiosks: Pick<KioskLink, 'sendCommand' | 'onEvent'>; readonly live: Live }

/** How long a cabinet may take to look for its devices, in ms: it asks one after the other. */
const LOOK_MS = 30_000

/** Mapping lockers to devices (spec 1 §2, §4, §5, §7). */
export function devicesRoutes(route: Router, { kiosks, live }: DeviceDeps) {
  route.withoutTransaction(devices.list, (asked) => listDevices(asked, kiosks))
  route.withoutTransaction(devices.open, (asked) => openDevice(asked, kiosks))
  route.withoutTransaction(devices.map, (asked) => mapDevice(asked, kiosks))
  route.withoutTransaction(devices.unmap, (asked) => unmapDevice(asked, kiosks))
  mappedLockers(kiosks, live)
}

type List = typeof devices.list

async function listDevices(
  asked: RequestContext<List> & TenantTransactions,
  kiosks: Pick<KioskLink, 'sendCommand'>,
): Promise<ReplyOf<List>> {
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
