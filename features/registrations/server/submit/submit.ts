import { mailboxOf } from '#platform/contact-fields.ts'
import { newId } from '#platform/ids.ts'
import { acceptedLanguage } from '#platform/language.ts'
import type { InputOf } from '#platform/operation.ts'
import { conflict } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions } from '#platform/server/http/route.ts'
import { t as tCommon } from '#platform/server/messages.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import type { registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import { presetRole, type RegistrationType, VERIFICATION_HOURS } from '../../rules.ts'
import { type CaptchaProvider, takeCaptcha } from '../captcha/captcha.ts'
import { offeredCourier, requireBuilding, setRequestedProperties } from '../choices.ts'
import { type Mailing, mailVerification, organisationOf } from '../mails.ts'
import { homeColumns, personColumns, workColumns } from '../store.ts'
import { newVerification } from './verification.ts'

/** Registrations per hour: from one network address, for one e-mail address, of one organisation. */
export const QUOTAS = { address: 20, email: 3, organisation: 300 } as const
const HOUR = 3600

export type SubmitDeps = Mailing & {
  readonly database: Database
  readonly keys: Keys
  readonly captcha: CaptchaProvider
}
type ResidentInput = InputOf<typeof registrationsOf.resident.submit>
type AgentInput = InputOf<typeof registrationsOf.agent.submit>
type Submission = RequestContext<typeof registrationsOf.resident.submit> | RequestContext<typeof registrationsOf.agent.submit>

/** Handlers of the submitted forms: they insert a pending registration and send the mail that verifies its address. */
export function createSubmit(deps: SubmitDeps) {
  const { pool } = deps.database
  const quotas = {
    address: limit(pool, 'registration address', QUOTAS.address, HOUR),
    email: limit(pool, 'registration email', QUOTAS.email, HOUR),
    organisation: limit(pool, 'registration organisation', QUOTAS.organisation, HOUR),
  }

  /** The captcha comes first, so that only solved captchas use up the quotas of an e-mail address and of the organisation. */
  async function checkQuotas(context: Submission & TenantTransactions): Promise<void> {
    const { input, address, tenant } = context
    await quotas.address.spend(address)
    await takeCaptcha(deps, context, input.ReCaptchaToken)
    await quotas.email.spend(`${tenant.organisationId} ${mailboxOf(input.Email)}`)
    await quotas.organisation.spend(tenant.organisationId)
  }

  type Insert = (db: Db, tenant: Tenant, id: string) => Promise<Details>
  async function submit(context: Submission & TenantTransactions, kind: RegistrationType, details: Insert) {
    const { input, request, now } = context
    const id = input.Id ?? newId()
    await context.inTenant(async ({ db, tenant }) => {
      const { organisationId } = tenant
      const { propertyIds, ...columns } = await details(db, tenant, id)
      const { token, columns: verification } = newVerification(deps.keys, organisationId, now)
      const preferred = request.headers['accept-language']
      const language = preferred ? acceptedLanguage(preferred) : (await organisationOf(db)).culture
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
      await setRequestedProperties(db, tenant, id, propertyIds)
      await writeAudit(db, {
        organisationId,
        at: now,
        actor: UNAUTHENTICATED,
        action: `${kind} registration submitted`,
        subjectId: id,
        detail: { properties: propertyIds },
        isVisitor: true,
      })
      await mailVerification(db, deps, kind, { id, email: input.Email, language }, token)
    })
    return { Message: t('MsgRegistered', { hours: VERIFICATION_HOURS }), Id: id }
  }

  return {
    resident: async (context: RequestContext<typeof registrationsOf.resident.submit> & TenantTransactions) => {
      await checkQuotas(context)
      return submit(context, 'resident', (db) => residentColumns(db, context.input))
    },
    agent: async (context: RequestContext<typeof registrationsOf.agent.submit> & TenantTransactions) => {
      await checkQuotas(context)
      const pinHash = await hashPassword(context.input.Pin)
      return submit(context, 'agent', (db) => agentColumns(db, context.input, pinHash))
    },
  }
}

/** A repeated form gets the same reply; the id of another person's registration is 409 and reveals nothing else. */
async function refuseOther(db: Db, kind: RegistrationType, id: string, email: string): Promise<void> {
  const same = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (!same) throw conflict(tCommon('MsgAlreadyExists'))
}

type Details = { readonly propertyIds: readonly string[] } & Awaited<
  ReturnType<typeof residentColumns> | ReturnType<typeof agentColumns>
>

async function residentColumns(db: Db, input: Omit<ResidentInput, 'ReCaptchaToken'>) {
  await requireBuilding(db, input)
  return {
    propertyIds: [input.PropertyId],
    ...homeColumns(input),
  }
}

async function agentColumns(db: Db, input: Omit<AgentInput, 'ReCaptchaToken'>, pin_hash: string) {
  const courier = await offeredCourier(db, input.CourierId)
  return {
    propertyIds: input.PropertyIds,
    ...workColumns(input, presetRole(courier)),
    pin_hash,
  }
}
