import { hasWords } from '#platform/fold-text.ts'
import { t } from '#platform/palette-messages.ts'
import { recentRecords } from '#platform/portal/navigation/recent-records.ts'
import {
  groupName,
  mayOpen,
  type PaletteHit,
  type PalettePart,
  type PaletteSource,
  type PortalFeature,
  type Screen,
} from '#platform/portal/navigation/screen.ts'

type Words = NonNullable<PalettePart['words']>

/** Finds screens that the user may open by words of their title, navigation group, list or other usual names, each title once. */
const screenSource = (screens: readonly Screen[], words: Words): PaletteSource => ({
  group: t('PaletteScreens').text,
  place: 0,
  isLocal: true,
  find: async (text, viewer) => {
    const listOf = (screen: Screen) => screens.find(({ path }) => path === screen.family)?.title ?? ''
    const searched = (screen: Screen) => {
      const others = [words[screen.path]?.text ?? '', screen.path.endsWith('/create') ? t('WordsOfCreate').text : '']
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
  place: 0,
  isLocal: true,
  find: async (text, viewer): Promise<readonly PaletteHit[]> =>
    recentRecords(viewer).filter(({ title }) => hasWords(title, text)),
}

/** The sources of the command palette, in the order of its groups. Loads the parts of the features. */
export async function paletteSources(features: readonly PortalFeature[]): Promise<readonly PaletteSource[]> {
  const loaded = await Promise.all(features.flatMap(({ palette }) => palette?.() ?? []))
  const parts = loaded.map(({ palette }) => palette)
  const words: Words = Object.assign({}, ...parts.map((part) => part.words))
  const screens = screenSource(
    features.flatMap((feature) => feature.screens),
    words,
  )
  return [recentSource, screens, ...parts.flatMap(({ sources }) => sources ?? []).toSorted((a, b) => a.place - b.place)]
}
