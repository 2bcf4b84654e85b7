import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Builds the report viewer for other pages: one script, whose name stays, the viewer itself, which it loads once for each language,
 * and React in a chunk of its own.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/report-viewer/',
  plugins: [react()],
  build: {
    outDir: '../../.built/portal/report-viewer',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { viewer: join(import.meta.dirname, 'embed.ts'), core: join(import.meta.dirname, 'core.tsx') },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
})
