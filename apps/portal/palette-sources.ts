import { doorSource } from '#features/dashboards/portal/door-source.ts'
import { lockerBankSource } from '#features/locker-banks/portal/locker-bank-source.ts'
import { packageSource } from '#features/packages/portal/package-source.ts'
import { residentSource } from '#features/residents/portal/resident-source.ts'
import { hasWords } from '#platform/fold-text.ts'
import { t } from '#platform/palette-messages.ts'
import { recentRecords } from '#platform/portal/navigation/recent-records.ts'
import {
  groupName,
  mayOpen,
  type PaletteHit,
  type PaletteSource,
  type PortalFeature,
  type Screen,
} from '#platform/portal/navigation/screen.ts'
import { entitySources } from './entity-sources.ts'

/** Other words that find a screen, by the end of its path. */
const OTHER_WORDS = [
  ['/create', 'WordsOfCreate'],
  ['/import', 'WordsOfImport'],
  ['/search', 'WordsOfPackages'],
  ['/resident/list', 'WordsOfResidents'],
  ['/listregistrations', 'WordsOfRegistrations'],
  ['/dashboard/main', 'WordsOfDashboard'],
  ['/portaluser/list', 'WordsOfPortalUsers'],
  ['/profile', 'WordsOfProfile'],
] as const

/** Finds screens that the user may open by words of their title, navigation group, list or other usual names, each title once. */
const screenSource = (screens: readonly Screen[]): PaletteSource => ({
  group: t('PaletteScreens').text,
  isLocal: true,
  find: async (text, viewer) => {
    const listOf = (screen: Screen) => screens.find(({ path }) => path === screen.family)?.title ?? ''
    const searched = (screen: Screen) => {
      const others = OTHER_WORDS.filter(([end]) => screen.path.endsWith(end)).map(([, words]) => t(words).text)
      return [screen.title, screen.nav ? groupName(screen.nav.group) : '', listOf(screen), ...others].join(' ')
    }
    const found = screens
      .filter((screen) => mayOpen(screen, viewer) && !screen.path.includes('{') && hasWords(searched(screen), text))
      .toSorted((a, b) => Number(hasWords(b.title, text)) - Number(hasWords(a.title, text)))
    return found
      .filter(({ title }, index) => found.findIndex((other) => other.title === title) === index)
      .map(({ title, path, nav }) => ({ title, path, hint: nav ? groupName(nav.group) : '' }))
  },
})

/** Records that the user opened lately. */
const recentSource: PaletteSource = {
  group: t('PaletteRecent').text,
  isLocal: true,
  find: async (text, viewer): Promise<readonly PaletteHit[]> =>
    recentRecords(viewer).filter(({ title }) => hasWords(title, text)),
}

/** The sources of the command palette, in the order of its groups. This file is loaded with the palette, when it first opens. */
export const paletteSources = (features: readonly PortalFeature[]): readonly PaletteSource[] => [
  recentSource,
  screenSource(features.flatMap((feature) => feature.screens)),
  doorSource,
  residentSource,
  packageSource,
  lockerBankSource,
  ...entitySources,
]
