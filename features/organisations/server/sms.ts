import { textIn } from '#features/resources/server/api.ts'
import { smsNumber } from '#platform/phone-number.ts'
import { existing, refuseStale, saved } from '#platform/server/entities.ts'
import { badInput, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import { API, type Router } from '#platform/server/http/route.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import { type Keys, seal, unseal } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { type SmsAccount, type SmsResult, sendSms } from '#platform/server/sms.ts'
import { organisations, SMS_PATHS, type SmsGateway } from '../contract.ts'
import { t } from '../sms-messages.ts'
import { lockSettings, NOT_SAVED, organisationOf } from './store.ts'

export type SmsDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly smsApiUrl: string
  readonly publicUrl: string
}

/** Test messages of an organisation: each costs money. */
const TESTS = 5
const TEST_SECONDS = 600

/** What the token of an organisation is bound to. */
const boundTo = (id: string) => `sms gateway ${id}`

/** The SMS gateway (spec 3 §3, §7). */
export function smsRoutes(route: Router, { database, keys, smsApiUrl, publicUrl }: SmsDeps) {
  const tests = limit(database.pool, 'sms tests', TESTS, TEST_SECONDS)

  route.withoutTransaction(organisations.sms, async ({ caller, params: { id } }) => ({
    ...(await database.readInTenant(organisationOf(caller, id), (db) => readGateway(db, id))),
    ...addressesOf(publicUrl, id),
  }))

  route.withoutTransaction(organisations.saveSms, async ({ caller, params: { id }, input, now }) => {
    await database.inTenant(organisationOf(caller, id), async (db) => {
      await lockSettings(db, id)
      const before = await readGateway(db, id)
      refuseStale(before, input)
      // A token belongs to its account.
      const isKept = before.HasAuthToken && before.AccountSid === input.AccountSid
      if (!input.AuthToken && !isKept) throw badInput(t('MsgAuthTokenInvalid'), 'AuthToken')
      const { culture } = await existing(db.selectFrom('organisations').select('culture').where('id', '=', id))
      const columns = {
        account_sid: input.AccountSid,
        // The service needs the country; short codes have none.
        sender_phone_number: smsNumber(input.SenderPhoneNumber, culture) ?? input.SenderPhoneNumber,
        is_enabled: input.IsEnabled ?? before.IsEnabled,
      }
      if (input.AuthToken) {
        const all = { ...columns, auth_token_encrypted: seal(keys.secrets, input.AuthToken, boundTo(id)) }
        await db
          .insertInto('sms_gateways')
          .values({ organisation_id: id, ...all })
          .onConflict((c) => c.column('organisation_id').doUpdateSet(all))
          .execute()
      } else await db.updateTable('sms_gateways').set(columns).execute()
      const { AuthToken, Version: _, IsEnabled, ...after } = input
      const detail = {
        before,
        after: { ...before, ...after, SenderPhoneNumber: columns.sender_phone_number, IsEnabled: columns.is_enabled },
        ...(AuthToken && { authToken: 'changed' }),
      }
      await writeAudit(db, { organisationId: id, at: now, actor: caller, action: 'SMS gateway changed', subjectId: id, detail })
    })
    return saved(t('MsgSmsSaved'), id)
  })

  route.withoutTransaction(organisations.testSms, async ({ caller, params: { id, phone }, now }) => {
    const tenant = organisationOf(caller, id)
    const { row, organisation } = await database.readInTenant(tenant, async (db) => ({
      organisation: await existing(db.selectFrom('organisations').select(['name', 'culture']).where('id', '=', id)),
      row: await gatewayOf(db),
    }))
    if (!row?.is_enabled) throw new Refusal(422, t('MsgSaveBeforeTest'))
    await tests.spend(id)
    const account = accountOf(keys, id, row)
    const body = textIn(organisation.culture, t('SmsTest', { name: organisation.name }))
    const result = await sendSms(smsApiUrl, account, { to: `+${phone}`, body })
    await database.inTenant(tenant, (db) =>
      writeAudit(db, {
        organisationId: id,
        at: now,
        actor: caller,
        action: 'SMS gateway tested',
        subjectId: id,
        detail: { isSent: result.isSent },
      }),
    )
    refuseUnsent(result)
    return { Message: t('MsgTestSent', { phone: `+${phone}` }) }
  })
}

const addressesOf = (publicUrl: string, id: string) => ({
  IncomingAddress: `${publicUrl}${API}${SMS_PATHS.incoming}/${id}`,
  StatusAddress: `${publicUrl}${API}${SMS_PATHS.status}/${id}`,
})

/** Refuses (422) a test that was not sent, with the reason of the service. */
export function refuseUnsent(result: SmsResult): void {
  if (!result.isSent) refuseIf(result.reason === null ? t('MsgTestUnanswered') : t('MsgTestRefused', { reason: result.reason }))
}

const gatewayOf = (db: Db) =>
  db.selectFrom('sms_gateways as g').selectAll().select(rowVersion('g').as('version')).executeTakeFirst()
type Gateway = NonNullable<Awaited<ReturnType<typeof gatewayOf>>>

const accountOf = (keys: Keys, id: string, row: Gateway): SmsAccount => ({
  accountSid: row.account_sid,
  authToken: unseal(keys.secrets, row.auth_token_encrypted, boundTo(id)),
  sender: row.sender_phone_number,
})

/** The account by which the tenant's organisation sends SMS; null when it has none or it is not enabled. */
export async function smsAccount(db: Db, keys: Keys, organisationId: string): Promise<SmsAccount | null> {
  const row = await gatewayOf(db)
  return row?.is_enabled ? accountOf(keys, organisationId, row) : null
}
/** The same, also when it is not enabled: its service may still report and forward answers. */
export async function savedSmsAccount(db: Db, keys: Keys, organisationId: string): Promise<SmsAccount | null> {
  const row = await gatewayOf(db)
  return row ? accountOf(keys, organisationId, row) : null
}

/** The account without its token, or an empty one; 404 for a missing organisation. */
async function readGateway(db: Db, id: string): Promise<Omit<SmsGateway, keyof ReturnType<typeof addressesOf>>> {
  const { name } = await existing(db.selectFrom('organisations').select('name').where('id', '=', id))
  const row = await gatewayOf(db)
  return {
    AccountSid: row?.account_sid ?? '',
    SenderPhoneNumber: row?.sender_phone_number ?? '',
    IsEnabled: row?.is_enabled ?? false,
    HasAuthToken: row !== undefined,
    Version: row?.version ?? NOT_SAVED,
    OrganisationSettingId: id,
    OrgName: name,
    SettingType: 41,
    SenderType: 'Twilio',
  }
}
