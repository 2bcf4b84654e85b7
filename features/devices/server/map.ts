import { hasPendingCommand, insertCommand, type KioskLink, readyBank, whenBack } from '#features/kiosks/server/api.ts'
import { type Locker, lockerOf } from '#features/layout/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions, TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { devices } from '../contract.ts'
import { t } from '../messages.ts'
import { type MappableLocker, whyNotMap, whyNotUnmap } from '../rules.ts'
import { refusedByKiosk } from './open.ts'
import { knownDevice } from './store.ts'

type Map = typeof devices.map
type Unmap = typeof devices.unmap
type Kiosks = Pick<KioskLink, 'waitForReply'>

/** Maps a device to a locker (spec 1 §4, §5, §7). */
export async function mapDevice(context: RequestContext<Map> & TenantTransactions, kiosks: Kiosks): Promise<ReplyOf<Map>> {
  const { lockerBankId, device: serialNumber } = context.params
  return change(context, kiosks, serialNumber, async (db, locker) => {
    const device = await knownDevice(db, lockerBankId, serialNumber)
    const reason = whyNotMap(device ?? { serialNumber, lockerName: null }, locker)
    return reason ?? (device ? null : t('MsgMapDeviceUnknown', { serialNumber }))
  })
}

/** Removes the device from a locker. A locker in use needs a confirmation: its packages cannot be collected any more. */
export async function unmapDevice(context: RequestContext<Unmap> & TenantTransactions, kiosks: Kiosks): Promise<ReplyOf<Unmap>> {
  let needsConfirmation = false
  const reply = await change(context, kiosks, null, async (_db, locker) => {
    const reason = whyNotUnmap(locker)
    needsConfirmation = !reason && locker.isInUse && !context.input.IsInUseConfirmed
    return reason ?? (needsConfirmation ? t('MsgMapUnmapInUse', { name: locker.name }) : null)
  })
  return { ...reply, NeedsConfirmation: needsConfirmation }
}

type LockerInUse = MappableLocker & { readonly id: string; readonly isInUse: boolean }
type WhyNot = (db: Db, locker: LockerInUse) => Promise<Message | null>

/**
 * Sends a mapping to the kiosk, one at a time for each bank. The kiosk stores it and sends an event, which changes the rows
 * (`mapped.ts`), so that both agree even after an outage. The reply has the final state of the rows.
 */
async function change(
  context: (RequestContext<Map> | RequestContext<Unmap>) & TenantTransactions,
  kiosks: Kiosks,
  serialNumber: string | null,
  whyNot: WhyNot,
): Promise<{ IsSuccess: boolean; Message: Message }> {
  const { params, caller, now, inTenant } = context
  const { lockerBankId } = params
  const read = async (db: Db) => toLockerInUse(await lockerOf(db, lockerBankId, params.locker), now)
  const before = await inTenant(({ db }) => read(db))
  const isMapped = () => inTenant(async ({ db }) => (await read(db)).serialNumber === serialNumber)
  const done = { IsSuccess: true, Message: doneMessage(before.name, serialNumber) }
  const failed = (reason: Message) => ({ IsSuccess: false, Message: reason })
  const begin = async ({ db }: TransactionContext) => {
    const [bank] = await Promise.all([readyBank(db, lockerBankId), lockBank(db, lockerBankId)])
    const [locker, isBusy] = await Promise.all([read(db), hasPendingCommand(db, lockerBankId, 'map', new Date())])
    const reason = (await whyNot(db, locker)) ?? (isBusy ? t('MsgMapActionInProgress') : null)
    if (reason) return { reason }
    const draft = { Kind: 'map', LockerId: locker.id, SerialNumber: serialNumber } as const
    return { command: await insertCommand(db, bank, draft, { caller }) }
  }
  const { reason, command } = await whenBack(context, lockerBankId, () => inTenant(begin))
  if (reason) return failed(reason)
  try {
    await kiosks.waitForReply(command)
  } catch (error) {
    // The event may have arrived although the reply did not.
    if (!(error instanceof Refusal && (await isMapped()))) return failed(refusedByKiosk(error))
  }
  return (await isMapped()) ? done : failed(t('MsgMapNotConfirmed'))
}

const doneMessage = (name: string, serialNumber: string | null) =>
  serialNumber === null ? t('MsgMapUnmapped', { name }) : t('MsgMapMapped', { name, serialNumber })

const lockBank = (db: Db, id: string) =>
  db.selectFrom('locker_banks').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** A locker is in use while it contains a package or is reserved for a drop-off. */
const toLockerInUse = (locker: Locker, now: Date): LockerInUse => ({
  id: locker.id,
  name: locker.name,
  lockerType: locker.locker_type,
  lockerMode: locker.locker_mode,
  serialNumber: locker.device_serial,
  isInUse: locker.live_packages > 0 || (locker.reserved_until !== null && new Date(locker.reserved_until) > now),
})
