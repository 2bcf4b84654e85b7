import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/** Builds the back office to .built/portal; `npm run dev` serves it from its sources in front of a server. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  publicDir: 'static',
  plugins: [react()],
  define: { __RELEASE__: JSON.stringify(version) },
  build: {
    outDir: '../../.built/portal',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onwarn: (warning, warn) => {
        // Mantine marks its modules for server components; in a browser the mark means nothing.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
