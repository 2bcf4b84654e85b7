import { isDeepStrictEqual } from 'node:util'
import { t as tMail } from '#features/portal-users/mail-messages.ts'
import { grantableRoles, roleName } from '#features/portal-users/rules.ts'
import { notifyManagers } from '#features/portal-users/server/api.ts'
import type { InputOf } from '#platform/operation.ts'
import { type PortalRole, ROLES, roleById } from '#platform/permissions.ts'
import { refuseStale } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { badInput, refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import { type Keys, seal, unseal } from '#platform/server/security/keys.ts'
import type { Outgoing } from '#platform/server/security/outgoing.ts'
import type { RoleOfValue, singleSignOn } from '../contract.ts'
import { t } from '../messages.ts'
import { CALLBACK } from '../public.ts'
import { whyNotSave } from '../rules.ts'
import { isHttps, mayBeInsecure } from './provider.ts'

type Draft = InputOf<typeof singleSignOn.save>

/** The settings of the tenant's organisation, or undefined. */
const row = (db: Db) =>
  db.selectFrom('single_sign_on as s').selectAll('s').select(rowVersion('s').as('version')).executeTakeFirst()

const roleOf = (id: number | null) => (id === null ? null : (roleById(id) as PortalRole))

/** What a sign-in needs of the settings; undefined when single sign-on is off. */
export async function activeSettings(db: Db, keys: Keys) {
  const settings = await row(db)
  if (!settings?.is_active) return undefined
  return {
    issuer: settings.issuer,
    trustsAddresses: settings.trusts_addresses,
    clientId: settings.client_id,
    clientSecret: unseal(keys.secrets, settings.client_secret, settings.organisation_id),
    buttonName: settings.button_name,
    RoleClaim: settings.role_claim,
    RoleMapping: settings.role_mapping as readonly RoleOfValue[],
    DefaultRole: roleOf(settings.default_role_id),
    givesEveryRole: settings.gives_every_role,
  }
}
export type ActiveSettings = NonNullable<Awaited<ReturnType<typeof activeSettings>>>

/** The name of the button of the sign-in screen; null when single sign-on is off. */
export async function readOffer(db: Db): Promise<string | null> {
  const settings = await db.selectFrom('single_sign_on').select('button_name').where('is_active', '=', true).executeTakeFirst()
  return settings?.button_name ?? null
}

/** The addresses that the provider must know. */
export const callbackAddress = (publicUrl: string) => `${publicUrl}/api${CALLBACK}`
export const signOutReturn = (publicUrl: string) => `${publicUrl}/portal/`

/** The version of settings that nobody has saved yet. */
const NOT_SAVED = 'none'

export async function readSettings(db: Db, caller: Caller, publicUrl: string) {
  const saved = await row(db)
  return {
    Version: saved?.version ?? NOT_SAVED,
    IsActive: saved?.is_active ?? false,
    Issuer: saved?.issuer ?? '',
    TrustsAddresses: saved?.trusts_addresses ?? false,
    ClientId: saved?.client_id ?? '',
    HasSecret: saved !== undefined,
    ButtonName: saved?.button_name ?? '',
    RoleClaim: saved?.role_claim ?? '',
    RoleMapping: [...((saved?.role_mapping as RoleOfValue[]) ?? [])],
    DefaultRole: roleOf(saved?.default_role_id ?? null),
    AllRoles: grantableRoles(caller).map((role) => ({ SystemName: role, Name: roleName(role) })),
    CallbackAddress: callbackAddress(publicUrl),
    SignOutReturn: signOutReturn(publicUrl),
  }
}

type Power = {
  readonly issuer: string
  readonly trusts_addresses: boolean
  readonly client_id: string
  readonly role_claim: string
  readonly role_mapping: unknown
  readonly default_role_id: number | null
}
/** Whether the same provider lets the same people in, with the same roles. */
const isSamePower = (one: Power, other: Power): boolean =>
  one.issuer === other.issuer &&
  one.trusts_addresses === other.trusts_addresses &&
  one.client_id === other.client_id &&
  one.role_claim === other.role_claim &&
  one.default_role_id === other.default_role_id &&
  isDeepStrictEqual(one.role_mapping, JSON.parse(String(other.role_mapping)))

/** Saves the settings. Refuses roles that the caller may not give, and another issuer without its secret. */
export async function saveSettings(
  { db, tenant, audit }: TransactionContext,
  { draft, caller, keys, mailer, outgoing }: { draft: Draft; caller: Caller; keys: Keys; mailer: Mailer; outgoing: Outgoing },
): Promise<void> {
  // Two first saves take turns too.
  await db.selectFrom('organisations').select('id').where('id', '=', tenant.organisationId).forNoKeyUpdate().execute()
  const before = await row(db)
  refuseStale({ Version: before?.version ?? NOT_SAVED }, draft)
  if (!isHttps(draft.Issuer) && !mayBeInsecure(draft.Issuer, outgoing)) throw badInput(t('MsgSsoIssuerNotHttps'), 'Issuer')
  const grantable = grantableRoles(caller)
  const whyNot = whyNotSave(draft, grantable)
  refuseIf(whyNot?.reason, whyNot?.field)
  if (!before && !draft.ClientSecret) throw badInput(t('MsgSsoClientSecretEmpty'), 'ClientSecret')
  const isOtherIssuer = before !== undefined && before.issuer !== draft.Issuer
  // Otherwise the secret could be sent to any address.
  if (isOtherIssuer && !draft.ClientSecret) throw badInput(t('MsgSsoSecretOfIssuer'), 'ClientSecret')
  const columns = {
    is_active: draft.IsActive,
    issuer: draft.Issuer,
    trusts_addresses: draft.TrustsAddresses,
    client_id: draft.ClientId,
    button_name: draft.ButtonName,
    role_claim: draft.RoleClaim,
    role_mapping: JSON.stringify(draft.RoleMapping),
    default_role_id: draft.DefaultRole && ROLES[draft.DefaultRole].id,
    gives_every_role: grantable.includes('superadmin'),
  }
  const { organisationId } = tenant
  const client_secret = draft.ClientSecret ? seal(keys.secrets, draft.ClientSecret, organisationId) : before!.client_secret
  await db
    .insertInto('single_sign_on')
    .values({ organisation_id: organisationId, client_secret, ...columns })
    .onConflict((c) => c.column('organisation_id').doUpdateSet({ client_secret, ...columns }))
    .execute()
  if (isOtherIssuer) await db.deleteFrom('single_sign_on_links').where('issuer', '<>', draft.Issuer).execute()
  const wasActive = before?.is_active ?? false
  const who = { actor: caller.name, issuer: draft.Issuer }
  if (draft.IsActive && !(wasActive && isSamePower(before!, columns)))
    await notifyManagers(db, mailer, tenant, tMail('WhatIdentityProvider', who))
  if (wasActive && !draft.IsActive) await notifyManagers(db, mailer, tenant, tMail('WhatNoIdentityProvider', who))
  const { Version: _, ClientSecret, ...after } = draft
  await audit('single sign-on changed', organisationId, {
    before: before && {
      IsActive: before.is_active,
      Issuer: before.issuer,
      TrustsAddresses: before.trusts_addresses,
      ClientId: before.client_id,
      ButtonName: before.button_name,
      RoleClaim: before.role_claim,
      RoleMapping: before.role_mapping,
      DefaultRole: roleOf(before.default_role_id),
    },
    after,
    ...(ClientSecret && { clientSecret: 'changed' }),
  })
}
