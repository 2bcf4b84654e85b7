import { z } from 'zod'
import { eventTime, insertCommand, type KioskLink, readyBank, whenBack } from '#features/kiosks/server/api.ts'
import { lockerCategory, lockerState } from '#features/layout/model.ts'
import { type Locker, lockerOf } from '#features/layout/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { whyNotOpen } from '#features/locker-banks/rules.ts'
import { limitedOpening, type OpeningDeps } from '#features/openings/server/api.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { applyOpened, checkOpening, type Opening } from '#features/packages/server/api.ts'
import type { InputOf, ReplyOf } from '#platform/operation.ts'
import { forbidden, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions, TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { dashboards } from '../contract.ts'
import { t } from '../messages.ts'

type Open = typeof dashboards.open
type Deps = OpeningDeps & { readonly kiosks: Pick<KioskLink, 'waitForReply'> }

/**
 * Opens a locker (spec 1 §4, §5). A status goes with the command and the door's event applies it, so it is not lost if this node
 * stops meanwhile. Refuses when the rules do not allow it or the kiosk cannot be reached.
 */
export async function openLocker(context: RequestContext<Open> & TenantTransactions, deps: Deps): Promise<ReplyOf<Open>> {
  const { kiosks, live } = deps
  const { params, input, caller, now } = context
  if (input.Status && !caller.permissions.has('EditPackage')) throw forbidden()
  const { lockerBankId } = params
  const begin = async ({ db, audit }: TransactionContext) => {
    const [bank, locker] = await Promise.all([readyBank(db, lockerBankId), lockerOf(db, lockerBankId, params.locker)])
    refuseIf(whyNotOpen({ status: 'ONLINE', isMapped: mayBeOpened(locker), needsMailroom: false, mailroomId: null }))
    const opening = openingOf(locker.id, input)
    await checkOpening(db, opening, { actor: caller, at: now })
    const intent = opening.statusId === null ? undefined : opening
    const [command] = await Promise.all([
      insertCommand(db, bank, { Kind: 'open', LockerId: locker.id, SerialNumber: locker.device_serial! }, { caller, intent }),
      audit('locker opening requested', locker.id, { ...opening, lockerBankId, name: locker.name }),
    ])
    return { command, opening }
  }
  const { command, opening } = await whenBack(context, lockerBankId, () => limitedOpening(deps, context, begin))
  const { organisationId, propertyId } = command.bank
  live.changed({ organisationId, propertyId, lockerBankId, topic: 'opening', lockerId: opening.lockerId })
  const { State } = await kiosks.waitForReply(command)
  if (State !== 'opened') return { IsOpen: false, Message: t('MsgNotDetected') }
  // The door is open: an error here would make the client repeat the request and open it again.
  const isApplied = opening.statusId === null || (await context.inTenant(({ db }) => isStatusSet(db, opening)).catch(() => false))
  return { IsOpen: true, Message: t(isApplied ? 'MsgOpened' : 'MsgOpenedNotChanged') }
}

/** A disabled or unmapped locker cannot be opened; a dirty or out of service one can. */
const mayBeOpened = ({ condition, live_packages, device_serial }: Locker) =>
  lockerCategory({ state: lockerState({ condition, livePackages: live_packages }), isMapped: device_serial !== null }) !==
  'disabled'

const openingOf = (lockerId: string, { Status, PackageId, MailroomId }: InputOf<Open>): Opening => ({
  lockerId,
  packageId: Status ? (PackageId ?? null) : null,
  statusId: Status ? STATUSES[Status].id : null,
  mailroomId: Status ? (MailroomId ?? null) : null,
})

/** Whether the package has the requested status. The door's event was applied before the reply, unless another change was faster. */
async function isStatusSet(db: Db, { packageId, statusId }: Opening): Promise<boolean> {
  const row = await db.selectFrom('packages').select('status_id').where('id', '=', packageId).executeTakeFirst()
  return row?.status_id === statusId
}

/** The intent as it was stored with the command. */
const StoredOpening = z.object({
  lockerId: z.string(),
  packageId: z.string().nullable(),
  statusId: z.int().nullable(),
  mailroomId: z.string().nullable(),
}) satisfies z.ZodType<Opening>

/** Applies the status of a command when its door has opened (decisions "Kiosks"). */
export function applyOpenedDoors(kiosks: Pick<KioskLink, 'onEvent'>, live: Live): void {
  kiosks.onEvent('door-opened', async (db, event, context) => {
    if (!context.command?.intent) return
    const { userId, userName, intent } = context.command
    const actor = { id: userId, name: userName }
    const affected = await applyOpened(db, StoredOpening.parse(intent), { actor, at: eventTime(event, context) })
    for (const change of affected) context.afterCommit(() => live.changed(change))
  })
}
