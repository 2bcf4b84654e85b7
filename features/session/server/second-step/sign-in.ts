import type { InputOf, ReplyOf } from '#platform/operation.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { organisationBySystemName } from '#platform/server/postgres/untenanted.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import type { session } from '../../contract.ts'
import { t as tSession } from '../../messages.ts'
import { CLIENTS } from '../../public.ts'
import type { secondStep } from '../../second-step-contract.ts'
import { t as tMail } from '../../second-step-mail-messages.ts'
import { t } from '../../second-step-messages.ts'
import { CODE_DIGITS } from '../../second-step-public.ts'
import { completeSignIn, refusal } from '../complete-sign-in.ts'
import { checkClient, type GrantRequest, USER_CLIENTS } from '../grants.ts'
import { knownBrowser } from '../known-browsers.ts'
import { endSignInsOf, organisationOfToken } from '../sign-ins.ts'
import type { CodeAttempts } from './attempts.ts'
import { notifyOwner } from './notify.ts'
import { authenticationOptions, userOfPasskey } from './passkeys.ts'
import { renewRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import { lockUser, readSecondSteps } from './store.ts'
import { deleteTicket, newTicket, readTicket, setChallenge } from './tickets.ts'
import { beginApp, checkAppCode } from './totp.ts'

export type SecondStepDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly mailer: Mailer
  readonly publicUrl: string
}

const ended = () => refusal('invalid_grant', t('MsgTicketEnded'))

/** The organisation of a ticket; refuses a text that is none. */
function tenantOf(ticket: string | undefined): { tenant: Tenant; ticket: string } {
  const organisationId = ticket && organisationOfToken(ticket)
  if (!ticket || !organisationId) throw ended()
  return { tenant: wholeOrganisation(organisationId), ticket }
}

/** The user of a ticket as `completeSignIn` needs it; undefined for a closed account or organisation. */
const readOwner = (db: Db, userId: string) =>
  db
    .selectFrom('portal_users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.role_id', 'u.password_hash'])
    .where('u.id', '=', userId)
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('o.is_active', '=', true)
    .executeTakeFirst()

async function ticketOfSecondStep(...[db, keys, ticket, now]: Parameters<typeof readTicket>) {
  const row = await readTicket(db, keys, ticket, now)
  return row?.purpose === 'second step' ? row : undefined
}

/** What the second step can be; for a user without one, a new secret of an app to set up. */
export async function beginSecondStep(
  { database, keys, publicUrl }: SecondStepDeps,
  { input, now }: { input: InputOf<typeof secondStep.begin>; now: Date },
): Promise<ReplyOf<typeof secondStep.begin>> {
  const { tenant, ticket } = tenantOf(input.Ticket)
  return database.inTenant(tenant, async (db) => {
    const { userId } = (await ticketOfSecondStep(db, keys, ticket, now)) ?? {}
    const user = userId && (await readOwner(db, userId))
    if (!user) throw new Refusal(422, t('MsgTicketEnded'))
    const { hasApp, passkeys, hasAny } = await readSecondSteps(db, user.id)
    if (!hasAny) return { HasApp: false, Passkey: null, SetUp: await beginApp(db, keys, tenant, user) }
    if (passkeys.length === 0) return { HasApp: hasApp, Passkey: null, SetUp: null }
    const options = await authenticationOptions(publicUrl, passkeys)
    await setChallenge(db, keys, ticket, options.challenge)
    return { HasApp: hasApp, Passkey: { ...options }, SetUp: null }
  })
}

/** Begins a sign-in by a passkey alone. The reply does not reveal whether anybody has one. */
export async function beginPasskeySignIn(
  { database, keys, publicUrl }: SecondStepDeps,
  { input, now }: { input: InputOf<typeof secondStep.beginPasskey>; now: Date },
): Promise<ReplyOf<typeof secondStep.beginPasskey>> {
  const organisation = await organisationBySystemName(database, input.OrganisationSystemName)
  if (!organisation?.is_active) throw new Refusal(422, tSession('MsgNoSuchOrganisation'), { field: 'OrganisationSystemName' })
  const options = await authenticationOptions(publicUrl, [])
  const organisationId = organisation.id
  const ticket = await database.inTenant(wholeOrganisation(organisationId), (db) =>
    newTicket(db, keys, { purpose: 'passkey', organisationId, userId: null, challenge: options.challenge }, now),
  )
  return { Ticket: ticket, Passkey: { ...options } }
}

/** Exchanges the ticket of the first step, and a code or a passkey, for a token; sets the app up where that is the second step. */
export async function bySecondStep(
  deps: SecondStepDeps,
  attempts: CodeAttempts,
  context: GrantRequest,
): Promise<ReplyOf<typeof session.token>> {
  const { input } = context
  checkClient(input, USER_CLIENTS)
  const { tenant, ticket } = tenantOf(input.ticket)
  const check = { tenant, ticket, context: { ...context, inBrowser: input.client_id === CLIENTS.portal } }
  return input.passkey ? byPasskey(deps, check) : byCode(deps, attempts, check)
}

