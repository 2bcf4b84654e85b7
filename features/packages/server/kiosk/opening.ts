import type { Change } from '#features/live/server/api.ts'
import { placeNow, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../../messages.ts'
import { type Choice, choices, choicesOfEmptyLocker, mailroomsOffered } from '../../rules.ts'
import { changePackage, checkChange } from '../changes/change.ts'
import type { Actor } from '../changes/save.ts'

/** Opening a locker at the dashboard: with a status its package changes, without one nothing changes. */
export type Opening = {
  readonly lockerId: string
  readonly packageId: string | null
  readonly statusId: number | null
  readonly mailroomId: string | null
}

/** Refuses (422, 404 for no such package) an opening whose change the rules do not allow; called before the door opens. */
export async function checkOpening(db: Db, opening: Opening, { actor, at }: { actor: Actor; at: Date }): Promise<void> {
  const change = changeOf(opening)
  if (change) await checkChange(db, { ...change, actor, at })
}

/**
 * Applies the change of an opening and returns the affected locker banks, to be published after the commit: called for the door's
 * event, never by the request (decisions "Kiosks").
 */
export async function applyOpened(db: Db, opening: Opening, { actor, at }: { actor: Actor; at: Date }): Promise<Change[]> {
  const change = changeOf(opening)
  return change ? changePackage(db, { ...change, actor, at }) : []
}

function changeOf({ lockerId, packageId, statusId, mailroomId }: Opening) {
  if (statusId === null) return null
  const newStatus = statusById(statusId)
  refuseIf(newStatus && packageId ? null : t('MsgPackageNotInLocker'))
  const channel = 'dashboard' as const
  return {
    packageId: packageId as string,
    fromLockerId: lockerId,
    newStatus: newStatus as StatusName,
    channel,
    details: { mailroomId },
  }
}

/** The dashboard's choices for a locker: for each package in it, or for the empty locker. */
export type LockerChoices = {
  readonly packages: readonly { readonly packageId: string; readonly choices: readonly Choice[] }[]
  readonly empty: readonly Choice[]
  /** Mailrooms that its packages may go to. */
  readonly mailrooms: readonly { readonly Id: string; readonly Name: string }[]
}

export async function choicesForLocker(db: Db, lockerId: string): Promise<LockerChoices> {
  const rows = await db
    .selectFrom('packages as p')
    .innerJoin('locker_banks as b', 'b.id', 'p.locker_bank_id')
    .select(['p.id', 'p.status_id', 'p.building_id', 'b.mailroom_id'])
    .where('p.locker_id', '=', lockerId)
    .orderBy('p.drop_off_time')
    .orderBy('p.id')
    .execute()
  const rooms = await db
    .selectFrom('mailrooms')
    .select(['id', 'name', 'building_id'])
    .where('building_id', '=', anyOf(rows.map((row) => row.building_id)))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy(naturalOrder('name'))
    .orderBy('id')
    .execute()
  const offered = (row: (typeof rows)[number]) =>
    mailroomsOffered(
      { mailroomId: row.mailroom_id },
      rooms.filter((room) => room.building_id === row.building_id).map(({ id }) => id),
    )
  const ids = new Set(rows.flatMap(offered))
  return {
    packages: rows.map((row) => {
      const status = statusById(row.status_id) as StatusName
      return {
        packageId: row.id,
        choices: choices({ status, place: placeNow(status, true) }, 'dashboard', { mailrooms: offered(row) }),
      }
    }),
    empty: choicesOfEmptyLocker,
    mailrooms: rooms.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ Id: id, Name: name })),
  }
}
