import { insertCommand, type KioskLink, readyBank, whenBack } from '#features/kiosks/server/api.ts'
import type { OpeningDeps } from '#features/openings/server/api.ts'
import type { ReplyOf } from '#platform/operation.ts'
import type { RequestContext, Router, TenantTransactions } from '#platform/server/http/route.ts'
import { devices } from '../contract.ts'
import { mapDevice, unmapDevice } from './map.ts'
import { mappedLockers } from './mapped.ts'
import { openDevice } from './open.ts'
import { devicesOf, saveDevices } from './store.ts'

export type DeviceDeps = OpeningDeps & { readonly kiosks: Pick<KioskLink, 'waitForReply' | 'onEvent'> }

/** Maximum time for a cabinet to discover its devices, in ms: it queries one after the other. */
const DISCOVERY_MS = 30_000

/** Mapping lockers to devices (spec 1 §2, §4, §5, §7). */
export function devicesRoutes(route: Router, deps: DeviceDeps) {
  const { kiosks, live } = deps
  route.withoutTransaction(devices.list, (context) => listDevices(context, kiosks))
  route.withoutTransaction(devices.open, (context) => openDevice(context, deps))
  route.withoutTransaction(devices.map, (context) => mapDevice(context, kiosks))
  route.withoutTransaction(devices.unmap, (context) => unmapDevice(context, kiosks))
  mappedLockers(kiosks, live)
}

type List = typeof devices.list

async function listDevices(
  context: RequestContext<List> & TenantTransactions,
  kiosks: Pick<KioskLink, 'waitForReply'>,
): Promise<ReplyOf<List>> {
  const { params, caller, inTenant } = context
  const { lockerBankId, rediscover } = params
  if (rediscover) {
    const command = await whenBack(context, lockerBankId, () =>
      inTenant(async ({ db }) =>
        insertCommand(db, await readyBank(db, lockerBankId), { Kind: 'discover', Rediscover: true }, { caller }),
      ),
    )
    const { Devices = [] } = await kiosks.waitForReply(command, { timeout: DISCOVERY_MS })
    const serialNumbers = Devices.map(({ SerialNumber }) => SerialNumber)
    await inTenant(({ db, tenant }) => saveDevices(db, tenant, lockerBankId, serialNumbers, new Date()))
  }
  return inTenant(({ db }) => devicesOf(db, lockerBankId))
}
