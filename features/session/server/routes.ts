import { setTimeout as wait } from 'node:timers/promises'
import { firstLanguage } from '#platform/language.ts'
import { type Database, wholeOrganisation } from '#platform/server/db.ts'
import { refuseForeignPage } from '#platform/server/foreign-page.ts'
import type { Keys } from '#platform/server/keys.ts'
import { limit } from '#platform/server/limits.ts'
import type { Mailer } from '#platform/server/mail.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { found, Refused } from '#platform/server/refusal.ts'
import type { Serve } from '#platform/server/serve.ts'
import { everyOrganisation } from '#platform/server/untenanted.ts'
import { REFRESH_COOKIE, session } from '../contract.ts'
import { say } from '../messages.ts'
import { accountKey, byClientCredentials, byPassword, byRefreshToken, cookieScope } from './grants.ts'
import { sendReset, setPassword } from './reset.ts'
import { organisationOfToken, signOut } from './sign-ins.ts'

/** Attempts before an account, or an address, has to wait: sign-ins per quarter of an hour, resets per hour. */
export const ACCOUNT_ATTEMPTS = 10
export const ADDRESS_ATTEMPTS = 100
/** Tickets for the forms of self-registration that an address gets in a quarter of an hour. */
export const ADDRESS_TICKETS = 60
const RESET_REQUESTS = 5
const QUARTER_HOUR = 900
const HOUR = 3600
/** A request for a reset takes this long whatever it finds, in ms: time must not tell whether the account exists. */
const RESET_ANSWER_MS = 300

export type SessionNeeds = {
  readonly database: Database
  readonly keys: Keys
  readonly mailer: Mailer
  readonly publicUrl: string
}

/** Sign-in, refresh, sign-out, password reset and what the portal loads after sign-in (spec 1 §4 "Session", §7). */
export function sessionRoutes(serve: Serve, needs: SessionNeeds) {
  const { database, keys } = needs
  const limits = {
    perAccount: limit(database.pool, 'sign-in account', ACCOUNT_ATTEMPTS, QUARTER_HOUR),
    perAddress: limit(database.pool, 'sign-in address', ADDRESS_ATTEMPTS, QUARTER_HOUR),
    tickets: limit(database.pool, 'ticket address', ADDRESS_TICKETS, QUARTER_HOUR),
  }
  const resetsPerAccount = limit(database.pool, 'reset account', RESET_REQUESTS, HOUR)
  const resetsPerAddress = limit(database.pool, 'reset address', ADDRESS_ATTEMPTS, HOUR)

  serve.apart(session.token, (asked) => {
    refuseForeignPage(asked.request, needs.publicUrl)
    if (asked.input.grant_type === 'password') return byPassword(needs, limits, asked)
    if (asked.input.grant_type === 'refresh_token') return byRefreshToken(needs, asked)
    return byClientCredentials(needs, limits, asked)
  })

  serve.apart(session.signOut, async ({ request, reply, now }) => {
    refuseForeignPage(request, needs.publicUrl)
    const token = request.cookies[REFRESH_COOKIE]
    const organisationId = token && organisationOfToken(token)
    if (token && organisationId)
      await database.inTenant(wholeOrganisation(organisationId), (db) => signOut(db, keys, organisationId, token, now))
    reply.clearCookie(REFRESH_COOKIE, cookieScope(needs.publicUrl))
    return { Message: say('MsgSignedOut').text }
  })

  serve.apart(session.forgotPassword, async ({ input, address, now }) => {
    await resetsPerAddress.spend(address)
    await resetsPerAccount.spend(accountKey(input.OrganisationSystemName, input.UserName))
    await Promise.all([sendReset(needs, input, now), wait(RESET_ANSWER_MS)])
    return { Message: say('MsgResetSent').text }
  })

  serve.apart(session.resetPassword, async ({ input, address, now }) => {
    await resetsPerAddress.spend(address)
    const email = await setPassword(needs, input, await hashPassword(input.NewPassword), now)
    if (!email) throw new Refused(422, say('MsgResetLinkUsed'))
    // Whoever reads the account's mail is not the one who guesses its password.
    await limits.perAccount.forget(accountKey(input.IssuedFor, email))
    return { Message: say('MsgResetDone').text }
  })

  serve.apart(session.preferences, async ({ input, caller }) => {
    // They are the person's own, wherever a super administrator works.
    await database.inTenant(wholeOrganisation(caller.homeOrganisationId), (db) =>
      db
        .updateTable('portal_users')
        .set({ language: input.Language, date_format: input.DateFormat })
        .where('id', '=', caller.id)
        .execute(),
    )
    return { Message: say('MsgPreferencesSaved').text }
  })

  serve.apart(session.preload, async ({ caller, inTenant }) => {
    // The person belongs to the home organisation, what they see to the one they work in.
    const user = await database.inTenant(wholeOrganisation(caller.homeOrganisationId), (db) =>
      db
        .selectFrom('portal_users')
        .innerJoin('organisations', 'organisations.id', 'portal_users.organisation_id')
        .select(['portal_users.id', 'first_name', 'last_name', 'email', 'language', 'date_format', 'organisations.culture'])
        .where('portal_users.id', '=', caller.id)
        .executeTakeFirstOrThrow(),
    )
    const { organisation, properties } = await inTenant(async ({ db, tenant }) => ({
      organisation: found(
        await db
          .selectFrom('organisations')
          .select(['id', 'name', 'system_name', 'culture', 'time_zone', 'is_super_admin'])
          .where('id', '=', tenant.organisationId)
          .executeTakeFirst(),
      ),
      properties: await db
        .selectFrom('properties')
        .select(['id as Id', 'name as Name', 'time_zone as TimeZone'])
        .where('deleted_at', 'is', null)
        .orderBy('name')
        .execute(),
    }))
    const organisations = caller.isSuperAdmin ? await everyOrganisation(database) : []
    return {
      User: {
        Id: user.id,
        FirstName: user.first_name,
        LastName: user.last_name,
        Name: caller.name,
        Email: user.email,
        Language: user.language,
        DateFormat: user.date_format,
      },
      Language: user.language ?? firstLanguage([user.culture]),
      Roles: [...caller.roles],
      Permissions: [...caller.permissions],
      Organisation: {
        Id: organisation.id,
        Name: organisation.name,
        SystemName: organisation.system_name,
        Culture: organisation.culture,
        TimeZone: organisation.time_zone,
        IsSuperAdmin: organisation.is_super_admin,
      },
      Properties: properties,
      Organisations: organisations.map(({ id, name }) => ({ Id: id, Name: name })),
    }
  })
}
