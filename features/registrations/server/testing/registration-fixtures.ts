import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { makeDryCleaner } from '#features/couriers/testing/dry-cleaner.ts'
import { session } from '#features/session/contract.ts'
import { CLIENTS, CREDENTIALS } from '#features/session/public.ts'
import { registrationsOf } from '../../contract.ts'
import { altchaChallenge } from '../captcha/altcha.ts'

export const PIN = '974312'
type Challenge = Awaited<ReturnType<typeof altchaChallenge>>

/** A challenge's answer, as a browser gives it. */
export async function answerOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

type RegistrationFixtures = TwoOrganisations<Fixtures> & {
  /** Bound to the first property of `riverside`; reviews residents alone, where `ofProperty` reviews agents too. */
  readonly leasing: string
  /** A visitor's ticket. */
  readonly ticket: string
  readonly ticketOfHarbour: string
  /** A courier of dry cleaning. */
  readonly cleaningId: string
}
type Kind = 'resident' | 'agent'
type InOrganisation = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => Promise<T>

/** Organisations `riverside` and `harbour`, visitors of their public forms, and what is asked of registrations there. */
export function registrationFixtures() {
  const fixtures = {} as RegistrationFixtures
  const ticketOf = async (systemName: string, server = fixtures.server): Promise<string> => {
    const input = {
      grant_type: 'client_credentials',
      client_id: CLIENTS.selfRegistration,
      scope: `${systemName} ${CREDENTIALS.selfRegistration}`,
    }
    return (await server.ask(session.token, { input })).body.access_token
  }
  onTwoOrganisations(seedFixtures, async (there) => {
    const { server, riverside } = there
    Object.assign(fixtures, there, {
      leasing: await tokenOf(server, 'leasingspecialist', 'riverside'),
      ticket: await ticketOf('riverside', server),
      ticketOfHarbour: await ticketOf('harbour', server),
      cleaningId: await makeDryCleaner(server, riverside.organisationId),
    })
  })

  const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
    inOrganisation(fixtures.server, fixtures.riverside.organisationId, work)

  /** A right answer for an organisation's form, which takes one round where a browser takes a thousand. */
  const answer = async (organisationId = fixtures.riverside.organisationId, at = new Date()) =>
    answerOf(await altchaChallenge(fixtures.server.keys, organisationId, at, 1))

  let people = 0
  /** Each is a different person with their own e-mail address, phone number and home. */
  const person = () => {
    people += 1
    const phoneNumber = `020 7946 ${1000 + people}`
    return { firstName: 'Nia', lastName: 'Newcomer', email: `nia.${people}@new.test`, phoneNumber }
  }
  const residentForm = (change: object = {}) => ({
    ...person(),
    propertyId: fixtures.riverside.first.ids.property,
    buildingId: fixtures.riverside.first.ids.building,
    unitNumber: `N${people}`,
    ...change,
  })
  const agentForm = (change: object = {}) => ({
    ...person(),
    courierId: fixtures.riverside.first.ids.courier,
    pin: PIN,
    userName: `nia.${people}`,
    propertyIds: [fixtures.riverside.first.ids.property],
    ...change,
  })
  const forms = {
    resident: { submit: registrationsOf.resident.submit, form: residentForm },
    agent: { submit: registrationsOf.agent.submit, form: agentForm },
  }
  const submit = async (
    kind: Kind,
    change: object = {},
    { token = fixtures.ticket, headers = {} as Record<string, string> } = {},
  ) => {
    const { submit: op, form } = forms[kind]
    const input = { ...form(), reCaptchaToken: await answer(), ...change }
    return fixtures.server.ask(op, { token, input, headers })
  }
  /** Forgets what quotas have counted. */
  const resetQuotas = () => fixtures.server.database.untenanted.deleteFrom('rate_limits').execute()

  /** The token in the last mail to an address. */
  const tokenTo = (email: string): string => {
    const mail = fixtures.server.mails.findLast(({ to, body }) => to === email && body.includes('verifyregistration'))
    return new URLSearchParams(/verifyregistration\?(\S+)/.exec(mail?.body ?? '')?.[1]).get('token') ?? ''
  }
  const verify = (kind: string, token: unknown) =>
    fixtures.server.app.inject({
      method: 'POST',
      url: `/api/register/${kind}/verify-registration`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(token),
    })

  /** A submitted registration that waits for review; verified by default. */
  async function submitted(
    kind: Kind,
    change: object = {},
    { isVerified = true, headers = {} as Record<string, string> } = {},
  ): Promise<string> {
    await resetQuotas()
    const form = { ...forms[kind].form(), ...change } as { email: string }
    const { body } = await submit(kind, form, { headers })
    if (isVerified) await verify(kind, tokenTo(form.email))
    return body.Id
  }

  return {
    ...reviewing(fixtures, inRiverside),
    fixtures,
    ticketOf,
    inRiverside,
    answer,
    residentForm,
    agentForm,
    submit,
    submitted,
    resetQuotas,
    tokenTo,
    verify,
  }
}

/** What staff do with the registrations of `riverside`. */
function reviewing(fixtures: RegistrationFixtures, inRiverside: InOrganisation) {
  const read = (kind: Kind, registrationId: string, token = fixtures.manager) =>
    fixtures.server.ask(registrationsOf[kind].get, { token, params: { registrationId } })
  /** The registration as it was read, sent back with changes. */
  const review = async (kind: Kind, registrationId: string, change: object = {}, token = fixtures.manager) => {
    const { body } = await read(kind, registrationId, token)
    const { ApprovalStatus: _, ...input } = body
    return fixtures.server.ask(registrationsOf[kind].review, {
      token,
      params: { registrationId },
      input: { ...input, ...change },
    })
  }

  const takeBack = (kind: Kind, registrationId: string, token = fixtures.manager) =>
    fixtures.server.ask(registrationsOf[kind].takeBack, { token, params: { registrationId } })
  /** Moves a decision to so many seconds ago. */
  const decidedBefore = (id: string, seconds: number) =>
    inRiverside((db) =>
      db
        .updateTable('registrations')
        .set({ decided_at: new Date(Date.now() - seconds * 1000) })
        .where('id', '=', id)
        .execute(),
    )
  /** Completes a rejection as the job does when it cannot be taken back any more. */
  const completed = async (id: string) => {
    await decidedBefore(id, 20)
    await fixtures.server.work()
  }

  return { read, review, takeBack, decidedBefore, completed }
}
