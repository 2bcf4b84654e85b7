import { t } from '#platform/portal/messages.ts'
import type { PortalFeature, Screen } from '#platform/portal/navigation/screen.ts'
import { groupName, mayOpen, type PaletteSource } from '#platform/portal/navigation/screen.ts'

/** Screens that one may open and that stand for themselves, by any part of their title or group. */
const screenSource = (screens: readonly Screen[]): PaletteSource => ({
  group: t('PaletteScreens').text,
  isLocal: true,
  find: async (text, { permissions }) => {
    const wanted = text.toLowerCase()
    return screens
      .filter((screen) => mayOpen(screen, permissions) && !screen.path.includes('{'))
      .filter(({ title, nav }) => `${title} ${nav ? groupName(nav.group) : ''}`.toLowerCase().includes(wanted))
      .map(({ title, path, nav }) => ({ title, path, hint: nav ? groupName(nav.group) : '' }))
  },
})

/** Where the command palette searches, in the order of its groups. */
export const paletteSources = (features: readonly PortalFeature[]): readonly PaletteSource[] => [
  screenSource(features.flatMap((feature) => feature.screens)),
  ...features.flatMap(({ paletteSource }) => paletteSource ?? []),
]