type Owner = NonNullable<Awaited<ReturnType<typeof readOwner>>>
type TicketCheck = { readonly tenant: Tenant; readonly ticket: string; readonly context: GrantRequest & { inBrowser: boolean } }

async function byPasskey(deps: SecondStepDeps, { tenant, ticket, context }: TicketCheck) {
  const { keys, publicUrl } = deps
  const { input, now } = context
  let isOpen = true
  const check = async (db: Db) => {
    const row = await readTicket(db, keys, ticket, now)
    isOpen = Boolean(row?.challenge) && row?.purpose !== 'new passkey'
    if (!row?.challenge || !isOpen) return null
    const { challenge } = row
    const userId = await userOfPasskey(db, { publicUrl, challenge, answer: input.passkey ?? '', now })
    const isRight = userId !== null && (row.userId === null || row.userId === userId)
    const user = isRight ? await readOwner(db, userId) : undefined
    // The challenge is answered once, rightly or not; the ticket of a password serves for another attempt, with another challenge.
    if (user || row.userId === null) await deleteTicket(db, keys, ticket)
    else await setChallenge(db, keys, ticket, null)
    if (!user) await auditFailure(db, tenant, { userId: row.userId, now })
    return user ? { user, by: row.userId === null ? 'passkey' : 'password and passkey' } : null
  }
  const signedIn = await completeSignIn(deps, context, { tenant, check, isSecondStepOpen: false })
  if (signedIn) return signedIn.reply
  throw isOpen ? refusal('invalid_grant', t('MsgPasskeyRefused')) : ended()
}

async function byCode(deps: SecondStepDeps, attempts: CodeAttempts, { tenant, ticket, context }: TicketCheck) {
  const { database, keys } = deps
  const { request, now } = context
  const code = (context.input.code ?? '').replace(/\s/g, '')
  const owner = await database.inTenant(tenant, async (db) => {
    const { userId } = (await ticketOfSecondStep(db, keys, ticket, now)) ?? {}
    return userId ? readOwner(db, userId) : undefined
  })
  if (!owner) throw ended()
  const browser = await knownBrowser(keys, request, owner)
  await attempts.admit(owner, browser)
  const check = async (db: Db) => {
    // The user first, as in every other change of both.
    await lockUser(db, owner.id)
    if (!(await ticketOfSecondStep(db, keys, ticket, now))) throw ended()
    const result = await checkCode(db, deps, tenant, { owner, code, now })
    if (result) await deleteTicket(db, keys, ticket)
    else await auditFailure(db, tenant, { userId: owner.id, now })
    return result && { user: owner, ...result }
  }
  const signedIn = await completeSignIn(deps, context, { tenant, check, isSecondStepOpen: false })
  if (!signedIn) throw refusal('invalid_grant', t('MsgCodeWrong'))
  await attempts.succeeded(owner, browser)
  const { recoveryCodes } = signedIn.passed
  return recoveryCodes ? { ...signedIn.reply, recovery_codes: recoveryCodes } : signedIn.reply
}

type CodeOf = { readonly owner: Owner; readonly code: string; readonly now: Date }

/** Checks a code of the app, or a recovery code; without any second step, the first code of a new app. */
async function checkCode(
  db: Db,
  { keys, mailer }: SecondStepDeps,
  tenant: Tenant,
  { owner, code, now }: CodeOf,
): Promise<{ by: string; recoveryCodes?: string[] } | null> {
  const line = {
    organisationId: tenant.organisationId,
    at: now,
    actor: { id: owner.id, name: `${owner.first_name} ${owner.last_name}` },
    subjectId: owner.id,
  }
  const isAppCode = new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code)
  const { hasAny } = await readSecondSteps(db, owner.id)
  if (!hasAny) {
    if (!isAppCode || !(await checkAppCode(db, keys, { userId: owner.id, code, now, isNew: true }))) return null
    const recoveryCodes = await renewRecoveryCodes(db, keys, tenant, owner.id)
    await endSignInsOf(db, [owner.id], now)
    await writeAudit(db, { ...line, action: 'second step added', detail: { kind: 'app' } })
    await notifyOwner(db, mailer, owner.id, tMail('WhatAppAdded'))
    return { by: 'password and app', recoveryCodes }
  }
  if (isAppCode) return (await checkAppCode(db, keys, { userId: owner.id, code, now })) ? { by: 'password and app' } : null
  if (!(await spendRecoveryCode(db, keys, owner.id, code, now))) return null
  await writeAudit(db, { ...line, action: 'recovery code used' })
  await notifyOwner(db, mailer, owner.id, tMail('WhatCodeUsed'))
  return { by: 'password and recovery code' }
}

type Failure = { readonly userId: string | null; readonly now: Date }
const auditFailure = (db: Db, { organisationId }: Tenant, { userId, now }: Failure) =>
  writeAudit(db, {
    organisationId,
    at: now,
    actor: UNAUTHENTICATED,
    action: 'second step failed',
    subjectId: userId,
  })
