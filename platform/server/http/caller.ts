import type { Permission } from '#platform/permissions.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import type { Tenant } from '../postgres/db.ts'

/** The caller of a request, read from the database (cached for at most 2 s), never from the token's claims. */
export type Caller = {
  readonly kind: 'user' | 'kiosk' | 'ticket' | 'anonymous'
  /** Id of the portal user, or of the bank of a kiosk; all-zero for anonymous callers and tickets. */
  readonly id: string
  readonly name: string
  /** A user's sign-in, which belongs to the home organisation; all-zero for other callers. */
  readonly signInId: string
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<Permission>
  /** Role superadmin in an organisation flagged IsSuperAdmin: may work in other organisations. */
  readonly isSuperAdmin: boolean
  /** The organisation that the caller belongs to; `tenant` is the one of this request. */
  readonly homeOrganisationId: string
  readonly tenant: Tenant
  /** When the token expires (ms since 1970); live streams end then. */
  readonly until: number
}

export const ANONYMOUS: Caller = {
  kind: 'anonymous',
  id: EMPTY_GUID,
  name: 'nobody',
  signInId: EMPTY_GUID,
  roles: [],
  permissions: new Set(),
  isSuperAdmin: false,
  homeOrganisationId: EMPTY_GUID,
  tenant: { organisationId: EMPTY_GUID, propertyIds: [] },
  until: 0,
}
