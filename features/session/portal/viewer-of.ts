import { viewOf } from '#features/saved-views/portal/shared/view-of.ts'
import type { DateFormat } from '#platform/date-format.ts'
import type { Language } from '#platform/language.ts'
import type { Permission } from '#platform/permissions.ts'
import type { Viewer } from '#platform/portal/session/viewer.tsx'
import type { Preload } from '../contract.ts'

/** The viewer, from the reply of preload. */
export function viewerOf(reply: Preload): Viewer {
  const { User, Organisation, Property, Organisations, SavedViews } = reply
  return {
    userId: User.Id,
    name: User.Name,
    email: User.Email,
    language: reply.Language as Language,
    dateFormat: User.DateFormat ?? Organisation.Culture,
    preferences: {
      language: User.Language as Language | null,
      dateFormat: User.DateFormat as DateFormat | null,
      colorScheme: User.ColorScheme,
    },
    roles: reply.Roles,
    permissions: new Set(reply.Permissions as Permission[]),
    organisation: {
      id: Organisation.Id,
      name: Organisation.Name,
      systemName: Organisation.SystemName,
      culture: Organisation.Culture,
      timeZone: Organisation.TimeZone,
      isSuperAdmin: Organisation.IsSuperAdmin,
    },
    property: Property && { id: Property.Id, name: Property.Name },
    timeZone: reply.TimeZone,
    zoneRules: reply.ZoneRules,
    organisations: Organisations.map(({ Id, Name }) => ({ id: Id, name: Name })),
    savedViews: SavedViews.map(viewOf),
  }
}
