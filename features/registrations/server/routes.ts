import { propertyChoices } from '#features/properties/server/api.ts'
import type { Database } from '#platform/server/db.ts'
import type { Keys } from '#platform/server/keys.ts'
import { limit } from '#platform/server/limits.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { Refused, refuse } from '#platform/server/refusal.ts'
import type { InTransaction, Serve } from '#platform/server/serve.ts'
import { registrations } from '../contract.ts'
import { say } from '../messages.ts'
import { REGISTRATION_STATUS, type RegistrationType, STATUS_NAMES, statusText, whyNotSendVerification } from '../rules.ts'
import type { CaptchaProvider } from './captcha.ts'
import { agentPage, residentPage } from './list.ts'
import type { Mailing } from './mails.ts'
import { readAgentRegistration, reviewAgent } from './review-agent.ts'
import { readResidentRegistration, reviewResident } from './review-resident.ts'
import { openRegistration } from './store.ts'
import { createSubmit } from './submit.ts'
import { verifyAnew, verifyRegistration } from './verification.ts'

/** Links of verification that an address may try in a quarter of an hour. */
const ADDRESS_LINKS = 100
const QUARTER_HOUR = 900

export type RegistrationNeeds = Mailing & {
  readonly database: Database
  readonly keys: Keys
  readonly captcha: CaptchaProvider
}

/** Residents and agents who register themselves, and whoever reviews them (spec 2 §2, §4, §5, §7). */
export function registrationsRoutes(serve: Serve, needs: RegistrationNeeds): void {
  publicRoutes(serve, needs)
  listRoutes(serve)
  reviewRoutes(serve, needs)
}

function publicRoutes(serve: Serve, needs: RegistrationNeeds): void {
  const submit = createSubmit(needs)
  const links = limit(needs.database.pool, 'verification address', ADDRESS_LINKS, QUARTER_HOUR)

  serve.apart(registrations.captcha, ({ tenant, now }) => needs.captcha.offer(tenant.organisationId, now))
  serve(registrations.properties, ({ db }) => propertyChoices(db))
  serve.apart(registrations.submitResident, submit.resident)
  serve.apart(registrations.submitAgent, submit.agent)
  serve.apart(registrations.verify, async ({ params, input, address, now }) => {
    await links.spend(address)
    const isVerified = await verifyRegistration(needs, params.registrationType, input, now)
    if (!isVerified) throw new Refused(422, say('MsgRegistrationVerificationError'))
    return { Message: say('MsgRegistrationVerificationSuccessful').text }
  })
}

function listRoutes(serve: Serve): void {
  serve(registrations.residentPage, ({ db, tenant, input }) => residentPage(db, tenant, input))
  serve(registrations.agentPage, ({ db, tenant, input }) => agentPage(db, tenant, input))
  serve(registrations.statusTypes, () =>
    STATUS_NAMES.map((name) => ({ Id: REGISTRATION_STATUS[name], Name: statusText(REGISTRATION_STATUS[name]) })),
  )
}

function reviewRoutes(serve: Serve, needs: RegistrationNeeds): void {
  serve(registrations.resident, ({ db, tenant, params }) => readResidentRegistration(db, tenant, params.registrationId))
  serve(registrations.agent, ({ db, tenant, params }) => readAgentRegistration(db, tenant, params.registrationId))

  serve(registrations.reviewResident, async (asked) => {
    const { registrationId } = asked.params
    const said = await reviewResident({ ...asked, ...needs }, registrationId, asked.input)
    return { Message: said.text, Id: registrationId }
  })
  serve.apart(registrations.reviewAgent, async ({ params, input: { Pin, ...input }, now, caller, inTenant }) => {
    const pinHash = Pin ? await hashPassword(Pin) : undefined
    const said = await inTenant((transaction) =>
      reviewAgent({ ...transaction, ...needs, now, caller }, params.registrationId, input, pinHash),
    )
    return { Message: said.text, Id: params.registrationId }
  })

  const sendAgain = async ({ db, tenant, audit }: InTransaction, kind: RegistrationType, id: string, now: Date) => {
    const row = await openRegistration(db, tenant, kind, id)
    refuse(whyNotSendVerification({ isVerified: row.email_verified_at !== null }))
    await verifyAnew(db, { ...needs, tenant, now }, kind, row)
    await audit('verification sent again', id)
    return { Message: say('MsgVerificationSent').text }
  }
  serve(registrations.sendResidentVerification, (asked) => sendAgain(asked, 'resident', asked.params.registrationId, asked.now))
  serve(registrations.sendAgentVerification, (asked) => sendAgain(asked, 'agent', asked.params.registrationId, asked.now))
}
