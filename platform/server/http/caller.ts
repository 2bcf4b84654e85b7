import type { Permission } from '#platform/permissions.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import type { Tenant } from '../postgres/db.ts'

/** Who is asking, read from the database at each request (kept at most 2 s), never from the token's claims. */
export type Caller = {
  readonly kind: 'user' | 'kiosk' | 'ticket' | 'nobody'
  /** The portal user's or the locker bank's id; the all-zero id for nobody and a ticket. */
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<Permission>
  /** Role superadmin in an organisation flagged IsSuperAdmin: may work in another organisation. */
  readonly isSuperAdmin: boolean
  /** The organisation the caller belongs to; `tenant` is the one worked in. */
  readonly homeOrganisationId: string
  readonly tenant: Tenant
  /** When the token ends (ms since 1970): a live stream is cut then. */
  readonly until: number
}

export const ANONYMOUS: Caller = {
  kind: 'nobody',
  id: EMPTY_GUID,
  name: 'nobody',
  roles: [],
  permissions: new Set(),
  isSuperAdmin: false,
  homeOrganisationId: EMPTY_GUID,
  tenant: { organisationId: EMPTY_GUID, propertyIds: [] },
  until: 0,
}
