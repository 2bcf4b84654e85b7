import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['platform', 'features', 'apps', 'database', 'tools'].map((folder) => `${folder}/**/*.test.ts`),
    globalSetup: 'platform/server/testing/global-setup.ts',
    pool: 'forks',
    // Files in one process share its modules: reloading the server for each would add half of the time.
    isolate: false,
    // Twice two cores: files of programs and kiosks wait for most of their time.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
})
