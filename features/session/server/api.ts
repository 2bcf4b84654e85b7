import type { Db } from '#platform/server/postgres/db.ts'

export { createSignInAttempts } from './attempts.ts'
export { completeSignIn, endReplaced } from './complete-sign-in.ts'
export { checkOwnPassword, confirmationCode } from './confirm.ts'
export { isSecure, rememberBrowser } from './known-browsers.ts'
export { organisationChoices } from './organisation-choices.ts'
export { endPasswordLinks, newPasswordLink } from './reset.ts'
export { notifyOwner } from './second-step/notify.ts'
export { deleteSecondSteps, readSecondSteps, usersWithoutSecondStep } from './second-step/store.ts'
export { confirmedAt, endSignInsOf, organisationOfToken, signOut, tokenFor } from './sign-ins.ts'

/** Nobody of the transaction's organisation is signed in any more, and no link sets a password; with as many statements for any number. */
export async function endAllSignIns(db: Db, now: Date): Promise<void> {
  await db.updateTable('sign_ins').set({ ended_at: now }).where('ended_at', 'is', null).execute()
  await db.deleteFrom('sign_in_tickets').execute()
  await db.updateTable('password_resets').set({ used_at: now }).where('used_at', 'is', null).execute()
}

/** Retention of ended sign-ins and used links, so that a reused token can be distinguished from an unknown one. */
const KEPT_DAYS = 1

/** Deletes an organisation's ended sign-ins with their tokens, and old reset links. */
export async function purgeSignIns(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()
  const ended = db
    .selectFrom('sign_ins')
    .select('id')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('ended_at', '<', before)]))
  await db.deleteFrom('refresh_tokens').where('sign_in_id', 'in', ended).execute()
  await db
    .deleteFrom('sign_ins')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('ended_at', '<', before)]))
    .execute()
  await db.deleteFrom('sign_in_tickets').where('expires_at', '<', before).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<', before).execute()
}
