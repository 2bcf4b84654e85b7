import bowser from 'bowser'
import { t as tSession } from '#features/session/messages.ts'
import { ratePassword } from '#features/session/password-policy.ts'
import {
  checkOwnPassword,
  createSignInAttempts,
  endPasswordLinks,
  endSignInsOf,
  isSecure,
  rememberBrowser,
  signOut,
} from '#features/session/server/api.ts'
import { refuseStale, versionOf } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { refuseCrossOrigin } from '#platform/server/http/same-origin.ts'
import { type AuditLine, writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hashPassword, isPassword } from '#platform/server/security/passwords.ts'
import { profile } from '../contract.ts'
import { t } from '../messages.ts'

export type ProfileDeps = { readonly database: Database; readonly keys: Keys; readonly publicUrl: string }

/** Most sign-ins that are listed, the last used. */
const MAX_SESSIONS = 100

/** The own account: in the caller's home organisation, whichever one a super administrator has selected. */
export function profileRoutes(route: Router, { database, keys, publicUrl }: ProfileDeps) {
  const attempts = createSignInAttempts(database.pool)
  const atHome = <T>({ homeOrganisationId }: Caller, work: (db: Db) => Promise<T>) =>
    database.inTenant(wholeOrganisation(homeOrganisationId), work)
  const lineOf = (caller: Caller, at: Date): Omit<AuditLine, 'action'> => ({
    organisationId: caller.homeOrganisationId,
    at,
    actor: caller,
    subjectId: caller.id,
  })

  route.withoutTransaction(profile.get, ({ caller }) =>
    atHome(caller, async (db) => withVersion(await readPerson(db, caller.id))),
  )

  route.withoutTransaction(profile.save, async ({ input, caller, now }) => {
    await atHome(caller, async (db) => {
      const before = await readPerson(db, caller.id, true)
      refuseStale(withVersion(before), input)
      await db
        .updateTable('portal_users')
        .set({ first_name: input.FirstName, last_name: input.LastName, phone_number: input.PhoneNumber })
        .where('id', '=', caller.id)
        .execute()
      const changed = (['FirstName', 'LastName', 'PhoneNumber'] as const).filter((field) => before[field] !== input[field])
      const valuesOf = (person: Pick<typeof input, (typeof changed)[number]>) =>
        Object.fromEntries(changed.map((field) => [field, person[field]]))
      const detail = { before: valuesOf(before), after: valuesOf(input) }
      if (changed.length > 0) await writeAudit(db, { ...lineOf(caller, now), action: 'profile changed', detail })
    })
    return { Message: t('MsgProfileSaved') }
  })

  route.withoutTransaction(profile.changePassword, async ({ input, caller, request, reply, address, now }) => {
    refuseCrossOrigin(request, publicUrl)
    const user = await checkOwnPassword(database, attempts, { password: input.Password, caller, address, now })
    const names = [user.first_name, user.last_name, user.email, user.organisation_name, user.system_name]
    refuseIf((await ratePassword(input.NewPassword, names)).reason, 'NewPassword')
    refuseIf((await isPassword(user.password_hash, input.NewPassword)) ? tSession('MsgPasswordSame') : null, 'NewPassword')
    const password_hash = await hashPassword(input.NewPassword)
    await atHome(caller, async (db) => {
      const changed = await db
        .updateTable('portal_users')
        .set({ password_hash, must_change_password: false })
        .where('id', '=', caller.id)
        // Nobody changed it meanwhile.
        .where('password_hash', '=', user.password_hash)
        .executeTakeFirst()
      if (!changed.numUpdatedRows) throw new Refusal(422, tSession('MsgCheckUserName'), { field: 'Password' })
      await endSignInsOf(db, [caller.id], now, caller.signInId)
      await endPasswordLinks(db, [caller.id], now)
      await writeAudit(db, { ...lineOf(caller, now), action: 'password changed' })
    })
    await rememberBrowser(keys, { request, reply, secure: isSecure(publicUrl) }, { id: caller.id, password_hash })
    return { Message: t('MsgOwnPasswordChanged') }
  })

  route.withoutTransaction(profile.sessions, async ({ caller, now }) => {
    const rows = await atHome(caller, (db) =>
      db
        .selectFrom('sign_ins')
        .select(['id', 'created_at', 'used_at', 'address', 'user_agent'])
        .where('portal_user_id', '=', caller.id)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now.toISOString())
        .orderBy('used_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_SESSIONS)
        .execute(),
    )
    return rows.map((row) => ({
      Id: row.id,
      ...deviceWords(row.user_agent),
      Address: row.address,
      CreatedAt: row.created_at,
      UsedAt: row.used_at,
      IsInUse: row.id === caller.signInId,
    }))
  })

  route.withoutTransaction(profile.endSession, async ({ params: { sessionId }, caller, now }) => {
    await atHome(caller, async (db) => {
      const own = db.selectFrom('sign_ins').select('id').where('id', '=', sessionId).where('portal_user_id', '=', caller.id)
      orNotFound(await own.executeTakeFirst())
      await signOut(db, caller.homeOrganisationId, sessionId, now)
    })
    return { Message: t('MsgSessionEnded') }
  })

  route.withoutTransaction(profile.endOtherSessions, async ({ caller, now }) => {
    const count = await atHome(caller, async (db) => {
      const ended = await endSignInsOf(db, [caller.id], now, caller.signInId)
      if (ended > 0) await writeAudit(db, { ...lineOf(caller, now), action: 'signed out elsewhere', detail: { ended } })
      return ended
    })
    return { Message: t('MsgOtherSessionsEnded', { count }) }
  })
}

const readPerson = (db: Db, id: string, isLocked = false) =>
  db
    .selectFrom('portal_users')
    .select(['first_name as FirstName', 'last_name as LastName', 'email as Email', 'phone_number as PhoneNumber'])
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()

/** A person with the version of these fields alone: the same row has the preferences, which other panels of the page save. */
const withVersion = (person: Awaited<ReturnType<typeof readPerson>>) => ({
  ...person,
  Version: versionOf(person),
})

/** What the User-Agent header says of a device, such as `Chrome` and `Windows`; empty where it is not known. */
function deviceWords(userAgent: string): { Browser: string; System: string } {
  if (!userAgent) return { Browser: '', System: '' }
  const { browser, os } = bowser.parse(userAgent)
  return { Browser: browser.name ?? '', System: os.name ?? '' }
}
