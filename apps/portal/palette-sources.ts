import { t } from '#platform/portal/messages.ts'
import type { PortalFeature, Screen } from '#platform/portal/navigation/screen.ts'
import { groupName, mayOpen, type PaletteSource } from '#platform/portal/navigation/screen.ts'

/** Finds screens of the navigation that the user may open, by a substring of their title or group. */
const screenSource = (screens: readonly Screen[]): PaletteSource => ({
  group: t('PaletteScreens').text,
  isLocal: true,
  find: async (text, { permissions }) => {
    const term = text.toLowerCase()
    return screens
      .filter((screen) => mayOpen(screen, permissions) && !screen.path.includes('{'))
      .filter(({ title, nav }) => `${title} ${nav ? groupName(nav.group) : ''}`.toLowerCase().includes(term))
      .map(({ title, path, nav }) => ({ title, path, hint: nav ? groupName(nav.group) : '' }))
  },
})

/** The sources of the command palette, in the order of its groups. */
export const paletteSources = (features: readonly PortalFeature[]): readonly PaletteSource[] => [
  screenSource(features.flatMap((feature) => feature.screens)),
  ...features.flatMap(({ paletteSource }) => paletteSource ?? []),
]
