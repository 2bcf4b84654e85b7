/**
 * The features from the ground to the top, in layers: a feature may import those before it, in its own layer too. What a feature needs
 * from one after it, that one brings: by a part of `ServerFeature` or `PortalFeature`, or by moving what both need to the ground.
 */
export const LAYERS = [
  {
    name: 'Ground',
    features: [
      'resources',
      'package-statuses',
      'tracking-numbers',
      'live',
      'couriers',
      'advice-tags',
      'regions',
      'saved-views',
      'kiosks',
      'layout',
      'recipients',
    ],
  },
  { name: 'Places', features: ['session', 'properties', 'buildings', 'organisations', 'themes', 'notification-templates'] },
  { name: 'Staff', features: ['portal-users', 'single-sign-on', 'profile', 'openings', 'general-settings'] },
  { name: 'Lockers', features: ['mailrooms', 'agents', 'alerts', 'locker-banks', 'devices'] },
  {
    name: 'Parcels and people',
    features: [
      'notices',
      'packages',
      'residents',
      'hand-over',
      'registrations',
      'terminal',
      'imports',
      'import-sources',
      'settings',
    ],
  },
  {
    name: 'Overview',
    features: ['trends', 'reports', 'audit', 'dashboards', 'layout-designer', 'system', 'enquiries', 'newsletter'],
  },
] as const satisfies readonly { readonly name: string; readonly features: readonly string[] }[]

/** The names of all features in this order. */
export const ORDER: readonly string[] = LAYERS.flatMap(({ features }) => features)

/** Why a feature may not import another one by their order; undefined if it may. */
export function whyNotUpwards(feature: string, other: string, order: readonly string[]): string | undefined {
  for (const one of [feature, other])
    if (!order.includes(one)) return `${one} has no place in the order of features: add it to tools/import-rules/feature-order.ts`
  if (order.indexOf(other) < order.indexOf(feature)) return undefined
  return `${feature} may not import ${other}, which comes after it in tools/import-rules/feature-order.ts`
}

/** The layers as a Mermaid diagram. */
export function layersDiagram(): string {
  const nodes = LAYERS.map(({ name, features }, i) => `  L${i}["<b>${name}</b><br>${features.join(', ')}"]`)
  const arrows = LAYERS.slice(1).map((_, i) => `  L${i + 1} --> L${i}`)
  return `\`\`\`mermaid\nflowchart BT\n${[...nodes, ...arrows].join('\n')}\n\`\`\``
}
