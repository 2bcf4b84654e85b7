import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { ReplyOf } from '#platform/operation.ts'
import type { RequestContext, TenantTransactions } from '#platform/server/http/route.ts'
import type { devices } from '../contract.ts'
import { t } from '../messages.ts'
import { refusedByKiosk } from './refused.ts'

type Open = typeof devices.open

/** Opens the door of a device, so that whoever stands there sees which it is (spec 1 §2). */
export async function openDevice(
  asked: RequestContext<Open> & TenantTransactions,
  kiosks: Pick<KioskLink, 'sendCommand'>,
): Promise<ReplyOf<Open>> {
  const { lockerBankId, device: serialNumber } = asked.params
  try {
    const { State } = await kiosks.sendCommand(asked, lockerBankId, async ({ audit }) => {
      await audit('device told to open', lockerBankId, { serialNumber })
      return { command: { Kind: 'open-device', SerialNumber: serialNumber } }
    })
    const isOpen = State === 'opened'
    return { IsOpen: isOpen, Message: t(isOpen ? 'MsgMapOpened' : 'MsgMapOpenFailed', { serialNumber }).text }
  } catch (error) {
    return { IsOpen: false, Message: refusedByKiosk(error) }
  }
}
