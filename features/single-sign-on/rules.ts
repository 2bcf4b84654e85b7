import type { Message } from '#platform/define-messages.ts'
import type { PortalRole } from '#platform/permissions.ts'
import { hasVisibleText, withoutForbidden } from '#platform/wire.ts'
import { isForEverybody } from './addresses.ts'
import type { RoleOfValue } from './contract.ts'
import { t } from './messages.ts'

type Claims = Readonly<Record<string, unknown>>
type Draft = { readonly RoleClaim: string; readonly RoleMapping: readonly RoleOfValue[]; readonly DefaultRole: PortalRole | null }
type SavedDraft = Draft & { readonly Issuer: string; readonly TrustsAddresses: boolean }

/** Why settings cannot be saved by somebody who may give these roles: the field and the reason, or null. */
export function whyNotSave(draft: SavedDraft, grantable: readonly PortalRole[]): { field: string; reason: Message } | null {
  const { RoleClaim, RoleMapping, DefaultRole } = draft
  if (draft.TrustsAddresses && isForEverybody(draft.Issuer)) return { field: 'TrustsAddresses', reason: t('MsgSsoForEverybody') }
  if (RoleMapping.length > 0 && !RoleClaim) return { field: 'RoleClaim', reason: t('MsgSsoClaimEmpty') }
  if (RoleMapping.some(({ Role }) => !grantable.includes(Role))) return { field: 'RoleMapping', reason: t('MsgSsoNoSuchRole') }
  const values = RoleMapping.map(({ Value }) => Value)
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  if (twice !== undefined) return { field: 'RoleMapping', reason: t('MsgSsoValueTwice', { value: twice }) }
  return DefaultRole && !grantable.includes(DefaultRole) ? { field: 'DefaultRole', reason: t('MsgSsoNoSuchRole') } : null
}

/** The values of a claim: a text, or the texts of a list. A name with dots is a path when no claim has the whole name. */
export function valuesOf(claims: Claims, name: string): readonly string[] {
  const own = (value: unknown, key: string) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Claims)[key] : undefined
  const value = own(claims, name) ?? name.split('.').reduce<unknown>(own, claims)
  return [value].flat().filter((one) => typeof one === 'string')
}

/** The role that a sign-in gives, or null: the user keeps the present one, and an unknown one gets the default role. */
export function roleOfClaims(claims: Claims, { RoleClaim, RoleMapping, DefaultRole }: Draft): PortalRole | null {
  if (RoleMapping.length === 0) return null
  const values = valuesOf(claims, RoleClaim)
  return RoleMapping.find(({ Value }) => values.includes(Value))?.Role ?? DefaultRole
}

/** The name of a new user: the claims given_name and family_name, else the parts of name, else the e-mail address. */
export function personOf(claims: Claims, email: string, max: number): { firstName: string; lastName: string } {
  const text = (name: string) =>
    typeof claims[name] === 'string' && hasVisibleText(claims[name]) ? withoutForbidden(claims[name]).trim() : ''
  const [first = '', ...rest] = (text('name') || email.split('@')[0] || email).split(/\s+/)
  const firstName = text('given_name') || first
  const lastName = text('family_name') || rest.join(' ') || '-'
  return { firstName: firstName.slice(0, max), lastName: lastName.slice(0, max) }
}
