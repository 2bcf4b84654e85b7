import { matchesGlob } from 'node:path'

/** Packages that need neither a DOM nor Node. */
const PURE = ['zod', 'uuid', 'temporal-polyfill', '@zxcvbn-ts/*', 'libphonenumber-js']
/** Packages for screens or browsers; all others are the server's. */
const SCREENS = [
  'altcha',
  'react',
  'react-dom',
  '@mantine/*',
  '@tanstack/*',
  '@tabler/*',
  '@atlaskit/*',
  '@simplewebauthn/browser',
  'idb',
  'zxing-wasm',
  'heic-to',
  'bwip-js',
  '@tiptap/*',
  'signature_pad',
  'dompurify',
  'cally',
  'micromark',
  'micromark-extension-gfm',
]

/** The packages that a place may import: a description, and a check of a package's name. */
export const PACKAGES = {
  pure: { words: `only ${PURE.join(', ')}`, allows: (name: string) => isIn(PURE, name) },
  screens: { words: `only ${[...PURE, ...SCREENS].join(', ')}`, allows: (name: string) => isIn([...PURE, ...SCREENS], name) },
  server: { words: 'Node, and any package but those of screens', allows: (name: string) => !isIn(SCREENS, name) },
  any: { words: 'any, those for development too', allows: () => true },
} as const

export type Place = {
  readonly name: string
  /** Globs from the root of the repository. A file belongs to the first matching place. */
  readonly files: readonly string[]
  /** Names of places; `own …`: only the same feature's part. */
  readonly may: readonly string[] | 'everything'
  readonly packages: keyof typeof PACKAGES
}

const PURE_FILES = ['pure platform', 'pure feature']
const SERVER = [...PURE_FILES, 'translations', 'tables', 'platform server', 'server api', 'own feature server']
const PORTAL = [...PURE_FILES, 'platform portal', 'portal shared', 'own feature portal']

/** The import rules, checked for every file and printed in docs/architecture.md. */
export const PLACES: readonly Place[] = [
  {
    name: 'test or tool',
    files: ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**', 'bench/**', 'tools/**', '**/*.config.ts'],
    may: 'everything',
    packages: 'any',
  },
  {
    name: 'translations',
    files: ['features/*/messages.*.json', 'platform/messages.*.json', 'platform/portal/messages.*.json'],
    may: PURE_FILES,
    packages: 'pure',
  },
  { name: 'pure platform', files: ['platform/*.ts', 'platform/portal/messages.ts'], may: ['pure platform'], packages: 'pure' },
  {
    name: 'platform server',
    files: ['platform/server/**'],
    may: ['pure platform', 'tables', 'platform server'],
    packages: 'server',
  },
  { name: 'platform portal', files: ['platform/portal/**'], may: ['pure platform', 'platform portal'], packages: 'screens' },
  { name: 'pure feature', files: ['features/*/*.ts'], may: PURE_FILES, packages: 'pure' },
  { name: 'server api', files: ['features/*/server/api.ts'], may: SERVER, packages: 'server' },
  { name: 'feature server', files: ['features/*/server/**'], may: SERVER, packages: 'server' },
  {
    name: 'portal shared',
    files: ['features/*/portal/shared/**'],
    may: PORTAL,
    packages: 'screens',
  },
  { name: 'feature portal', files: ['features/*/portal/**'], may: PORTAL, packages: 'screens' },
  { name: 'tables', files: ['database/*.ts'], may: ['tables'], packages: 'server' },
  { name: 'server app', files: ['apps/server/**'], may: [...SERVER, 'feature server', 'server app'], packages: 'server' },
  { name: 'kiosk app', files: ['apps/kiosk/**'], may: [...PURE_FILES, 'kiosk app'], packages: 'server' },
  {
    name: 'report viewer app',
    files: ['apps/report-viewer/**'],
    may: [...PORTAL, 'feature portal', 'report viewer app'],
    packages: 'screens',
  },
  { name: 'site shared', files: ['apps/site/shared/**'], may: [...PURE_FILES, 'site shared'], packages: 'screens' },
  {
    name: 'site browser',
    files: ['apps/site/client/**'],
    may: [...PURE_FILES, 'site shared', 'site browser'],
    packages: 'screens',
  },
  { name: 'site build', files: ['apps/site/**'], may: [...PURE_FILES, 'site shared', 'site build'], packages: 'any' },
  { name: 'portal app', files: ['apps/portal/**'], may: [...PORTAL, 'feature portal', 'portal app'], packages: 'screens' },
]

export const placeOf = (file: string): Place | undefined =>
  PLACES.find(({ files }) => files.some((glob) => matchesGlob(file, glob)))

/** The rules as a Markdown table with its legend. */
export function placesTable(): string {
  const rows = PLACES.map(({ name, files, may, packages }) => [
    `**${name}**`,
    files.map((glob) => `\`${glob}\``).join(' '),
    may === 'everything' ? may : may.join(', ') || 'nothing',
    packages,
  ])
  const lines = [['Who', 'Files', 'May import', 'Packages'], ['---', '---', '---', '---'], ...rows]
  const legend = Object.entries(PACKAGES).map(([name, { words }]) => `${name}: ${words}`)
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\nPackages: ${legend.join('; ')}.`
}

function isIn(names: readonly string[], name: string): boolean {
  return names.some((one) => one === name || (one.endsWith('/*') && name.startsWith(one.slice(0, -1))))
}
