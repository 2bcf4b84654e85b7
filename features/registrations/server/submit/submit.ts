import { newId } from '#platform/ids.ts'
import { acceptedLanguage } from '#platform/language.ts'
import { t as sayCommon } from '#platform/messages.ts'
import type { InputOf } from '#platform/operation.ts'
import { conflict } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions } from '#platform/server/http/route.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import type { registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { presetRole, type RegistrationType, VERIFICATION_HOURS } from '../../rules.ts'
import { type CaptchaProvider, takeCaptcha } from '../captcha/captcha.ts'
import { askForProperties, courierOf, refuseNoBuilding } from '../choices.ts'
import { type Mailing, mailVerification, organisationOf } from '../mails.ts'
import { homeColumns, personColumns } from '../store.ts'
import { newVerification } from './verification.ts'

/** Registrations in an hour: from one network address, for one e-mail address, of one organisation. */
export const QUOTAS = { address: 20, email: 3, organisation: 300 } as const
const HOUR = 3600

export type SubmitDeps = Mailing & {
  readonly database: Database
  readonly keys: Keys
  readonly captcha: CaptchaProvider
}
type ResidentInput = InputOf<typeof registrations.submitResident>
type AgentInput = InputOf<typeof registrations.submitAgent>
type Submission = RequestContext<typeof registrations.submitResident> | RequestContext<typeof registrations.submitAgent>

/** What becomes of a form that is sent: a row that waits, and a mail with the link that verifies the address. */
export function createSubmit(deps: SubmitDeps) {
  const { pool } = deps.database
  const quotas = {
    address: limit(pool, 'registration address', QUOTAS.address, HOUR),
    email: limit(pool, 'registration email', QUOTAS.email, HOUR),
    organisation: limit(pool, 'registration organisation', QUOTAS.organisation, HOUR),
  }

  /** Only who has done the captcha's work spends what belongs to all. */
  async function admit(asked: Submission & TenantTransactions): Promise<void> {
    const { input, address, tenant } = asked
    await quotas.address.spend(address)
    await takeCaptcha(deps, asked, input.ReCaptchaToken)
    await quotas.email.spend(`${tenant.organisationId} ${input.Email.toLowerCase()}`)
    await quotas.organisation.spend(tenant.organisationId)
  }

  type Insert = (db: Db, tenant: Tenant, id: string) => Promise<Details>
  async function submit(asked: Submission & TenantTransactions, kind: RegistrationType, details: Insert) {
    const { input, request, now } = asked
    const id = input.Id ?? newId()
    await asked.inTenant(async ({ db, tenant }) => {
      const { organisationId } = tenant
      const { propertyIds, ...columns } = await details(db, tenant, id)
      const { token, columns: verification } = newVerification(deps.keys, organisationId, now)
      const asksFor = request.headers['accept-language']
      const language = asksFor ? acceptedLanguage(asksFor) : (await organisationOf(db)).culture
      const inserted = await db
        .insertInto('registrations')
        .values({
          organisation_id: organisationId,
          id,
          kind,
          created_at: now,
          ...personColumns(input),
          language,
          ...verification,
          ...columns,
        })
        .onConflict((conflicting) => conflicting.columns(['organisation_id', 'id']).doNothing())
        .executeTakeFirst()
      if (!inserted.numInsertedOrUpdatedRows) return refuseOther(db, kind, id, input.Email)
      await askForProperties(db, tenant, id, propertyIds)
      await writeAudit(db, {
        organisationId,
        at: now,
        actor: UNAUTHENTICATED,
        action: `${kind} registration submitted`,
        subjectId: id,
        detail: { properties: propertyIds },
      })
      await mailVerification(db, deps, kind, { id, email: input.Email, language }, token)
    })
    return { Message: t('MsgRegistered', { hours: VERIFICATION_HOURS }).text, Id: id }
  }

  return {
    resident: async (asked: RequestContext<typeof registrations.submitResident> & TenantTransactions) => {
      await admit(asked)
      return submit(asked, 'resident', (db) => residentColumns(db, asked.input))
    },
    agent: async (asked: RequestContext<typeof registrations.submitAgent> & TenantTransactions) => {
      await admit(asked)
      const pinHash = await hashPassword(asked.input.Pin)
      return submit(asked, 'agent', (db) => agentColumns(db, asked.input, pinHash))
    },
  }
}

/** A form that was sent before is answered as it was then; the id of somebody else's registration is 409 and no more. */
async function refuseOther(db: Db, kind: RegistrationType, id: string, email: string): Promise<void> {
  const same = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (!same) throw conflict(sayCommon('MsgAlreadyExists'))
}

type Details = { readonly propertyIds: readonly string[] } & Awaited<
  ReturnType<typeof residentColumns> | ReturnType<typeof agentColumns>
>

async function residentColumns(db: Db, input: Omit<ResidentInput, 'ReCaptchaToken'>) {
  await refuseNoBuilding(db, input)
  return {
    propertyIds: [input.PropertyId],
    ...homeColumns(input),
  }
}

async function agentColumns(db: Db, input: Omit<AgentInput, 'ReCaptchaToken'>, pin_hash: string) {
  const courier = await courierOf(db, input.CourierId)
  return {
    propertyIds: input.PropertyIds,
    courier_id: input.CourierId,
    role_id: presetRole(courier),
    user_name: input.UserName,
    pin_hash,
  }
}
