/**
 * The features from the ground to the top, in layers: a feature may import those before it, in its own layer too. What a feature needs
 * from one after it, that one brings: by a part of `ServerFeature` or `PortalFeature`, or by moving what both need to the ground.
 */
export const LAYERS = [
  {
    name: 'Ground',
    features: ['resources', 'package-statuses', 'live', 'couriers', 'advice-tags', 'regions', 'saved-views', 'kiosks', 'layout'],
  },
  { name: 'Places', features: ['properties', 'buildings', 'organisations', 'themes', 'notification-templates'] },
  { name: 'Staff', features: ['session', 'portal-users', 'single-sign-on', 'profile', 'openings', 'settings'] },
  { name: 'Lockers', features: ['mailrooms', 'agents', 'alerts', 'locker-banks', 'devices'] },
  {
    name: 'Parcels and people',
    features: ['notices', 'packages', 'residents', 'hand-over', 'registrations', 'terminal', 'imports', 'import-sources'],
  },
  {
    name: 'Overview',
    features: ['trends', 'reports', 'audit', 'dashboards', 'layout-designer', 'system', 'enquiries', 'newsletter'],
  },
] as const satisfies readonly { readonly name: string; readonly features: readonly string[] }[]

/** Who imports upwards still. None is added; one that is turned round is removed. */
export const UPWARDS: Readonly<Record<string, readonly string[]>> = {
  layout: ['packages'],
  'notification-templates': ['packages'],
  organisations: ['session'],
  packages: ['hand-over', 'residents', 'trends'],
  properties: ['themes', 'trends'],
  residents: ['imports'],
  session: ['single-sign-on'],
  settings: ['import-sources'],
  themes: ['locker-banks'],
}

type Order = { readonly features: readonly string[]; readonly upwards: typeof UPWARDS }
export const ORDER: Order = { features: LAYERS.flatMap(({ features }) => features), upwards: UPWARDS }

/** Why a feature may not import another one by their order; undefined if it may. */
export function whyNotUpwards(feature: string, other: string, { features, upwards }: Order): string | undefined {
  for (const one of [feature, other])
    if (!features.includes(one))
      return `${one} has no place in the order of features: add it to tools/import-rules/feature-order.ts`
  if (features.indexOf(other) < features.indexOf(feature) || upwards[feature]?.includes(other)) return undefined
  return `${feature} may not import ${other}, which comes after it in tools/import-rules/feature-order.ts`
}

/** The layers as a Mermaid diagram, with the imports upwards that are left. */
export function layersDiagram(): string {
  const nodes = LAYERS.map(({ name, features }, i) => `  L${i}["<b>${name}</b><br>${features.join(', ')}"]`)
  const arrows = LAYERS.slice(1).map((_, i) => `  L${i + 1} --> L${i}`)
  const left = Object.entries(UPWARDS).map(([feature, others]) => `${feature} (${others.join(', ')})`)
  return `\`\`\`mermaid\nflowchart BT\n${[...nodes, ...arrows].join('\n')}\n\`\`\`\n\nLeft to turn round: ${left.join('; ')}.`
}
