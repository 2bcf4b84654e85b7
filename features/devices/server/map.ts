import { hasCommandUnderWay, type KioskLink } from '#features/kiosks/server/api.ts'
import { type Locker, lockerOf } from '#features/layout/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { devices } from '../contract.ts'
import { t } from '../messages.ts'
import { type MappableLocker, whyNotMap, whyNotUnmap } from '../rules.ts'
import { refusedByKiosk } from './refused.ts'
import { knownDevice } from './store.ts'

type Map = typeof devices.map
type Unmap = typeof devices.unmap
type Kiosks = Pick<KioskLink, 'sendCommand'>

/** A reason not to map that is told as an answer, not as an error. */
class NotMapped extends Error {
  readonly said: Message
  constructor(said: Message) {
    super(said.text)
    this.said = said
  }
}
function unless(whyNot: Message | null): void {
  if (whyNot) throw new NotMapped(whyNot)
}

/** Has a device open a locker (spec 1 §4, §5, §7). */
export async function mapDevice(asked: RequestContext<Map> & TenantTransactions, kiosks: Kiosks): Promise<ReplyOf<Map>> {
  const { lockerBankId, device: serialNumber } = asked.params
  return change(asked, kiosks, serialNumber, async (db, locker) => {
    const device = await knownDevice(db, lockerBankId, serialNumber)
    unless(whyNotMap(device ?? { serialNumber, lockerName: null }, locker))
    unless(device ? null : t('MsgMapDeviceUnknown', { serialNumber }))
  })
}

/** Takes the device off a locker. One that is in use has to be confirmed: what lies in it cannot be had any more. */
export async function unmapDevice(asked: RequestContext<Unmap> & TenantTransactions, kiosks: Kiosks): Promise<ReplyOf<Unmap>> {
  let needsConfirmation = false
  const reply = await change(asked, kiosks, null, async (_db, locker) => {
    unless(whyNotUnmap(locker))
    needsConfirmation = locker.isInUse && !asked.input.IsInUseConfirmed
    unless(needsConfirmation ? t('MsgMapUnmapInUse', { name: locker.name }) : null)
  })
  return { ...reply, NeedsConfirmation: needsConfirmation }
}

type Found = MappableLocker & { readonly id: string; readonly isInUse: boolean }
type Check = (db: Db, locker: Found) => Promise<void>

/**
 * Asks the kiosk for a mapping, one at a time for each bank. The kiosk keeps it and tells it as an event, which is what
 * changes the rows (`mapped.ts`): so both know the same, whoever is late or away. What holds in the end is the answer.
 */
async function change(
  asked: (RequestContext<Map> | RequestContext<Unmap>) & TenantTransactions,
  kiosks: Kiosks,
  serialNumber: string | null,
  check: Check,
): Promise<{ IsSuccess: boolean; Message: string }> {
  const { lockerBankId } = asked.params
  const read = async (db: Db) => foundLocker(await lockerOf(db, lockerBankId, asked.params.locker), asked.now)
  const before = await asked.inTenant(({ db }) => read(db))
  const holdsNow = () => asked.inTenant(async ({ db }) => (await read(db)).serialNumber === serialNumber)
  const done = { IsSuccess: true, Message: doneText(before.name, serialNumber) }
  try {
    await kiosks.sendCommand(asked, lockerBankId, async ({ db }) => {
      await lockBank(db, lockerBankId)
      const locker = await read(db)
      await check(db, locker)
      unless((await hasCommandUnderWay(db, lockerBankId, 'map', new Date())) ? t('MsgMapActionInProgress') : null)
      return { command: { Kind: 'map', LockerId: locker.id, SerialNumber: serialNumber } }
    })
    return (await holdsNow()) ? done : { IsSuccess: false, Message: t('MsgMapNotConfirmed').text }
  } catch (error) {
    if (error instanceof NotMapped) return { IsSuccess: false, Message: error.said.text }
    // Its event may have come through where its word did not.
    if (error instanceof Refusal && error.status !== 404 && (await holdsNow())) return done
    return { IsSuccess: false, Message: refusedByKiosk(error) }
  }
}

const doneText = (name: string, serialNumber: string | null) =>
  (serialNumber === null ? t('MsgMapUnmapped', { name }) : t('MsgMapMapped', { name, serialNumber })).text

const lockBank = (db: Db, id: string) =>
  db.selectFrom('locker_banks').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** In use: a package lies in it, or somebody is dropping one off. */
const foundLocker = (locker: Locker, now: Date): Found => ({
  id: locker.id,
  name: locker.name,
  lockerType: locker.locker_type,
  lockerMode: locker.locker_mode,
  serialNumber: locker.device_serial,
  isInUse: locker.live_packages > 0 || (locker.reserved_until !== null && new Date(locker.reserved_until) > now),
})
