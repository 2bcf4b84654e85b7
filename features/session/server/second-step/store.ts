import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { passkeysOf } from './passkeys.ts'

/** The second steps of a user, and whether the organisation requires one. */
export async function readSecondSteps(db: Db, userId: string) {
  const user = await db
    .selectFrom('portal_users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .select('o.requires_second_step')
    .select((eb) => [
      eb
        .exists(eb.selectFrom('totp_secrets').where('portal_user_id', '=', userId).where('confirmed_at', 'is not', null))
        .as('app'),
      eb
        .selectFrom('recovery_codes')
        .select((count) => count.fn.countAll().as('codes'))
        .where('portal_user_id', '=', userId)
        .where('used_at', 'is', null)
        .as('codes'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const passkeys = await passkeysOf(db, userId)
  return {
    hasApp: Boolean(user.app),
    passkeys,
    recoveryCodes: Number(user.codes),
    isRequired: user.requires_second_step,
    hasAny: Boolean(user.app) || passkeys.length > 0,
  }
}
export type SecondSteps = Awaited<ReturnType<typeof readSecondSteps>>

/** Locks a user, so that two requests cannot both change the second steps. */
export const lockUser = (db: Db, userId: string) =>
  db.selectFrom('portal_users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()

/** The active users of the organisation without a second step. */
export async function usersWithoutSecondStep(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('portal_users as u')
    .select('u.id')
    .where('u.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('totp_secrets')
            .select('portal_user_id')
            .whereRef('portal_user_id', '=', 'u.id')
            .where('confirmed_at', 'is not', null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('id').whereRef('portal_user_id', '=', 'u.id'))),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes all second steps of users, with the tickets and the recovery codes: without a second step a user has none. */
export async function deleteSecondSteps(db: Db, userIds: readonly string[]): Promise<void> {
  await db.deleteFrom('totp_secrets').where('portal_user_id', '=', anyOf(userIds)).execute()
  await db.deleteFrom('passkeys').where('portal_user_id', '=', anyOf(userIds)).execute()
  await db.deleteFrom('recovery_codes').where('portal_user_id', '=', anyOf(userIds)).execute()
  await db.deleteFrom('sign_in_tickets').where('portal_user_id', '=', anyOf(userIds)).execute()
}
