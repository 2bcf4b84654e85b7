import { propertyChoices } from '#features/properties/server/api.ts'
import { existing } from '#platform/server/entities.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { registrations, registrationsOf } from '../contract.ts'
import { t } from '../messages.ts'
import { REGISTRATION_STATUS, REGISTRATION_TYPES, STATUS_NAMES, statusMessage, whyNotSendVerification } from '../rules.ts'
import type { CaptchaProvider } from './captcha/captcha.ts'
import type { Mailing } from './mails.ts'
import { agentRegistrationPage, residentRegistrationPage } from './review/list.ts'
import { type SendJob, takeBackRejection } from './review/rejection.ts'
import { readAgentRegistration, reviewAgent } from './review/review-agent.ts'
import { readResidentRegistration, reviewResident } from './review/review-resident.ts'
import { oneRegistration, openRegistration } from './store.ts'
import { createSubmit } from './submit/submit.ts'
import { replaceVerification, verifyRegistration } from './submit/verification.ts'

/** Verification links that a network address may try in a quarter of an hour. */
export const LINKS_PER_ADDRESS = 100
/** Times that a network address may read the properties in a quarter of an hour: a home may have several forms open. */
export const SEARCHES_PER_ADDRESS = 300
const QUARTER_HOUR = 900

export type RegistrationDeps = Mailing & {
  readonly database: Database
  readonly keys: Keys
  readonly sendJob: SendJob
  readonly captcha: CaptchaProvider
}

/** Self-registration of residents and agents, and its review (spec 2 §2, §4, §5, §7). */
export function registrationsRoutes(route: Router, deps: RegistrationDeps): void {
  publicRoutes(route, deps)
  listRoutes(route)
  reviewRoutes(route, deps)
}

function publicRoutes(route: Router, deps: RegistrationDeps): void {
  const submit = createSubmit(deps)
  const links = limit(deps.database.pool, 'verification address', LINKS_PER_ADDRESS, QUARTER_HOUR)
  const searches = limit(deps.database.pool, 'registration properties', SEARCHES_PER_ADDRESS, QUARTER_HOUR)

  route.withoutTransaction(registrations.captcha, ({ tenant, now }) => deps.captcha.offer(tenant.organisationId, now))
  route.withoutTransaction(registrations.properties, async ({ caller, address, query, inTenant }) => {
    const isPublic = caller.kind === 'ticket'
    if (isPublic) await searches.spend(address)
    const search = { words: query.SearchText, ids: query.Ids, ...(isPublic && { most: MOST_LISTED }) }
    return inTenant(({ db }) => propertyChoices(db, search))
  })
  route.withoutTransaction(registrationsOf.resident.submit, submit.resident)
  route.withoutTransaction(registrationsOf.agent.submit, submit.agent)
  route.withoutTransaction(registrations.verify, async ({ params, input, address, now }) => {
    await links.spend(address)
    const isVerified = await verifyRegistration(deps, params.registrationType, input, now)
    if (!isVerified) throw new Refusal(422, t('MsgRegistrationVerificationError'))
    return { Message: t('MsgRegistrationVerificationSuccessful') }
  })
}

function listRoutes(route: Router): void {
  route(registrationsOf.resident.page, ({ db, tenant, input }) => residentRegistrationPage(db, tenant, input))
  route(registrationsOf.agent.page, ({ db, tenant, input }) => agentRegistrationPage(db, tenant, input))
  route(registrations.statusTypes, () =>
    STATUS_NAMES.map((name) => ({ Id: REGISTRATION_STATUS[name], Name: statusMessage(REGISTRATION_STATUS[name]) })),
  )
}

function reviewRoutes(route: Router, deps: RegistrationDeps): void {
  route(registrationsOf.resident.get, ({ db, tenant, params }) => readResidentRegistration(db, tenant, params.registrationId))
  route(registrationsOf.agent.get, ({ db, tenant, params }) => readAgentRegistration(db, tenant, params.registrationId))

  route(registrationsOf.resident.review, async (context) => {
    const { registrationId } = context.params
    const message = await reviewResident({ ...context, ...deps }, registrationId, context.input)
    return { Message: message, Id: registrationId }
  })
  route.withoutTransaction(registrationsOf.agent.review, async ({ params, input: { Pin, ...input }, now, caller, inTenant }) => {
    const pinHash = Pin ? await hashPassword(Pin) : undefined
    const message = await inTenant((transaction) =>
      reviewAgent({ ...transaction, ...deps, now, caller }, params.registrationId, input, pinHash),
    )
    return { Message: message, Id: params.registrationId }
  })

  for (const kind of REGISTRATION_TYPES) {
    const { changes, sendVerification, takeBack } = registrationsOf[kind]

    route(changes, async ({ db, tenant, params: { registrationId } }) => {
      await existing(oneRegistration(db, tenant, kind, registrationId))
      return readChanges(db, registrationId)
    })

    route(sendVerification, async ({ db, tenant, params: { registrationId }, audit, now }) => {
      const row = await openRegistration(db, tenant, kind, registrationId)
      refuseIf(whyNotSendVerification({ isVerified: row.email_verified_at !== null }))
      await replaceVerification(db, { ...deps, tenant, now }, kind, row)
      await audit('verification sent again', registrationId)
      return { Message: t('MsgVerificationSent') }
    })

    route(takeBack, async (context) => ({
      Message: await takeBackRejection(context, kind, context.params.registrationId, context.now),
    }))
  }
}
