import type { ScreenHelp } from '#platform/help.ts'
import type { PortalFeature, Screen } from '#platform/portal/navigation/screen.ts'

/** The help of a screen, from the feature that has the screen; undefined for one without. */
export async function loadHelp(
  features: readonly PortalFeature[],
  { path }: Pick<Screen, 'path'>,
): Promise<ScreenHelp | undefined> {
  const feature = features.find(({ screens }) => screens.some((screen) => screen.path === path))
  return (await feature?.help())?.help[path]
}
