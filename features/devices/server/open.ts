import { t as tKiosk } from '#features/kiosks/messages.ts'
import { insertCommand, type KioskLink, readyBank, whenBack } from '#features/kiosks/server/api.ts'
import { limitedOpening, type OpeningDeps } from '#features/openings/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions, TransactionContext } from '#platform/server/http/route.ts'
import type { devices } from '../contract.ts'
import { t } from '../messages.ts'

type Open = typeof devices.open

/** Opens the door of a device, so that staff at the locker bank see which door it is (spec 1 §2). */
export async function openDevice(
  context: RequestContext<Open> & TenantTransactions,
  deps: OpeningDeps & { readonly kiosks: Pick<KioskLink, 'waitForReply'> },
): Promise<ReplyOf<Open>> {
  const { params, caller } = context
  const { lockerBankId, device: serialNumber } = params
  try {
    const begin = async ({ db, audit }: TransactionContext) => {
      const [bank] = await Promise.all([
        readyBank(db, lockerBankId),
        audit('device opening requested', lockerBankId, { serialNumber }),
      ])
      return insertCommand(db, bank, { Kind: 'open-device', SerialNumber: serialNumber }, { caller })
    }
    const command = await whenBack(context, lockerBankId, () => limitedOpening(deps, context, begin))
    const { State } = await deps.kiosks.waitForReply(command)
    const isOpen = State === 'opened'
    return { IsOpen: isOpen, Message: t(isOpen ? 'MsgMapOpened' : 'MsgMapOpenFailed', { serialNumber }) }
  } catch (error) {
    return { IsOpen: false, Message: refusedByKiosk(error) }
  }
}

const { code: REFUSED_BY_KIOSK } = tKiosk('MsgCommandRefused')

/** The message of a command that the kiosk refused, which is a normal reply (decisions "Wire"); rethrows any other error. */
export function refusedByKiosk(error: unknown): Message {
  if (error instanceof Refusal && error.reason.code === REFUSED_BY_KIOSK) return error.reason
  throw error
}
