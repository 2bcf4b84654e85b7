import { propertyChoices } from '#features/properties/server/api.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router, TransactionContext } from '#platform/server/http/route.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { registrations } from '../contract.ts'
import { t } from '../messages.ts'
import { REGISTRATION_STATUS, type RegistrationType, STATUS_NAMES, statusText, whyNotSendVerification } from '../rules.ts'
import type { CaptchaProvider } from './captcha/captcha.ts'
import type { Mailing } from './mails.ts'
import { agentPage, residentPage } from './review/list.ts'
import { readAgentRegistration, reviewAgent } from './review/review-agent.ts'
import { readResidentRegistration, reviewResident } from './review/review-resident.ts'
import { openRegistration } from './store.ts'
import { createSubmit } from './submit/submit.ts'
import { verifyAnew, verifyRegistration } from './submit/verification.ts'

/** Links of verification that an address may try in a quarter of an hour. */
const ADDRESS_LINKS = 100
const QUARTER_HOUR = 900

export type RegistrationDeps = Mailing & {
  readonly database: Database
  readonly keys: Keys
  readonly captcha: CaptchaProvider
}

/** Residents and agents who register themselves, and whoever reviews them (spec 2 §2, §4, §5, §7). */
export function registrationsRoutes(route: Router, deps: RegistrationDeps): void {
  publicRoutes(route, deps)
  listRoutes(route)
  reviewRoutes(route, deps)
}

function publicRoutes(route: Router, deps: RegistrationDeps): void {
  const submit = createSubmit(deps)
  const links = limit(deps.database.pool, 'verification address', ADDRESS_LINKS, QUARTER_HOUR)

  route.withoutTransaction(registrations.captcha, ({ tenant, now }) => deps.captcha.offer(tenant.organisationId, now))
  route(registrations.properties, ({ db }) => propertyChoices(db))
  route.withoutTransaction(registrations.submitResident, submit.resident)
  route.withoutTransaction(registrations.submitAgent, submit.agent)
  route.withoutTransaction(registrations.verify, async ({ params, input, address, now }) => {
    await links.spend(address)
    const isVerified = await verifyRegistration(deps, params.registrationType, input, now)
    if (!isVerified) throw new Refusal(422, t('MsgRegistrationVerificationError'))
    return { Message: t('MsgRegistrationVerificationSuccessful').text }
  })
}

function listRoutes(route: Router): void {
  route(registrations.residentPage, ({ db, tenant, input }) => residentPage(db, tenant, input))
  route(registrations.agentPage, ({ db, tenant, input }) => agentPage(db, tenant, input))
  route(registrations.statusTypes, () =>
    STATUS_NAMES.map((name) => ({ Id: REGISTRATION_STATUS[name], Name: statusText(REGISTRATION_STATUS[name]) })),
  )
}

function reviewRoutes(route: Router, deps: RegistrationDeps): void {
  route(registrations.resident, ({ db, tenant, params }) => readResidentRegistration(db, tenant, params.registrationId))
  route(registrations.agent, ({ db, tenant, params }) => readAgentRegistration(db, tenant, params.registrationId))

  route(registrations.reviewResident, async (asked) => {
    const { registrationId } = asked.params
    const said = await reviewResident({ ...asked, ...deps }, registrationId, asked.input)
    return { Message: said.text, Id: registrationId }
  })
  route.withoutTransaction(registrations.reviewAgent, async ({ params, input: { Pin, ...input }, now, caller, inTenant }) => {
    const pinHash = Pin ? await hashPassword(Pin) : undefined
    const said = await inTenant((transaction) =>
      reviewAgent({ ...transaction, ...deps, now, caller }, params.registrationId, input, pinHash),
    )
    return { Message: said.text, Id: params.registrationId }
  })

  const sendAgain = async ({ db, tenant, audit }: TransactionContext, kind: RegistrationType, id: string, now: Date) => {
    const row = await openRegistration(db, tenant, kind, id)
    refuseIf(whyNotSendVerification({ isVerified: row.email_verified_at !== null }))
    await verifyAnew(db, { ...deps, tenant, now }, kind, row)
    await audit('verification sent again', id)
    return { Message: t('MsgVerificationSent').text }
  }
  route(registrations.sendResidentVerification, (asked) => sendAgain(asked, 'resident', asked.params.registrationId, asked.now))
  route(registrations.sendAgentVerification, (asked) => sendAgain(asked, 'agent', asked.params.registrationId, asked.now))
}
