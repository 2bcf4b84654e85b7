import type { Icon } from '@tabler/icons-react'
import { type ComponentType, createContext } from 'react'
import type { Message } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'
import { hasAnyPermission, type Permission } from '#platform/permissions.ts'
import type { call, fillPath } from '../api/call.ts'
import { t } from '../messages.ts'
import type { RecordWays } from '../record/record-path.ts'
import type { Viewer } from '../session/viewer.tsx'
import type { Extension } from './extensions.ts'

/** The navigation's groups, in their order. */
export const NAV_GROUPS = ['Today', 'People', 'Places', 'Setup', 'Reports'] as const
export type NavGroup = (typeof NAV_GROUPS)[number]
const GROUP_NAMES = {
  Today: 'NavToday',
  People: 'NavPeople',
  Places: 'NavPlaces',
  Setup: 'NavSetUp',
  Reports: 'NavReports',
} as const satisfies Record<NavGroup, string>
/** The labels of the groups. */
export const groupName = (group: NavGroup): string => t(GROUP_NAMES[group]).text

/** One screen of the portal: route, guard, navigation, command palette and title are all read from it. */
export type Screen = {
  /** Path below `#`, parameters as in the spec: `/vehicle/{vehicleId}/edit`. */
  readonly path: string
  /** Browser tab, navigation and command palette. */
  readonly title: string
  /** Any of these permissions opens it; 'signed-in': every user. */
  readonly needs: readonly Permission[] | 'signed-in'
  /** Of those, only super administrators who may work in every organisation. */
  readonly isForSuperAdmins?: boolean
  readonly load: () => Promise<{ default: ComponentType }>
  /** Its entry in the navigation; for paths without parameters. */
  readonly nav?: {
    readonly group: NavGroup
    readonly icon: Icon
    /** The letter that opens it after G. */
    readonly key?: string
  }
  /** The screen after a switch of organisation: the list of the screen's family (spec 1 §2). */
  readonly family?: string
  /** It shows values that change by themselves: they are grey while the connection is lost. */
  readonly isLive?: boolean
}

/** What one feature contributes to the portal. */
export type PortalFeature = {
  readonly screens: readonly Screen[]
  /** What it adds to the screens of features below it. */
  readonly extensions?: readonly Extension[]
  /** The screens of its records, to which links lead from anywhere. */
  readonly records?: RecordWays
  /** Loaded when the help is opened. */
  readonly help: () => Promise<{ readonly help: FeatureHelp }>
  /** Loaded when the command palette is first opened. */
  readonly palette?: () => Promise<{ readonly palette: PalettePart }>
}

/** The screen of a route. */
export const screenOf = (matches: readonly { staticData: object }[]) =>
  (matches.at(-1)?.staticData as { screen?: Screen } | undefined)?.screen

/** All screens of the portal, for features that list what a permission opens. */
export const ScreensContext = createContext<readonly Screen[]>([])

/** Whether the screen is open to the user. */
export const mayOpen = (screen: Screen, { permissions, organisations }: Pick<Viewer, 'permissions' | 'organisations'>) =>
  (screen.needs === 'signed-in' || hasAnyPermission(permissions, screen.needs)) &&
  !(screen.isForSuperAdmins && organisations.length === 0)

/** A page before sign-in; it is outside the router and its size counts. */
export type PublicScreen = {
  readonly path: string
  /** Called when the page is shown: the list is read before the language is loaded. */
  readonly title: () => string
  /** The language files that it needs in addition to those of every page. */
  readonly texts: readonly string[]
  /** A page of self-registration, which gives the document the class `self-register` (spec 1 §2). */
  readonly isSelfRegister?: boolean
  readonly load: () => Promise<{ default: ComponentType<PublicScreenProps> }>
}
export type PublicScreenProps = { params: Readonly<Record<string, string>>; query: URLSearchParams }

/** What one feature contributes to the command palette. */
export type PalettePart = {
  readonly sources?: readonly PaletteSource[]
  /** Other words that find its screens, by their paths; not shown. */
  readonly words?: Readonly<Record<string, Message>>
}
/** A source of the command palette; `find` runs while the user types and may call the server. */
export type PaletteSource = {
  readonly group: string
  /** Its place among the groups; groups of the same place are in the order of the features. */
  readonly place: number
  /** Makes no request: it runs on every keystroke, the others after a pause in typing. */
  readonly isLocal?: boolean
  readonly find: (text: string, viewer: Viewer, search: PaletteSearch) => Promise<readonly PaletteHit[]>
}
/** What a source searches with. The palette passes it, so that sources load nothing of the portal. */
export type PaletteSearch = { readonly call: typeof call; readonly fillPath: typeof fillPath; readonly signal: AbortSignal }
export type PaletteHit = { readonly title: string; readonly path: string; readonly hint: string }
