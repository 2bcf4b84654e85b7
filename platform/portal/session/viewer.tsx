import { createContext, type ReactNode, use } from 'react'
import type { DateFormat } from '#platform/date-format.ts'
import type { Language } from '#platform/language.ts'
import { hasAnyPermission, type Permission } from '#platform/permissions.ts'
import type { ZoneRules } from '#platform/zone-rules.ts'
import type { GridView } from '../grid/grid-types.ts'

/** The signed-in user and what they may see, from preload. */
export type Viewer = {
  userId: string
  name: string
  email: string
  /** The language, and the culture of the date format. */
  language: Language
  dateFormat: string
  /** The user's own choices; null: the organisation's. */
  preferences: {
    language: Language | null
    dateFormat: DateFormat | null
    /** Null: that of the browser. */
    colorScheme: 'light' | 'dark' | 'auto' | null
  }
  roles: readonly string[]
  permissions: ReadonlySet<Permission>
  /** The selected organisation. */
  organisation: { id: string; name: string; systemName: string; culture: string; timeZone: string; isSuperAdmin: boolean }
  /** The user's only property; null if there are several or none. */
  property: { id: string; name: string } | null
  /** The zone of all properties of the user if it is the same, else the organisation's. */
  timeZone: string
  /** The server's rules of time zones, by zone. */
  zoneRules: Readonly<Record<string, ZoneRules>>
  /** The organisations that a super administrator may select, by name, the first of many; else empty. */
  organisations: readonly { id: string; name: string }[]
  /** The user's saved views of all lists, in their order. */
  savedViews: readonly GridView[]
}

const ViewerContext = createContext<Viewer | null>(null)
export const ViewerProvider = ViewerContext.Provider

export function useViewer(): Viewer {
  const viewer = use(ViewerContext)
  if (!viewer) throw new Error('useViewer is used outside the signed-in part')
  return viewer
}

/** Whether the user has any of the permissions (spec 1 §6). */
export const useMay = (...permissions: Permission[]) => hasAnyPermission(useViewer().permissions, permissions)

/** Shows its children to users with any of the permissions. */
export function May({ permission, children }: { permission: Permission | readonly Permission[]; children: ReactNode }) {
  return useMay(...[permission].flat()) ? children : null
}
