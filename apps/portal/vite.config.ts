import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * What everybody loads one after the other is one file each: the entry, the sign-in, the frame of the signed-in portal, the list;
 * and so is the help of all features. A module belongs to the first that needs it; the rest is divided by the screens
 * (docs/decisions/0093-few-files-of-a-page-load.md).
 */
const FILES = [
  { name: 'entry', tags: ['$initial' as const] },
  { name: 'sign-in', test: /session\/portal\/Login\.tsx$/ },
  { name: 'signed-in', test: /app\/SignedIn\.tsx$/ },
  { name: 'list', test: /grid\/DataGrid\.tsx$/ },
  { name: 'help', test: /features\/[\w-]+\/help\.ts$/ },
]

/** Builds the back office to .built/portal; `npm run dev` serves it from its sources in front of a server. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: '/portal/',
  publicDir: 'static',
  plugins: [react()],
  define: { __RELEASE__: JSON.stringify(version), __TEXTS__: JSON.stringify(command === 'build' ? buildOfTexts() : '') },
  build: {
    outDir: '../../.built/portal',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: FILES.map((group, nth) => ({ ...group, priority: FILES.length - nth })) },
      },
      onwarn: (warning, warn) => {
        // Mantine marks its modules for server components; browsers ignore the mark.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
}))

/** Identifies the texts of this build, so that browsers can cache them forever; in development they are requested every time. */
function buildOfTexts(): string {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(
    [
      'features/*/{*messages*.{ts,json},screens.ts,help.ts,audit.ts}',
      'platform/{{,portal/}messages*.{ts,json},help.ts,audit.ts}',
    ],
    {
      cwd: root,
    },
  ).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('base64url').slice(0, 12)
}
