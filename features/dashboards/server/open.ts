import { z } from 'zod'
import { happened, type KioskLink } from '#features/kiosks/server/api.ts'
import { lockerCategory, lockerState } from '#features/layout/model.ts'
import { type Locker, lockerOf } from '#features/layout/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { whyNotOpen } from '#features/locker-banks/rules.ts'
import { applyOpened, checkOpening, type Opening } from '#features/packages/server/api.ts'
import { STATUSES } from '#features/packages/statuses.ts'
import type { InputOf, ReplyOf } from '#platform/operation.ts'
import { forbidden, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { dashboards } from '../contract.ts'
import { t } from '../messages.ts'

type Open = typeof dashboards.open
type Deps = { readonly kiosks: Pick<KioskLink, 'sendCommand'>; readonly live: Live }

/**
 * Opens a locker (spec 1 §4, §5): refuses with what stands against it, tells the kiosk, and waits for its word about the
 * door. A status goes with the command and is applied by the door's event, so it is not lost if this node dies meanwhile.
 */
export async function openLocker(
  asked: RequestContext<Open> & TenantTransactions,
  { kiosks, live }: Deps,
): Promise<ReplyOf<Open>> {
  const { params, input, caller, tenant, now } = asked
  if (input.Status && !caller.permissions.has('EditPackage')) throw forbidden()
  let opening!: Opening
  const { lockerBankId } = params
  const { State } = await kiosks.sendCommand(asked, lockerBankId, async ({ db, audit, ready }) => {
    const [{ property_id: propertyId }, locker] = await Promise.all([ready, lockerOf(db, lockerBankId, params.locker)])
    refuseIf(whyNotOpen({ status: 'ONLINE', isMapped: mayBeOpened(locker), needsMailroom: false, mailroomId: null }))
    opening = openingOf(locker.id, input)
    await checkOpening(db, opening, { actor: caller, at: now })
    await audit('locker told to open', locker.id, { ...opening, lockerBankId, name: locker.name })
    const place = { organisationId: tenant.organisationId, propertyId, lockerBankId }
    return {
      command: { Kind: 'open', LockerId: locker.id, SerialNumber: locker.device_serial! },
      intent: opening.statusId === null ? undefined : opening,
      kept: () => live.changed({ ...place, topic: 'opening', lockerId: locker.id }),
    }
  })
  if (State !== 'opened') return { IsOpen: false, Message: t('MsgNotDetected').text }
  // The door is open whatever happens now: an error here would have the same request open it once more.
  const isApplied = opening.statusId === null || (await asked.inTenant(({ db }) => hasBecome(db, opening)).catch(() => false))
  return { IsOpen: true, Message: t(isApplied ? 'MsgOpened' : 'MsgOpenedNotChanged').text }
}

/** One that is disabled or that no device opens cannot be; one that is dirty or out of service can be looked into. */
const mayBeOpened = ({ condition, live_packages, device_serial }: Locker) =>
  lockerCategory({ state: lockerState({ condition, livePackages: live_packages }), isMapped: device_serial !== null }) !==
  'disabled'

const openingOf = (lockerId: string, { Status, PackageId, MailroomId }: InputOf<Open>): Opening => ({
  lockerId,
  packageId: Status ? (PackageId ?? null) : null,
  statusId: Status ? STATUSES[Status].id : null,
  mailroomId: Status ? (MailroomId ?? null) : null,
})

/** The kiosk tells the door's event before its word: by now the package is what was wanted, unless somebody was faster. */
async function hasBecome(db: Db, { packageId, statusId }: Opening): Promise<boolean> {
  const row = await db.selectFrom('packages').select('status_id').where('id', '=', packageId).executeTakeFirst()
  return row?.status_id === statusId
}

/** The intent as it was kept with the command. */
const KeptOpening = z.object({
  lockerId: z.string(),
  packageId: z.string().nullable(),
  statusId: z.int().nullable(),
  mailroomId: z.string().nullable(),
}) satisfies z.ZodType<Opening>

/** Has an opened door mean what the person at the dashboard wanted of it (decisions "Kiosks"). */
export function openedDoors(kiosks: Pick<KioskLink, 'onEvent'>, live: Live): void {
  kiosks.onEvent('door-opened', async (db, event, context) => {
    if (!context.command?.intent) return
    const { userId, userName, intent } = context.command
    await applyOpened(db, KeptOpening.parse(intent), {
      actor: { id: userId, name: userName },
      at: happened(event, context),
      report: (change) => context.afterCommit(() => live.changed(change)),
    })
  })
}
